/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime: start and end, devices, contexts, streams, events, memory. */
#ifndef ACL_ACL_RT_H_
#define ACL_ACL_RT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Common to all functions, unless one says otherwise: the result is 0 or a
 * code; a NULL pointer or a zero size gives 100000, any other bad argument
 * 107000, a handle that does not exist (any more) 107017, a thread without a
 * device 107002. Outputs are written on success only. Any thread may call;
 * "current" means that of the calling thread. Where a stream is asked for, NULL
 * is the default stream of the current context, and a stream of another context
 * gives 107003. A function with a stream only queues its work; a fault of that
 * work is returned, once, by the first call that synchronises with it.
 */

/* Where this program runs: on the device's own processor or on the host's. */
typedef enum aclrtRunMode HOSTNN_INT_ENUM {
  ACL_DEVICE = 0,
  ACL_HOST = 1,
} aclrtRunMode;

/* Whose last error is meant. */
typedef enum aclrtLastErrLevel HOSTNN_INT_ENUM {
  ACL_RT_THREAD_LEVEL = 0,
} aclrtLastErrLevel;

/* Flags of aclrtCreateStreamWithConfig. */
#define ACL_STREAM_FAST_LAUNCH 0x00000001U
#define ACL_STREAM_FAST_SYNC 0x00000002U
#define ACL_STREAM_PERSISTENT 0x00000004U
#define ACL_STREAM_HUGE 0x00000008U
#define ACL_STREAM_CPU_SCHEDULE 0x00000010U
#define ACL_STREAM_DEVICE_USE_ONLY 0x00000020U

/* Whether all work queued on a stream is done. */
typedef enum aclrtStreamStatus HOSTNN_INT_ENUM {
  ACL_STREAM_STATUS_COMPLETE = 0,
  ACL_STREAM_STATUS_NOT_READY = 1,
  ACL_STREAM_STATUS_RESERVED = 0xFFFF,
} aclrtStreamStatus;

/* Flags of the functions that create an event. */
#define ACL_EVENT_SYNC 0x00000001U
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x00000002U
#define ACL_EVENT_TIME_LINE 0x00000008U
#define ACL_EVENT_DEVICE_USE_ONLY 0x00000010U
#define ACL_EVENT_EXTERNAL 0x00000020U
#define ACL_EVENT_IPC 0x00000040U

/* Answer of aclrtQueryEvent. */
typedef enum aclrtEventStatus HOSTNN_INT_ENUM {
  ACL_EVENT_STATUS_COMPLETE = 0,
  ACL_EVENT_STATUS_NOT_READY = 1,
  ACL_EVENT_STATUS_RESERVED = 2,
} aclrtEventStatus;

/* Answer of aclrtQueryEventStatus; the numbers are the other way round. */
typedef enum aclrtEventRecordedStatus HOSTNN_INT_ENUM {
  ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
  ACL_EVENT_RECORDED_STATUS_COMPLETE = 1,
} aclrtEventRecordedStatus;

/* Direction of a copy. */
typedef enum aclrtMemcpyKind HOSTNN_INT_ENUM {
  ACL_MEMCPY_HOST_TO_HOST = 0,
  ACL_MEMCPY_HOST_TO_DEVICE = 1,
  ACL_MEMCPY_DEVICE_TO_HOST = 2,
  ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
  ACL_MEMCPY_DEFAULT = 4,
  ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
  ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6,
  ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7,
} aclrtMemcpyKind;

/* Which pages device memory is wanted from. */
typedef enum aclrtMemMallocPolicy HOSTNN_INT_ENUM {
  ACL_MEM_MALLOC_HUGE_FIRST = 0,
  ACL_MEM_MALLOC_HUGE_ONLY = 1,
  ACL_MEM_MALLOC_NORMAL_ONLY = 2,
  ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
  ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
  ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
  ACL_MEM_MALLOC_HUGE1G_ONLY = 6,
  ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
  ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x0100,
  ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,
  ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000,
} aclrtMemMallocPolicy;

/* Kind of device memory that aclrtGetMemInfo is asked about. */
typedef enum aclrtMemAttr HOSTNN_INT_ENUM {
  ACL_DDR_MEM = 0,
  ACL_HBM_MEM = 1,
  ACL_DDR_MEM_HUGE = 2,
  ACL_DDR_MEM_NORMAL = 3,
  ACL_HBM_MEM_HUGE = 4,
  ACL_HBM_MEM_NORMAL = 5,
  ACL_DDR_MEM_P2P_HUGE = 6,
  ACL_DDR_MEM_P2P_NORMAL = 7,
  ACL_HBM_MEM_P2P_HUGE = 8,
  ACL_HBM_MEM_P2P_NORMAL = 9,
  ACL_HBM_MEM_HUGE1G = 10,
  ACL_HBM_MEM_P2P_HUGE1G = 11,
  ACL_MEM_NORMAL = 12,
  ACL_MEM_HUGE = 13,
  ACL_MEM_HUGE1G = 14,
  ACL_MEM_P2P_NORMAL = 15,
  ACL_MEM_P2P_HUGE = 16,
  ACL_MEM_P2P_HUGE1G = 17,
} aclrtMemAttr;

/* What registered host memory is for; the reserved ones are refused. */
typedef enum aclrtHostRegisterType HOSTNN_INT_ENUM {
  ACL_HOST_REGISTER_MAPPED = 0,
  ACL_HOST_REGISTER_IOMEMORY = 4,
  ACL_HOST_REGISTER_READONLY = 8,
} aclrtHostRegisterType;

/* ---- Start and end ---- */

/* Initialises the library; comes first. configPath is NULL or names a JSON file
 * that is read during the call: 100003 if it cannot be read, 100006 if it is
 * not a JSON object or nests too deeply, 100000 if a value is not legal. A
 * HOSTNN_ variable of the environment that cannot be understood gives 100000.
 * Called again it returns 100002, which may be ignored, and counts one use
 * more; with another configuration 100000.
 */
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/* Ends the use of the library whatever the count, and all devices and contexts
 * with it; aclInit may follow. 100037 if that was done already, 100001 if the
 * library was never initialised.
 */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/* Counts one use less; at 0 as aclFinalize. refCount, unless NULL, receives the
 * count after the call.
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/* ---- Errors ---- */

/* The messages recorded since the last call, newest first, a line each, or NULL
 * if there are none; they are cleared. About 4000 bytes are kept, the rest of
 * the oldest is cut. Messages belong to a thread, or to the process if
 * aclInit's JSON has "err_msg_mode": "1". The library owns the string, which is
 * valid until the next call in the thread, or in that mode by any thread.
 * Serves acl and aclnn functions.
 */
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

/* Code of the thread's last failing runtime call, 0 if there was none; calls
 * that succeed leave it. A level other than ACL_RT_THREAD_LEVEL gives 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtPeekAtLastError(aclrtLastErrLevel level);

/* As aclrtPeekAtLastError, and sets the thread's code to 0. */
ACL_FUNC_VISIBILITY aclError aclrtGetLastError(aclrtLastErrLevel level);

/* ---- Devices ---- */

/* Makes the device and its default context current and adds one to the device's
 * count. 107001 if deviceId is not in [0, count), 100001 before aclInit.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

/* Takes one from the device's count. At 0 waits for the default context's work
 * and ends that context; its streams, and the device's memory, may still be
 * destroyed and freed, once. 107001 if deviceId is out of range, 107000 if the
 * device is not set.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

/* As aclrtResetDevice when the count reaches 0, whatever the count. */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

/* The current device. */
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

/* How many devices the process sees. Needs no device. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

/* Always ACL_HOST. Needs no device. */
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

/* Waits for the work queued, before the call, on every stream of the current
 * device, in any context. Returns, of one of them, the first fault not reported
 * yet, or 0.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

/* As aclrtSynchronizeDevice, for at most timeout milliseconds: -1 waits for
 * ever, 0 looks once, less gives 107000. 507046 when the time is over; the work
 * goes on.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

/* ---- Contexts ---- */

/* Creates a context with a default stream on the device and makes it current;
 * aclrtSetDevice is not needed. 107001 if deviceId is not in [0, count), 100001
 * before aclInit. The caller ends it with aclrtDestroyContext.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context,
                                                int32_t deviceId);

/* Waits for the work of a context of aclrtCreateContext and ends it; its
 * streams may still be destroyed, once, and threads in which it is current have
 * no device then. 107000 for the default context of a device.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

/* Makes context, created or default, and its device current in this thread. */
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

/* The current context: one that was created or set, or else the default context
 * of the device that was set.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

/* The default stream of the current context, the one that NULL stands for. It
 * cannot be destroyed.
 */
ACL_FUNC_VISIBILITY aclError
aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);

/* ---- Streams ---- */

/* Creates a stream in the current context; work on it runs in the order in
 * which it was queued. The caller ends it with aclrtDestroyStream.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

/* As aclrtCreateStream. priority is in 0 to 7, else 107000, and has no effect.
 * flag is a union of ACL_STREAM_ flags: PERSISTENT, CPU_SCHEDULE and
 * DEVICE_USE_ONLY give 207000, all other bits have no effect.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream,
                                                         uint32_t priority,
                                                         uint32_t flag);

/* Waits for the stream's work and destroys it. 100000 for NULL, 107000 for a
 * default stream. No other thread may be using the stream. A fault of its work
 * is left to the next synchronisation of the device.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

/* As aclrtDestroyStream, but work that has not begun is dropped. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

/* Waits for the work queued on the stream before the call. Returns its first
 * fault not reported yet, or 0; the stream goes on either way.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

/* As aclrtSynchronizeStream, for at most timeout milliseconds: -1 waits for
 * ever, 0 looks once, less gives 107000. 507046 when the time is over; the work
 * goes on.
 */
ACL_FUNC_VISIBILITY aclError
aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/* Whether everything queued on the stream is done; does not wait and reports no
 * fault of that work.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream,
                                              aclrtStreamStatus* status);

/* ---- Events ---- */

/* Creates an event on the current device for waiting and timing. The caller
 * ends it with aclrtDestroyEvent.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);

/* As aclrtCreateEvent with a union of ACL_EVENT_ flags: streams can wait for it
 * with SYNC, it has a time with TIME_LINE. DEVICE_USE_ONLY, EXTERNAL and IPC
 * give 207000, a bit that is no flag 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event,
                                                      uint32_t flag);

/* As aclrtCreateEventWithFlag, for an event that counts as complete before its
 * first record.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event,
                                                        uint32_t flag);

/* Destroys the event without waiting; work queued on it is not disturbed. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

/* Lets the event stand for all work queued on the stream so far, in place of
 * what an earlier record meant. Waits and queries use the latest record at the
 * moment of their call. 107003 if event and stream are of different devices.
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event,
                                              aclrtStream stream);

/* Deprecated: as aclrtQueryEventStatus with other numbers, but for an event of
 * aclrtCreateEventExWithFlag, which it refuses with 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event,
                                             aclrtEventStatus* status);

/* Whether the work before the latest record is done; does not wait. Works from
 * any device. Without a record: complete for an event of
 * aclrtCreateEventExWithFlag, else not ready.
 */
ACL_FUNC_VISIBILITY aclError
aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status);

/* Waits for the work before the latest record and returns its first fault not
 * reported yet, or 0. Works from any device. An event without a record is not
 * waited for.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);

/* As aclrtSynchronizeEvent, for at most timeout milliseconds: -1 waits for
 * ever, 0 looks once, less gives 107000. 507047 when the time is over.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event,
                                                              int32_t timeout);

/* Work queued on the stream from now on starts after the work before the
 * event's latest record; does not wait itself. 107000 if the event was created
 * without ACL_EVENT_SYNC; without a record 107000 too, or nothing to wait for
 * with an event of aclrtCreateEventExWithFlag. 107003 if event and stream are
 * of different devices.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream,
                                                  aclrtEvent event);

/* Milliseconds between the latest records of two events. 107006 if one was
 * created without ACL_EVENT_TIME_LINE or has no record, 507006 if the work
 * before one is not done, 107007 if endEvent is earlier.
 */
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms,
                                                   aclrtEvent startEvent,
                                                   aclrtEvent endEvent);

/* ---- Memory ---- */

/* size bytes of memory of the current device, not initialised, aligned to 64
 * bytes and, from a page on, to pages. The bytes up to the next multiple of 32,
 * and 32 more, may be read. policy is a wish: any value is accepted. 207001 if
 * there is not enough memory. The caller frees it with aclrtFree.
 */
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size,
                                         aclrtMemMallocPolicy policy);

/* As aclrtMalloc, without the 32 bytes more. */
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy);

/* As aclrtMalloc; policy is HUGE_FIRST, HUGE_ONLY, NORMAL_ONLY or HUGE1G_ONLY,
 * else 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void** devPtr, size_t size,
                                               aclrtMemMallocPolicy policy);

/* Frees memory of the three functions above, from any thread and device.
 * Returns at once: work that is queued keeps the memory until it is done.
 * 107000 if devPtr is not the start of such memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

/* Free and all bytes of the current device's memory, the same for every kind of
 * it. 107000 for a value outside the enumeration.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free,
                                             size_t* total);

/* size bytes of host memory that asynchronous copies use directly, not
 * initialised, aligned to 64 bytes; needs no device. 207001 if there is not
 * enough memory. The caller frees it with aclrtFreeHost.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);

/* Frees memory of aclrtMallocHost. Returns at once: work that is queued keeps
 * the memory until it is done. 107000 if hostPtr is not the start of such
 * memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

/* Makes size bytes of the caller's memory, beginning on a multiple of 4096,
 * usable by operators of the current device at *devPtr. type is
 * ACL_HOST_REGISTER_MAPPED; the reserved ones give 207000, others 107000.
 * 507910 if part of it is known already.
 * The memory stays the caller's and must stay until aclrtHostUnregister and the
 * end of the work that uses it.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostRegister(void* ptr, uint64_t size,
                                               aclrtHostRegisterType type,
                                               void** devPtr);

/* Undoes aclrtHostRegister. 507911 if nothing is registered at ptr. */
ACL_FUNC_VISIBILITY aclError aclrtHostUnregister(void* ptr);

/* Copies count bytes and returns when they are there; does not wait for queued
 * work. destMax is the room at dst in bytes: 107000 if count is larger, if a
 * range leaves its memory, or if kind is not of the enumeration or names a
 * device and neither address is of one. Otherwise the addresses decide the
 * direction. 207000 between two devices.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax,
                                         const void* src, size_t count,
                                         aclrtMemcpyKind kind);

/* As aclrtMemcpy, in the stream's order. Returns at once if both ends are
 * memory of aclrtMalloc or aclrtMallocHost, otherwise, and with
 * ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, when the copy is done. From host to host:
 * 207000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax,
                                              const void* src, size_t count,
                                              aclrtMemcpyKind kind,
                                              aclrtStream stream);

/* Sets count bytes to the low 8 bits of value and returns when they are set;
 * does not wait for queued work. maxCount is the room at devPtr in bytes:
 * 107000 if count is larger, or if the bytes are not inside memory of
 * aclrtMalloc, aclrtMallocHost or aclrtHostRegister.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount,
                                         int32_t value, size_t count);

/* As aclrtMemset, in the stream's order. */
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount,
                                              int32_t value, size_t count,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_RT_H_ */

/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors, scalars, arrays and lists that describe an operator's arguments, and
 * the executor that carries a call from its first phase to its second.
 */
#ifndef ACLNN_ACL_META_H_
#define ACLNN_ACL_META_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Common to all functions, unless one says otherwise: the result is 0 or a
 * code, 161001 for a NULL pointer and 161002 for anything else that is wrong, a
 * destroyed or foreign handle included; aclGetRecentErrMsg has the reason. The
 * functions that create return NULL instead. Outputs are written on success
 * only. Any thread may call; no handle is bound to a thread.
 */

/* A program that declares these types itself defines ACLNN_META first. */
#ifndef ACLNN_META
#define ACLNN_META
typedef struct aclOpExecutor aclOpExecutor;
typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclTensorList aclTensorList;
typedef struct aclScalarList aclScalarList;
#endif /* ACLNN_META */

/* Result of every aclnn function. */
typedef int32_t aclnnStatus;

#ifdef __cplusplus
constexpr aclnnStatus OK = 0;
#else
static const aclnnStatus OK = 0;
#endif

/* ---- Objects ---- */

/* Describes a view of storage at tensorData: element (i0, i1, ...) lies offset
 * + i0 * stride[0] + i1 * stride[1] + ... elements behind it. stride NULL means
 * dense. All arrays are copied, the memory stays the caller's, and tensorData
 * may be NULL until the tensor is used. Returns NULL on a NULL array whose
 * count is not 0, more than 25 dimensions, a negative number, or an unknown
 * type or format. The caller ends it with aclDestroyTensor.
 */
ACL_FUNC_VISIBILITY aclTensor* aclCreateTensor(
    const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
    const int64_t* stride, int64_t offset, aclFormat format,
    const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData);

/* Describes tensor anew, as aclCreateTensor would; on failure it stays as it
 * was.
 */
ACL_FUNC_VISIBILITY aclnnStatus
aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
              aclDataType dataType, const int64_t* stride, int64_t offset,
              aclFormat format, const int64_t* storageDims,
              uint64_t storageDimsNum, void* tensorDataAddr);

/* A copy of the number of type dataType at value, in host memory. Returns NULL
 * if value is NULL or the type has no whole bytes. The caller ends it with
 * aclDestroyScalar.
 */
ACL_FUNC_VISIBILITY aclScalar* aclCreateScalar(void* value,
                                               aclDataType dataType);

/* A copy of size numbers in host memory; value may be NULL if size is 0. The
 * caller ends it with aclDestroyIntArray.
 */
ACL_FUNC_VISIBILITY aclIntArray* aclCreateIntArray(const int64_t* value,
                                                   uint64_t size);

/* As aclCreateIntArray; the caller ends it with aclDestroyFloatArray. */
ACL_FUNC_VISIBILITY aclFloatArray* aclCreateFloatArray(const float* value,
                                                       uint64_t size);

/* As aclCreateIntArray; the caller ends it with aclDestroyBoolArray. */
ACL_FUNC_VISIBILITY aclBoolArray* aclCreateBoolArray(const bool* value,
                                                     uint64_t size);

/* A list that takes the size tensors over: aclDestroyTensorList, by which the
 * caller ends it, destroys them too. Entries may be NULL; value may be NULL if
 * size is 0.
 */
ACL_FUNC_VISIBILITY aclTensorList* aclCreateTensorList(
    const aclTensor* const* value, uint64_t size);

/* As aclCreateTensorList, with scalars and aclDestroyScalarList. */
ACL_FUNC_VISIBILITY aclScalarList* aclCreateScalarList(
    const aclScalar* const* value, uint64_t size);

/* Destroys tensor, not its memory. NULL does nothing and gives 0. Work that is
 * queued does not need it any more.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyTensor(const aclTensor* tensor);

/* Destroys scalar; NULL does nothing and gives 0. */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyScalar(const aclScalar* scalar);

/* Destroys array; NULL does nothing and gives 0. */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyIntArray(const aclIntArray* array);

/* Destroys array; NULL does nothing and gives 0. */
ACL_FUNC_VISIBILITY aclnnStatus
aclDestroyFloatArray(const aclFloatArray* array);

/* Destroys array; NULL does nothing and gives 0. */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyBoolArray(const aclBoolArray* array);

/* Destroys the list and its tensors; NULL does nothing and gives 0. */
ACL_FUNC_VISIBILITY aclnnStatus
aclDestroyTensorList(const aclTensorList* array);

/* Destroys the list and its scalars; NULL does nothing and gives 0. */
ACL_FUNC_VISIBILITY aclnnStatus
aclDestroyScalarList(const aclScalarList* array);

/* ---- Reading and changing objects ---- */

/* The extents of the view in a new array, which the caller releases with C++'s
 * delete[], and their number.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewShape(const aclTensor* tensor,
                                                int64_t** viewDims,
                                                uint64_t* viewDimsNum);

/* The extents of the storage as given at creation; the caller releases the
 * array with C++'s delete[].
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetStorageShape(const aclTensor* tensor,
                                                   int64_t** storageDims,
                                                   uint64_t* storageDimsNum);

/* The strides of the view in elements; the caller releases the array with C++'s
 * delete[].
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewStrides(const aclTensor* tensor,
                                                  int64_t** stridesValue,
                                                  uint64_t* stridesNum);

/* Elements from the storage's start to the view's first element. */
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewOffset(const aclTensor* tensor,
                                                 int64_t* offset);

/* The format given at creation. */
ACL_FUNC_VISIBILITY aclnnStatus aclGetFormat(const aclTensor* tensor,
                                             aclFormat* format);

/* The type of the elements. */
ACL_FUNC_VISIBILITY aclnnStatus aclGetDataType(const aclTensor* tensor,
                                               aclDataType* dataType);

/* How many numbers array holds. */
ACL_FUNC_VISIBILITY aclnnStatus aclGetIntArraySize(const aclIntArray* array,
                                                   uint64_t* size);

/* How many numbers array holds. */
ACL_FUNC_VISIBILITY aclnnStatus aclGetFloatArraySize(const aclFloatArray* array,
                                                     uint64_t* size);

/* How many values array holds. */
ACL_FUNC_VISIBILITY aclnnStatus aclGetBoolArraySize(const aclBoolArray* array,
                                                    uint64_t* size);

/* How many entries the list has, NULL ones included. */
ACL_FUNC_VISIBILITY aclnnStatus
aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size);

/* How many entries the list has, NULL ones included. */
ACL_FUNC_VISIBILITY aclnnStatus
aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size);

/* Address of the storage's start, without the offset. */
ACL_FUNC_VISIBILITY aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor,
                                                    void** addr);

/* Moves the tensor to storage at addr, which may be NULL. For use before the
 * first phase or after the second: an executor keeps the address it was made
 * with.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclSetRawTensorAddr(aclTensor* tensor,
                                                    void* addr);

/* ---- Executors ---- */

/* Lets the second phase run any number of times with executor, which then is
 * the caller's to end with aclDestroyAclOpExecutor. For use right after the
 * first phase. executor NULL: 561103.
 */
ACL_FUNC_VISIBILITY aclnnStatus
aclSetAclOpExecutorRepeatable(aclOpExecutor* executor);

/* Ends an executor; work that is queued does not need it any more. executor
 * NULL: 561103.
 */
ACL_FUNC_VISIBILITY aclnnStatus
aclDestroyAclOpExecutor(aclOpExecutor* executor);

/* The next six give a repeatable executor the storage address of one argument,
 * for the runs of the second phase that follow; shape, strides and offset stay.
 * Executor, tensor or list NULL gives 561103; an index that is out of range, an
 * argument that was NULL in the first phase, or an executor that is not
 * repeatable 161002. Counting starts at 0 and includes absent optional
 * arguments.
 */

/* index counts the input tensors, members of a list one by one. */
ACL_FUNC_VISIBILITY aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor,
                                                      const size_t index,
                                                      aclTensor* tensor,
                                                      void* addr);

/* index counts the output tensors, members of a list one by one. */
ACL_FUNC_VISIBILITY aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor,
                                                       const size_t index,
                                                       aclTensor* tensor,
                                                       void* addr);

/* index counts the input tensors, then the output tensors. */
ACL_FUNC_VISIBILITY aclnnStatus aclSetTensorAddr(aclOpExecutor* executor,
                                                 const size_t index,
                                                 aclTensor* tensor, void* addr);

/* irIndex counts the input parameters, relativeIndex the list's members. */
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicInputTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);

/* irIndex counts the output parameters, relativeIndex the list's members. */
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicOutputTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);

/* irIndex counts the input, then the output parameters, relativeIndex the
 * list's members.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);

/* The same six under their other spelling. */
ACL_FUNC_VISIBILITY aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor,
                                                      const size_t index,
                                                      aclTensor* tensor,
                                                      void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor,
                                                       const size_t index,
                                                       aclTensor* tensor,
                                                       void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetTensorAddr(aclOpExecutor* executor,
                                                 const size_t index,
                                                 aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicInputTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicOutputTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);

#ifdef __cplusplus
}
#endif

#endif /* ACLNN_ACL_META_H_ */

# The library's targets and the two functions by which a folder adds to them.

add_library(hostnn_flags INTERFACE)
target_compile_features(hostnn_flags INTERFACE cxx_std_20)
target_compile_options(hostnn_flags INTERFACE
  -Wall -Wextra -Wpedantic -Werror -ffp-contract=off)

add_library(hostnn_sanitizers INTERFACE)
if(HOSTNN_SANITIZE)
  target_compile_options(hostnn_sanitizers INTERFACE
    -fsanitize=${HOSTNN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(hostnn_sanitizers INTERFACE -fsanitize=${HOSTNN_SANITIZE})
endif()

# Tests compile long and run briefly.
add_library(hostnn_test_flags INTERFACE)
target_compile_options(hostnn_test_flags INTERFACE $<$<CONFIG:Release>:-O1>)

# What is over the public interface is not sanitized itself, for the oracles are
# slow enough; but the thread sanitizer has to see every thread.
add_library(hostnn_client_test_flags INTERFACE)
target_link_libraries(hostnn_client_test_flags INTERFACE hostnn_test_flags)
if(HOSTNN_SANITIZE STREQUAL "thread")
  target_link_libraries(hostnn_client_test_flags INTERFACE hostnn_sanitizers)
elseif(HOSTNN_SANITIZE)
  target_compile_options(hostnn_client_test_flags INTERFACE -O1)
  target_link_options(hostnn_client_test_flags INTERFACE -fsanitize=${HOSTNN_SANITIZE})
endif()

find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(hwy REQUIRED)

# What kernels are compiled for, chosen from at run time. SSSE3 and SSE4 have no
# fused multiply-add and would give other bits; the fallback has one lane.
set(disabled_targets "HWY_SSSE3|HWY_SSE4")
if(NOT HOSTNN_AVX512)
  string(APPEND disabled_targets "|HWY_AVX3|HWY_AVX3_DL")
endif()
add_library(hostnn_simd INTERFACE)
target_link_libraries(hostnn_simd INTERFACE hwy::hwy)
target_compile_definitions(hostnn_simd INTERFACE
  "HWY_DISABLED_TARGETS=(${disabled_targets})" HWY_BROKEN_EMU128=1)

# Every object of the library, once: linked into the shared library and, with
# the unit tests that look inside, into hostnn_unit_tests.
add_library(hostnn_objects OBJECT)
target_include_directories(hostnn_objects
  PUBLIC "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/include/aclnn"
         "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(hostnn_objects
  PRIVATE FUNC_VISIBILITY HOSTNN_VERSION="${PROJECT_VERSION}")
target_link_libraries(hostnn_objects
  PUBLIC hostnn_flags hostnn_sanitizers hostnn_simd Threads::Threads PRIVATE nlohmann_json::nlohmann_json)
# What most of it includes and what takes longest to compile.
target_precompile_headers(hostnn_objects PRIVATE
  <algorithm> <array> <atomic> <condition_variable> <functional> <memory> <mutex> <string> <vector>)
set_target_properties(hostnn_objects PROPERTIES
  CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)

# The one shared library. It starts threads, so it is never unmapped.
add_library(hostnn SHARED)
target_link_libraries(hostnn PRIVATE hostnn_objects)
target_include_directories(hostnn INTERFACE "${PROJECT_SOURCE_DIR}/include")
target_link_options(hostnn PRIVATE
  "LINKER:--version-script=${PROJECT_SOURCE_DIR}/src/api/hostnn.map"
  "LINKER:-z,nodelete" "LINKER:--no-undefined-version")
if(NOT HOSTNN_SANITIZE)
  target_link_options(hostnn PRIVATE "LINKER:-z,defs")
endif()
set_target_properties(hostnn PROPERTIES
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
  LINK_DEPENDS "${PROJECT_SOURCE_DIR}/src/api/hostnn.map"
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib64")

if(HOSTNN_BUILD_TESTS)
  find_package(GTest REQUIRED)
  add_executable(hostnn_unit_tests)
  target_link_libraries(hostnn_unit_tests
    PRIVATE hostnn_objects hostnn_test_flags GTest::gmock_main
            nlohmann_json::nlohmann_json)
  target_include_directories(hostnn_unit_tests PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  # What every test includes and what takes longest to compile.
  target_precompile_headers(hostnn_unit_tests
    PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
endif()

# hostnn_room(SOURCES a.cc ... TESTS a_test.cc ...): adds this folder's files.
function(hostnn_room)
  cmake_parse_arguments(ROOM "" "" "SOURCES;TESTS" ${ARGN})
  list(TRANSFORM ROOM_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  target_sources(hostnn_objects PRIVATE ${ROOM_SOURCES})
  if(HOSTNN_BUILD_TESTS AND ROOM_TESTS)
    list(TRANSFORM ROOM_TESTS PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
    target_sources(hostnn_unit_tests PRIVATE ${ROOM_TESTS})
  endif()
endfunction()

# hostnn_add_operator(name): an operator is its checks and plan in <name>.cc of
# this folder, its oracle in <name>_case.cc and, where it brings them, a kernel
# src/kernels/<name>.cc of its own and tests beside either.
function(hostnn_add_operator name)
  hostnn_room(SOURCES ${name}.cc)
  foreach(path IN ITEMS "${CMAKE_CURRENT_SOURCE_DIR}/${name}_test.cc"
                        "${PROJECT_SOURCE_DIR}/src/kernels/${name}_test.cc")
    if(HOSTNN_BUILD_TESTS AND EXISTS "${path}")
      target_sources(hostnn_unit_tests PRIVATE "${path}")
    endif()
  endforeach()
  # tests/harness takes them up.
  set_property(GLOBAL APPEND PROPERTY HOSTNN_CASES
    "${CMAKE_CURRENT_SOURCE_DIR}/${name}_case.cc")
  if(EXISTS "${PROJECT_SOURCE_DIR}/src/kernels/${name}.cc")
    target_sources(hostnn_objects PRIVATE "${PROJECT_SOURCE_DIR}/src/kernels/${name}.cc")
  endif()
endfunction()

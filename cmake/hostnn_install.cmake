# What `cmake --install` puts below the prefix; the tree may be moved as a whole.

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" DESTINATION include
  FILES_MATCHING PATTERN "*.h")
install(TARGETS hostnn LIBRARY DESTINATION lib64)

# The names that programs link and open: one library, so the loader maps it once.
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/lib64")
foreach(name IN ITEMS ascendcl acl_rt acl_op_compiler nnopbase opapi opapi_nn opapi_math)
  set(link "${PROJECT_BINARY_DIR}/lib64/lib${name}.so")
  file(CREATE_LINK "libhostnn.so.${PROJECT_VERSION_MAJOR}" "${link}" SYMBOLIC)
  install(FILES "${link}" DESTINATION lib64)
endforeach()

# Clients expect ASCEND_OPP_PATH to be a folder; operators live in the library.
install(DIRECTORY DESTINATION opp)
install(FILES "${PROJECT_SOURCE_DIR}/scripts/set_env.sh" DESTINATION .)
foreach(file IN ITEMS LICENSE README.md CHANGELOG.md CONTRIBUTING.md)
  install(FILES "${PROJECT_SOURCE_DIR}/${file}" DESTINATION share/doc/hostnn)
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_SOURCE_DIR}/examples"
  DESTINATION share/doc/hostnn)

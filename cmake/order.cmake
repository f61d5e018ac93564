# Functions in the order of their names compress better than in emcc's order.
find_program(RESHARD_NODE NAMES node nodejs REQUIRED)
execute_process(COMMAND ${RESHARD_EM_CONFIG} BINARYEN_ROOT
  OUTPUT_VARIABLE binaryen OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# Reorders the functions of a published module. The names stay beside it, for tests/bench/weight.mjs.
function(reshard_order_functions target wasm symbols)
  if(NOT CMAKE_BUILD_TYPE STREQUAL MinSizeRel)
    return()
  endif()
  target_link_options(${target} PRIVATE --emit-symbol-map)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/order.mjs")
  add_custom_command(TARGET ${target} POST_BUILD COMMAND ${RESHARD_NODE} "${PROJECT_SOURCE_DIR}/cmake/order.mjs"
    "${binaryen}/bin" "$<TARGET_FILE_DIR:${target}>/${wasm}" "$<TARGET_FILE_DIR:${target}>/${symbols}"
    COMMENT "Ordering functions by name" VERBATIM)
endfunction()

# The PostgreSQL extension, if a server's headers are installed (Debian: postgresql-server-dev-15); otherwise it is left
# out.
#   cmake --install build/release --component postgresql
file(GLOB pg_folders /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin /usr/local/pgsql/bin)
list(SORT pg_folders COMPARE NATURAL ORDER DESCENDING)
find_program(RESHARD_PG_CONFIG pg_config HINTS ${pg_folders} DOC "pg_config of the server that the extension is for")
set(pg_headers "")
if(RESHARD_PG_CONFIG)
  foreach(word IN ITEMS includedir-server pkglibdir sharedir)
    execute_process(COMMAND "${RESHARD_PG_CONFIG}" --${word} OUTPUT_VARIABLE pg_${word} OUTPUT_STRIP_TRAILING_WHITESPACE)
  endforeach()
  if(EXISTS "${pg_includedir-server}/postgres.h")
    set(pg_headers "${pg_includedir-server}")
  endif()
endif()
if(NOT pg_headers)
  message(STATUS "no headers of PostgreSQL's server: the extension is left out")
  return()
endif()

# The server's functions that it calls are resolved when the server loads it.
set(postgresql "${PROJECT_SOURCE_DIR}/core/bindings/postgresql")
add_library(reshard_postgresql MODULE "${postgresql}/reshard.c")
set_target_properties(reshard_postgresql PROPERTIES OUTPUT_NAME reshard PREFIX "" SUFFIX .so LINKER_LANGUAGE CXX
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/postgresql")
target_include_directories(reshard_postgresql PRIVATE "${PROJECT_SOURCE_DIR}")
target_include_directories(reshard_postgresql SYSTEM PRIVATE "${pg_headers}")
target_link_libraries(reshard_postgresql PRIVATE reshard_static reshard_warnings)
if(APPLE)
  target_link_options(reshard_postgresql PRIVATE LINKER:-undefined,dynamic_lookup)
else()
  target_link_options(reshard_postgresql PRIVATE "LINKER:--version-script=${postgresql}/reshard.map")
  set_target_properties(reshard_postgresql PROPERTIES LINK_DEPENDS "${postgresql}/reshard.map")
endif()
install(TARGETS reshard_postgresql LIBRARY DESTINATION "${pg_pkglibdir}" COMPONENT postgresql EXCLUDE_FROM_ALL)
install(FILES "${postgresql}/reshard.control" "${postgresql}/reshard--1.sql" DESTINATION "${pg_sharedir}/extension"
  COMPONENT postgresql EXCLUDE_FROM_ALL)

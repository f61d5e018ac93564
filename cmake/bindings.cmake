# libreshard, static and shared, and the command `reshard`: native builds only.
include(GNUInstallDirs)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)

set_target_properties(reshard_core PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON)

# Only library.cpp catches exceptions, which the standard library throws when memory runs out.
set_source_files_properties(core/bindings/library.cpp PROPERTIES COMPILE_OPTIONS -fexceptions)
add_library(reshard_bindings OBJECT core/bindings/library.cpp core/bindings/reading.cpp core/bindings/router.cpp
  core/bindings/known_keys.cpp)
set_target_properties(reshard_bindings PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON)
target_compile_definitions(reshard_bindings PRIVATE RESHARD_VERSION="${PROJECT_VERSION}")
target_link_libraries(reshard_bindings PRIVATE reshard_core reshard_warnings reshard_headers)

# The static library holds the core as well: one file to link.
add_library(reshard_static STATIC $<TARGET_OBJECTS:reshard_bindings> $<TARGET_OBJECTS:reshard_core>)
add_library(reshard_shared SHARED $<TARGET_OBJECTS:reshard_bindings> $<TARGET_OBJECTS:reshard_core>)
set_target_properties(reshard_static reshard_shared PROPERTIES OUTPUT_NAME reshard LINKER_LANGUAGE CXX)
set_target_properties(reshard_static PROPERTIES EXPORT_NAME static)
set_target_properties(reshard_shared PROPERTIES EXPORT_NAME shared VERSION ${PROJECT_VERSION} SOVERSION 1)
if(NOT APPLE)
  target_link_options(reshard_shared PRIVATE "LINKER:--version-script=${PROJECT_SOURCE_DIR}/core/bindings/reshard.map")
  set_target_properties(reshard_shared PROPERTIES LINK_DEPENDS "${PROJECT_SOURCE_DIR}/core/bindings/reshard.map")
endif()
foreach(library IN ITEMS reshard_static reshard_shared)
  target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/core/bindings>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()

file(GLOB command_sources CONFIGURE_DEPENDS core/bindings/command/*.cpp)
add_executable(reshard_command ${command_sources} $<TARGET_OBJECTS:reshard_bindings>)
set_target_properties(reshard_command PROPERTIES OUTPUT_NAME reshard)
target_compile_definitions(reshard_command PRIVATE RESHARD_VERSION="${PROJECT_VERSION}")
target_link_libraries(reshard_command PRIVATE reshard_core reshard_warnings reshard_headers Threads::Threads ZLIB::ZLIB)
reshard_precompile(reshard_command)
reshard_unify(reshard_command)

# The manual page and the completions, made from the rows of commands and options that the command itself is made from.
file(GLOB manual_sources CONFIGURE_DEPENDS core/bindings/manual/*.cpp)
add_executable(reshard_manual ${manual_sources})
target_include_directories(reshard_manual PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(reshard_manual PRIVATE reshard_warnings)
set(share "${PROJECT_BINARY_DIR}/share")
file(MAKE_DIRECTORY "${share}")
set(shared_files "")
foreach(name IN ITEMS reshard.1 reshard.bash _reshard)
  set(template "${PROJECT_SOURCE_DIR}/core/bindings/share/${name}.in")
  add_custom_command(OUTPUT "${share}/${name}" DEPENDS "${template}" reshard_manual VERBATIM
    COMMAND reshard_manual "${template}" "${share}/${name}")
  list(APPEND shared_files "${share}/${name}")
endforeach()
add_custom_target(reshard_share ALL DEPENDS ${shared_files})
add_dependencies(reshard_command reshard_share)  # so that who builds the command can install it

# --- cmake --install ------------------------------------------------------------------------------------------------
install(TARGETS reshard_static reshard_shared reshard_command EXPORT reshard)
install(FILES core/bindings/reshard.h TYPE INCLUDE)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/reshard")
install(EXPORT reshard FILE reshard-config.cmake NAMESPACE reshard:: DESTINATION "${package}")
include(CMakePackageConfigHelpers)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/reshard-config-version.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/reshard-config-version.cmake" DESTINATION "${package}")
configure_file(core/bindings/reshard.pc.in "${PROJECT_BINARY_DIR}/reshard.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/reshard.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${share}/reshard.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${share}/reshard.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
  RENAME reshard)
install(FILES "${share}/_reshard" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES core/bindings/python/reshard.py DESTINATION "${CMAKE_INSTALL_DATADIR}/reshard/python")

include(postgresql)

# One folder, one target. A target's name is its path with "_" for "/": backend/checkpoint -> backend_checkpoint.

# firstlight_library(<name> SOURCES <files...> [PUBLIC <targets...>] [PRIVATE <targets...>] [PRECOMPILE <headers...>])
# Includes are written from the repository root.
function(firstlight_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE;PRECOMPILE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  if(ARG_PRECOMPILE)
    target_precompile_headers(${name} PRIVATE ${ARG_PRECOMPILE})
  endif()
endfunction()

# firstlight_program(<name> SOURCES <files...> LINK <targets...>): an executable in bin/, installed.
function(firstlight_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  install(TARGETS ${name} RUNTIME DESTINATION bin COMPONENT programs)
endfunction()

# firstlight_test(<name> SOURCES <files...> LINK <targets...> [LABELS <labels...>] [TIMEOUT <seconds>])
# A Qt Test program registered with CTest. GUI tests draw to the offscreen platform. Label "tsan": its threads meet in
# instrumented code alone, so it runs under ThreadSanitizer too (target thread_tests builds all of these).
add_custom_target(thread_tests)
function(firstlight_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} Qt6::Test)
  set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_compile_definitions(${name} PRIVATE
    FIRSTLIGHT_SOURCE_DIR="${CMAKE_SOURCE_DIR}" FIRSTLIGHT_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
  add_test(NAME ${name} COMMAND ${name})
  if("tsan" IN_LIST ARG_LABELS)
    add_dependencies(thread_tests ${name})
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(FIRSTLIGHT_SANITIZE) # sanitized programs are several times slower
    math(EXPR ARG_TIMEOUT "4 * ${ARG_TIMEOUT}")
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QT_LOGGING_RULES=qt.qpa.*=false")
endfunction()

# Compiler settings that hold for every target. Nothing here names a layer.

option(FIRSTLIGHT_OPTIONAL "Use optional dependencies when they are found (CUDA, ccache, mold)" ON)
set(FIRSTLIGHT_SANITIZE "" CACHE STRING "Comma separated sanitizers, e.g. address,undefined or thread")
option(FIRSTLIGHT_FUZZER "Fuzz targets search with libFuzzer (clang only) instead of replaying their corpus" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

# "Dev": quick to compile, quick enough to run a model, assertions on, short debug information.
set(CMAKE_CXX_FLAGS_DEV "-O1 -g1" CACHE STRING "" FORCE)
set(CMAKE_C_FLAGS_DEV "-O1 -g1" CACHE STRING "" FORCE)
set(CMAKE_EXE_LINKER_FLAGS_DEV "" CACHE STRING "" FORCE)
set(CMAKE_SHARED_LINKER_FLAGS_DEV "" CACHE STRING "" FORCE)
set(CMAKE_MODULE_LINKER_FLAGS_DEV "" CACHE STRING "" FORCE)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Dev CACHE STRING "" FORCE)
endif()

add_compile_options(-Wall -Wextra -Wvla -Wnon-virtual-dtor -Woverloaded-virtual
                    -fstack-protector-strong -fvisibility-inlines-hidden)
add_link_options(-Wl,-z,relro,-z,now)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_compile_options(-D_FORTIFY_SOURCE=2)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    add_compile_options(-Wno-restrict) # GCC 12 warns of its own std::string (its bug 105651)
  endif()
endif()

if(FIRSTLIGHT_SANITIZE)
  add_compile_options(-fsanitize=${FIRSTLIGHT_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FIRSTLIGHT_SANITIZE})
  if(FIRSTLIGHT_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()

if(FIRSTLIGHT_FUZZER)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "FIRSTLIGHT_FUZZER needs clang: set the compilers as preset fuzz does")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(FIRSTLIGHT_OPTIONAL)
  find_program(CCACHE_PROGRAM ccache)
  if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_ctime,include_file_mtime
        ${CCACHE_PROGRAM})
    add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
  endif()
  find_program(MOLD_PROGRAM mold)
  if(MOLD_PROGRAM)
    add_link_options(-fuse-ld=mold)
  endif()
endif()

# Objects of precompiled headers are shared by ccache only with this.
set(CMAKE_PCH_INSTANTIATE_TEMPLATES OFF)

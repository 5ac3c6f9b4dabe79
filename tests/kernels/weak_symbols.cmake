# Fails where an object compiled for one instruction set defines a symbol that the linker may merge with the same one
# from another object: the program could then run instructions that the machine lacks. Arguments: NM, OBJECTS.
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} --defined-only ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]* [WVu] _Z[^\n]*" weak "${symbols}")
  if(weak)
    message(SEND_ERROR "${object}: ${weak}")
  endif()
endforeach()

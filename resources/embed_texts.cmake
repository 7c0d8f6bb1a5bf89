# tirscope_embed_texts(OUTPUT FILE…): writes an include file with one initializer {"stem", "text"} for each FILE.
# CMake runs again when a FILE changes.
function(tirscope_embed_texts OUTPUT)
    set(content "")
    foreach(file IN LISTS ARGN)
        get_filename_component(stem "${file}" NAME_WE)
        file(READ "${file}" text)
        string(APPEND content "{\"${stem}\", R\"__text__(${text})__text__\"},\n")
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    endforeach()
    # Unchanged content keeps its time stamp, so that nothing is compiled again.
    file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "@content@" @ONLY)
endfunction()

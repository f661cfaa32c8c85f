lib_libcore_la_SOURCES += lib/src/force/explosion.c lib/src/force/force_law.h lib/src/force/wind.c lib/src/force/wind.h

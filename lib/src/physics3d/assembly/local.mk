lib_libcore_la_SOURCES += lib/src/physics3d/assembly/assembly.h lib/src/physics3d/assembly/ragdoll.c

lib_libcore_la_SOURCES += \
	lib/src/physics3d/solver/free_rotation.c lib/src/physics3d/solver/free_rotation.h

lib_libcore_la_SOURCES += \
	lib/src/physics3d/fracture/cut.c lib/src/physics3d/fracture/cut.h lib/src/physics3d/fracture/fracture.c lib/src/physics3d/fracture/hit.c \
	lib/src/physics3d/fracture/pieces.c lib/src/physics3d/fracture/pieces.h

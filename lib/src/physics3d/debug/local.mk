lib_libcore_la_SOURCES += \
	lib/src/physics3d/debug/debug.c lib/src/physics3d/debug/debug.h lib/src/physics3d/debug/debug_islands.c \
	lib/src/physics3d/debug/debug_motion.c lib/src/physics3d/debug/debug_shape.c lib/src/physics3d/debug/debug_solid.c lib/src/physics3d/debug/debug_tree.c

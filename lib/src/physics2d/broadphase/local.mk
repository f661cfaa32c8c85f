lib_libcore_la_SOURCES += \
	lib/src/physics2d/broadphase/broad.c lib/src/physics2d/broadphase/broad.h \
	lib/src/physics2d/broadphase/broad_internal.h lib/src/physics2d/broadphase/hierarchical_grid.c \
	lib/src/physics2d/broadphase/quad.c lib/src/physics2d/broadphase/sweep.c lib/src/physics2d/broadphase/tree.c \
	lib/src/physics2d/broadphase/tree.h lib/src/physics2d/broadphase/tree_build.c \
	lib/src/physics2d/broadphase/tree_edit.c lib/src/physics2d/broadphase/tree_walk.c \
	lib/src/physics2d/broadphase/uniform_grid.c

lib_libcore_la_SOURCES += \
	lib/src/physics3d/broadphase/aabb_tree.c lib/src/physics3d/broadphase/aabb_tree_build.c \
	lib/src/physics3d/broadphase/aabb_tree_edit.c lib/src/physics3d/broadphase/aabb_tree_walk.c \
	lib/src/physics3d/broadphase/broadphase.c

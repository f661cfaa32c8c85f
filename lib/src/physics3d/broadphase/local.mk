lib_libcore_la_SOURCES += \
	lib/src/physics3d/broadphase/aabb_tree.c lib/src/physics3d/broadphase/aabb_tree_build.c \
	lib/src/physics3d/broadphase/aabb_tree_edit.c lib/src/physics3d/broadphase/aabb_tree_merge.c \
	lib/src/physics3d/broadphase/aabb_tree_walk.c lib/src/physics3d/broadphase/broadphase.c \
	lib/src/physics3d/broadphase/bsp.c lib/src/physics3d/broadphase/hierarchical_grid.c \
	lib/src/physics3d/broadphase/level_bsp.c lib/src/physics3d/broadphase/level_bsp.h \
	lib/src/physics3d/broadphase/octree.c lib/src/physics3d/broadphase/sweep_and_prune.c \
	lib/src/physics3d/broadphase/uniform_grid.c \
	lib/src/physics3d/broadphase/box_tree.c lib/src/physics3d/broadphase/object_trees.c \
	lib/src/physics3d/broadphase/sphere_tree.c

lib_libcore_la_SOURCES += \
	lib/src/physics2d/broadphase/aabb_tree.c lib/src/physics2d/broadphase/aabb_tree_build.c \
	lib/src/physics2d/broadphase/aabb_tree_edit.c lib/src/physics2d/broadphase/aabb_tree_merge.c \
	lib/src/physics2d/broadphase/aabb_tree_walk.c lib/src/physics2d/broadphase/broadphase.c \
	lib/src/physics2d/broadphase/bsp.c lib/src/physics2d/broadphase/hierarchical_grid.c \
	lib/src/physics2d/broadphase/quadtree.c lib/src/physics2d/broadphase/sweep_and_prune.c \
	lib/src/physics2d/broadphase/uniform_grid.c \
	lib/src/physics2d/broadphase/box_tree.c lib/src/physics2d/broadphase/object_trees.c \
	lib/src/physics2d/broadphase/sphere_tree.c

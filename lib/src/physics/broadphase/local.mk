lib_libcore_la_SOURCES += \
	lib/src/physics/broadphase/aabb_tree.h lib/src/physics/broadphase/aabb_tree.inl \
	lib/src/physics/broadphase/aabb_tree_build.inl lib/src/physics/broadphase/aabb_tree_edit.inl \
	lib/src/physics/broadphase/aabb_tree_merge.inl lib/src/physics/broadphase/aabb_tree_walk.inl \
	lib/src/physics/broadphase/box_tree.h lib/src/physics/broadphase/box_tree.inl \
	lib/src/physics/broadphase/object_trees.inl lib/src/physics/broadphase/sphere_tree.h \
	lib/src/physics/broadphase/sphere_tree.inl \
	lib/src/physics/broadphase/broadphase.h lib/src/physics/broadphase/broadphase.inl \
	lib/src/physics/broadphase/broadphase_internal.h lib/src/physics/broadphase/bsp.h \
	lib/src/physics/broadphase/bsp.inl lib/src/physics/broadphase/hierarchical_grid.inl \
	lib/src/physics/broadphase/pair_list.c lib/src/physics/broadphase/pair_list.h \
	lib/src/physics/broadphase/quadtree.inl lib/src/physics/broadphase/row_list.c \
	lib/src/physics/broadphase/row_list.h lib/src/physics/broadphase/sweep_and_prune.inl \
	lib/src/physics/broadphase/uniform_grid.inl

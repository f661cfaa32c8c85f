lib_libcore_la_SOURCES += lib/src/phys/two/cast.c lib/src/phys/two/core.h lib/src/phys/two/distance.c \
	lib/src/phys/two/manifold.c lib/src/phys/two/manifold.h lib/src/phys/two/mass.c \
	lib/src/phys/two/place.c lib/src/phys/two/shape.c
pkginclude_HEADERS += lib/include/fixstep/shape2.h
lib_libcore_la_SOURCES += lib/src/phys/two/world.h lib/src/phys/two/solve.h lib/src/phys/broad/broad.h \
	lib/src/phys/broad/broad.c lib/src/phys/broad/broad_internal.h lib/src/phys/broad/tree.c \
	lib/src/phys/broad/tree.h lib/src/phys/broad/cells.c lib/src/phys/broad/levels.c lib/src/phys/broad/quad.c lib/src/phys/broad/sweep.c \
	lib/src/phys/broad/tree_edit.c lib/src/phys/broad/tree_build.c lib/src/phys/broad/tree_walk.c
pkginclude_HEADERS += lib/include/fixstep/world2.h lib/include/fixstep/body2.h lib/include/fixstep/event2.h \
	lib/include/fixstep/joint2.h lib/include/fixstep/query2.h
lib_libcore_la_SOURCES += lib/src/phys/two/world_impact.c lib/src/phys/two/impact.c lib/src/phys/two/impact.h
include lib/src/phys/two/joint.mk
include lib/src/phys/two/solve.mk
include lib/src/phys/two/world.mk
lib_libcore_la_SOURCES += lib/src/phys/two/query.h lib/src/phys/two/query.c lib/src/phys/two/query_path.c \
	lib/src/phys/two/query_ray.c
lib_libcore_la_SOURCES += lib/src/phys/two/debug.c lib/src/phys/two/debug.h lib/src/phys/two/debug_shape.c \
	lib/src/phys/two/debug_islands.c lib/src/phys/two/debug_tree.c
pkginclude_HEADERS += lib/include/fixstep/debug2.h
lib_libcore_la_SOURCES += lib/src/phys/two/mix.c lib/src/phys/two/mix.h
pkginclude_HEADERS += lib/include/fixstep/mix2.h
lib_libcore_la_SOURCES += lib/src/phys/two/aero.c
pkginclude_HEADERS += lib/include/fixstep/aero2.h

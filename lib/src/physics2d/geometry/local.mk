lib_libcore_la_SOURCES += \
	lib/src/physics2d/geometry/cast.c lib/src/physics2d/geometry/distance.c \
	lib/src/physics2d/geometry/geometry_math.h lib/src/physics2d/geometry/large_geometry.c \
	lib/src/physics2d/geometry/large_geometry.h lib/src/physics2d/geometry/large_window.c \
	lib/src/physics2d/geometry/manifold.c \
	lib/src/physics2d/geometry/manifold.h lib/src/physics2d/geometry/manifold_chain.c \
	lib/src/physics2d/geometry/mass.c lib/src/physics2d/geometry/polygon_avx2.c \
	lib/src/physics2d/geometry/polygon_lanes.h lib/src/physics2d/geometry/polygon_passes.h \
	lib/src/physics2d/geometry/polygon_scalar.c lib/src/physics2d/geometry/polygon_sse41.c lib/src/physics2d/geometry/shape.c \
	lib/src/physics2d/geometry/time_of_impact.c lib/src/physics2d/geometry/time_of_impact.h \
	lib/src/physics2d/geometry/transform.c

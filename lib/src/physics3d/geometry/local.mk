lib_libcore_la_SOURCES += \
	lib/src/physics3d/geometry/cast.c lib/src/physics3d/geometry/distance.c \
	lib/src/physics3d/geometry/geometry_math.h \
	lib/src/physics3d/geometry/hull.c lib/src/physics3d/geometry/hull.h \
	lib/src/physics3d/geometry/hull_faces.c lib/src/physics3d/geometry/mass.c lib/src/physics3d/geometry/mass.h \
	lib/src/physics3d/geometry/mass_hull.c lib/src/physics3d/geometry/principal.c \
	lib/src/physics3d/geometry/ray.c lib/src/physics3d/geometry/shape.c \
	lib/src/physics3d/geometry/simplex.c lib/src/physics3d/geometry/simplex.h \
	lib/src/physics3d/geometry/transform.c

lib_libcore_la_SOURCES += \
	lib/src/physics3d/geometry/cast.c lib/src/physics3d/geometry/clip.c lib/src/physics3d/geometry/clip.h \
	lib/src/physics3d/geometry/distance.c lib/src/physics3d/geometry/feature.c lib/src/physics3d/geometry/feature.h \
	lib/src/physics3d/geometry/geometry_math.h \
	lib/src/physics3d/geometry/hull.c lib/src/physics3d/geometry/hull.h lib/src/physics3d/geometry/hull_faces.c \
	lib/src/physics3d/geometry/manifold.c lib/src/physics3d/geometry/manifold.h \
	lib/src/physics3d/geometry/manifold_box.c lib/src/physics3d/geometry/manifold_box.h \
	lib/src/physics3d/geometry/manifold_box_face.c lib/src/physics3d/geometry/manifold_capsule.c \
	lib/src/physics3d/geometry/manifold_convex.c lib/src/physics3d/geometry/manifold_convex.h \
	lib/src/physics3d/geometry/manifold_lines.c \
	lib/src/physics3d/geometry/minkowski.c lib/src/physics3d/geometry/minkowski.h \
	lib/src/physics3d/geometry/penetration.c lib/src/physics3d/geometry/penetration.h \
	lib/src/physics3d/geometry/ray.c lib/src/physics3d/geometry/reduce.c lib/src/physics3d/geometry/shape.c \
	lib/src/physics3d/geometry/simplex.c lib/src/physics3d/geometry/simplex.h lib/src/physics3d/geometry/sweep.h \
	lib/src/physics3d/geometry/transform.c

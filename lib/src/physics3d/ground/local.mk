lib_libcore_la_SOURCES += \
	lib/src/physics3d/ground/ground.c lib/src/physics3d/ground/ground.h \
	lib/src/physics3d/ground/height_field.c lib/src/physics3d/ground/height_field.h \
	lib/src/physics3d/ground/mesh.c lib/src/physics3d/ground/mesh.h lib/src/physics3d/ground/mesh_build.c \
	lib/src/physics3d/ground/plane.c lib/src/physics3d/ground/triangle.c lib/src/physics3d/ground/triangle.h \
	lib/src/physics3d/ground/triangle_box.c lib/src/physics3d/ground/triangle_capsule.c lib/src/physics3d/ground/triangle_face.c lib/src/physics3d/ground/triangle_impact.c lib/src/physics3d/ground/triangle_part.c lib/src/physics3d/ground/triangle_reach.c lib/src/physics3d/ground/window.c

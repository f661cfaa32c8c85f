lib_libcore_la_SOURCES += \
	lib/src/physics3d/body/body.c lib/src/physics3d/body/body.h lib/src/physics3d/body/body_force.c \
	lib/src/physics3d/body/body_mass.c lib/src/physics3d/body/body_shape.c lib/src/physics3d/body/free_rotation.c \
	lib/src/physics3d/body/free_rotation.h lib/src/physics3d/body/hull_row.c \
	lib/src/physics3d/body/hull_row.h lib/src/physics3d/body/material.c lib/src/physics3d/body/material_pair.c \
	lib/src/physics3d/body/material_pair.h lib/src/physics3d/body/mesh_row.c lib/src/physics3d/body/mesh_row.h \
	lib/src/physics3d/body/height_row.c lib/src/physics3d/body/height_row.h lib/src/physics3d/body/plane_row.c lib/src/physics3d/body/plane_row.h lib/src/physics3d/body/surface.c \
	lib/src/physics3d/body/surface.h lib/src/physics3d/body/surface_row.c lib/src/physics3d/body/surface_row.h \
	lib/src/physics3d/body/shape_core.c lib/src/physics3d/body/shape_create.c \
	lib/src/physics3d/body/shape_part.c lib/src/physics3d/body/shape_surface.c

lib_libcore_la_SOURCES += \
	lib/src/physics3d/force/explosions.c lib/src/physics3d/force/fluid.c lib/src/physics3d/force/force.c \
	lib/src/physics3d/force/force.h lib/src/physics3d/force/force_apply.c lib/src/physics3d/force/force_check.c \
	lib/src/physics3d/force/force_drive.c lib/src/physics3d/force/force_law3.h lib/src/physics3d/force/force_limit.c \
	lib/src/physics3d/force/force_spring.c lib/src/physics3d/force/force_surface.c lib/src/physics3d/force/tensor.c

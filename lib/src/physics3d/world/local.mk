lib_libcore_la_SOURCES += \
	lib/src/physics3d/world/bind.c lib/src/physics3d/world/create.c \
	lib/src/physics3d/world/error.h lib/src/physics3d/world/events.c lib/src/physics3d/world/island_batches.c \
	lib/src/physics3d/world/island_parts.c lib/src/physics3d/world/islands.c lib/src/physics3d/world/step.c \
	lib/src/physics3d/world/support_load.c lib/src/physics3d/world/tick_parts.c lib/src/physics3d/world/validate.c \
	lib/src/physics3d/world/world.c lib/src/physics3d/world/world.h

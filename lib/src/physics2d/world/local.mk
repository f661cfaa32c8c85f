lib_libcore_la_SOURCES += \
	lib/src/physics2d/world/bind.c lib/src/physics2d/world/create.c \
	lib/src/physics2d/world/error.h lib/src/physics2d/world/events.c lib/src/physics2d/world/island_batches.c \
	lib/src/physics2d/world/island_parts.c \
	lib/src/physics2d/world/islands.c lib/src/physics2d/world/positions_only.c \
	lib/src/physics2d/world/step.c lib/src/physics2d/world/support_load.c \
	lib/src/physics2d/world/tick_parts.c lib/src/physics2d/world/validate.c \
	lib/src/physics2d/world/world.c lib/src/physics2d/world/world.h

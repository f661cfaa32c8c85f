lib_libcore_la_SOURCES += \
	lib/src/physics/world/bind.inl lib/src/physics/world/create.inl lib/src/physics/world/energy.h \
	lib/src/physics/world/error_calls.inl lib/src/physics/world/events.inl lib/src/physics/world/island_batches.inl \
	lib/src/physics/world/island_parts.inl lib/src/physics/world/islands.inl lib/src/physics/world/step.inl \
	lib/src/physics/world/support_load.h lib/src/physics/world/support_load.inl lib/src/physics/world/tables.h \
	lib/src/physics/world/tick_parts.h lib/src/physics/world/tick_parts.inl lib/src/physics/world/validate.inl \
	lib/src/physics/world/world.inl

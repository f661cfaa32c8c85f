lib_libcore_la_SOURCES += \
	lib/src/physics/world/create.inl lib/src/physics/world/error_calls.inl lib/src/physics/world/events.inl \
	lib/src/physics/world/islands.inl

lib_libcore_la_SOURCES += \
	lib/src/physics/debug/debug.inl lib/src/physics/debug/debug_calls.inl lib/src/physics/debug/debug_islands.inl \
	lib/src/physics/debug/debug_motion.inl lib/src/physics/debug/debug_tree.inl

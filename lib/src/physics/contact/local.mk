lib_libcore_la_SOURCES += \
	lib/src/physics/contact/contact_end.inl lib/src/physics/contact/continuous.inl \
	lib/src/physics/contact/fat_aabb.inl lib/src/physics/contact/ghost_contacts.inl lib/src/physics/contact/manifold_update.inl lib/src/physics/contact/mean_time.h lib/src/physics/contact/pair_set.h lib/src/physics/contact/pair_update.inl \
	lib/src/physics/contact/speculative.inl

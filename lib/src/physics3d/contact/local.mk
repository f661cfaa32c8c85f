lib_libcore_la_SOURCES += \
	lib/src/physics3d/contact/contact_end.c \
	lib/src/physics3d/contact/contact_load.c lib/src/physics3d/contact/contact_load.h lib/src/physics3d/contact/contact_points.c \
	lib/src/physics3d/contact/contact_points.h lib/src/physics3d/contact/continuous.c \
	lib/src/physics3d/contact/fat_aabb.c lib/src/physics3d/contact/ghost_contacts.c lib/src/physics3d/contact/motion.c lib/src/physics3d/contact/motion.h \
	lib/src/physics3d/contact/manifold_store.c lib/src/physics3d/contact/manifold_store.h \
	lib/src/physics3d/contact/surface_contact.c lib/src/physics3d/contact/surface_contact.h \
	lib/src/physics3d/contact/narrow_phase.c lib/src/physics3d/contact/pair_update.c \
	lib/src/physics3d/contact/speculative.c lib/src/physics3d/contact/speculative.h

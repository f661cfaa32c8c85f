lib_libcore_la_SOURCES += \
	lib/src/physics2d/contact/contact_end.c lib/src/physics2d/contact/continuous.c \
	lib/src/physics2d/contact/fat_aabb.c lib/src/physics2d/contact/ghost_contacts.c lib/src/physics2d/contact/narrow_phase.c \
	lib/src/physics2d/contact/pair_update.c lib/src/physics2d/contact/speculative.c \
	lib/src/physics2d/contact/speculative.h

lib_libcore_la_SOURCES += \
	lib/src/particles/contact/contact.c lib/src/particles/contact/contact_internal.h \
	lib/src/particles/contact/detect.c lib/src/particles/contact/point_grid.c \
	lib/src/particles/contact/point_grid.h lib/src/particles/contact/resolve.c \
	lib/src/particles/contact/respond.c lib/src/particles/contact/toi.c

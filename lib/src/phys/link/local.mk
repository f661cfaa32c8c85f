lib_libcore_la_SOURCES += lib/src/phys/link/contact.c lib/src/phys/link/detect.c lib/src/phys/link/respond.c \
	lib/src/phys/link/resolve.c lib/src/phys/link/direct.c lib/src/phys/link/link.c \
	lib/src/phys/link/small_steps.c lib/src/phys/link/rig.c lib/src/phys/link/toi.c \
	lib/src/phys/link/contact_internal.h lib/src/phys/link/link_internal.h lib/src/phys/link/race.h \
	lib/src/phys/link/span.h
pkginclude_HEADERS += lib/include/fixstep/contact.h lib/include/fixstep/link.h lib/include/fixstep/toi.h

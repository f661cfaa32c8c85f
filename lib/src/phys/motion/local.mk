lib_libcore_la_SOURCES += lib/src/phys/motion/impact.c lib/src/phys/motion/balls.c lib/src/phys/motion/walls.c \
	lib/src/phys/motion/speed.c lib/src/phys/motion/flight.c lib/src/phys/motion/friction.c \
	lib/src/phys/motion/gravity.c lib/src/phys/motion/pace.c
lib_libcore_la_SOURCES += lib/src/phys/motion/segment.c lib/src/phys/motion/segment.h lib/src/phys/motion/exact2.h \
	lib/src/phys/motion/outline.c lib/src/phys/motion/probe.c lib/src/phys/motion/ray.c \
	lib/src/phys/motion/chain.c lib/src/phys/motion/reach.c
pkginclude_HEADERS += lib/include/fixstep/motion.h lib/include/fixstep/segment.h lib/include/fixstep/chain.h

lib_libcore_la_SOURCES += \
	lib/src/motion/balls.c lib/src/motion/exact2.h lib/src/motion/flight.c lib/src/motion/friction.c \
	lib/src/motion/gravity.c lib/src/motion/impact.c lib/src/motion/inverse_kinematics.c \
	lib/src/motion/kinematic_chain.c lib/src/motion/outline.c lib/src/motion/frame_timer.c lib/src/motion/probe.c \
	lib/src/motion/ray.c lib/src/motion/segment.c lib/src/motion/segment.h lib/src/motion/speed.c \
	lib/src/motion/walls.c

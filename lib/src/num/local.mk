lib_libcore_la_SOURCES += \
	lib/src/num/velocity_increment.c lib/src/num/fingerprint.c lib/src/num/frame.c lib/src/num/pow.c lib/src/num/random.c \
	lib/src/num/sqrt.c lib/src/num/sqrt.h lib/src/num/quat.h lib/src/num/rot.c lib/src/num/scaled.c lib/src/num/sym3.c \
	lib/src/num/text.c lib/src/num/trig.c lib/src/num/vec.c lib/src/num/wide.c

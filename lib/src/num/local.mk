lib_libcore_la_SOURCES += \
	lib/src/num/carry.c lib/src/num/fingerprint.c lib/src/num/frame.c lib/src/num/power.c lib/src/num/random.c \
	lib/src/num/root.c lib/src/num/root.h lib/src/num/rot.c lib/src/num/scaled.c lib/src/num/sym3.c \
	lib/src/num/text.c lib/src/num/trig.c lib/src/num/vec.c lib/src/num/wide.c

lib_libcore_la_SOURCES += lib/src/num/carry.c lib/src/num/fingerprint.c lib/src/num/frame.c lib/src/num/power.c lib/src/num/random.c \
	lib/src/num/root.c lib/src/num/root.h lib/src/num/rot.c lib/src/num/scaled.c lib/src/num/sym3.c \
	lib/src/num/text.c lib/src/num/trig.c lib/src/num/vec.c lib/src/num/wide.c
pkginclude_HEADERS += lib/include/fixstep/convert.h lib/include/fixstep/fingerprint.h lib/include/fixstep/fixed.h lib/include/fixstep/frame.h \
	lib/include/fixstep/int128.h lib/include/fixstep/num.h lib/include/fixstep/random.h lib/include/fixstep/rot.h \
	lib/include/fixstep/text.h lib/include/fixstep/trig.h lib/include/fixstep/vec.h lib/include/fixstep/wide.h

lib_libcore_la_SOURCES +=
pkginclude_HEADERS += lib/include/fixstep/convert.h lib/include/fixstep/fingerprint.h lib/include/fixstep/fixed.h \
	lib/include/fixstep/int128.h lib/include/fixstep/num.h lib/include/fixstep/random.h lib/include/fixstep/rot.h \
	lib/include/fixstep/text.h lib/include/fixstep/trig.h lib/include/fixstep/vec.h lib/include/fixstep/wide.h

lib_libcore_la_SOURCES += \
	lib/src/particles/link/chain_energy.c lib/src/particles/link/direct.c lib/src/particles/link/link.c lib/src/particles/link/link_internal.h \
	lib/src/particles/link/xpbd.c lib/src/particles/link/displacement.h lib/src/particles/link/distance.h

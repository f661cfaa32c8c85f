lib_libcore_la_SOURCES += \
	lib/src/particles/aggregate/bridge.c lib/src/particles/aggregate/build.c lib/src/particles/aggregate/build.h \
	lib/src/particles/aggregate/cloth.c lib/src/particles/aggregate/crate.c lib/src/particles/aggregate/rope.c \
	lib/src/particles/aggregate/round.c

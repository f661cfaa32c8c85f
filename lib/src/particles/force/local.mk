lib_libcore_la_SOURCES += \
	lib/src/particles/force/air.c lib/src/particles/force/explosions.c lib/src/particles/force/attraction.c lib/src/particles/force/fields.c \
	lib/src/particles/force/force.c lib/src/particles/force/force_internal.h lib/src/particles/force/springs.c \
	lib/src/particles/force/values.c

lib_libcore_la_SOURCES += \
	lib/src/physics3d/mass/mass.c lib/src/physics3d/mass/mass.h lib/src/physics3d/mass/mass_hull.c \
	lib/src/physics3d/mass/principal.c

lib_libcore_la_SOURCES += \
	lib/src/physics3d/resolver/joints.c lib/src/physics3d/resolver/joints.h \
	lib/src/physics3d/resolver/resolver.c lib/src/physics3d/resolver/resolver.h \
	lib/src/physics3d/resolver/row.c lib/src/physics3d/resolver/row.h \
	lib/src/physics3d/resolver/rows.c lib/src/physics3d/resolver/store.c \
	lib/src/physics3d/resolver/worst_first.c

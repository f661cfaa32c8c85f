lib_libcore_la_SOURCES += \
	lib/src/physics3d/query/query.c lib/src/physics3d/query/query.h lib/src/physics3d/query/query_path.c \
	lib/src/physics3d/query/query_ray.c

lib_libcore_la_SOURCES += \
	lib/src/physics2d/query/query.c lib/src/physics2d/query/query.h lib/src/physics2d/query/query_path.c \
	lib/src/physics2d/query/query_ray.c

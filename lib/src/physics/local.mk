lib_libcore_la_SOURCES += \
	lib/src/physics/graph_colouring.c lib/src/physics/graph_colouring.h \
	lib/src/physics/lane_math.h lib/src/physics/lanes_avx2.h lib/src/physics/lanes_scalar.h \
	lib/src/physics/lanes_sse41.h

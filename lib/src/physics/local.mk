lib_libcore_la_SOURCES += \
	lib/src/physics/graph_colouring.c lib/src/physics/graph_colouring.h

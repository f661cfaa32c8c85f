lib_libcore_la_SOURCES += \
	lib/src/physics2d/assembly/aero.c lib/src/physics2d/assembly/assembly.h \
	lib/src/physics2d/assembly/ragdoll_vehicle.c lib/src/physics2d/assembly/rope_bridge.c

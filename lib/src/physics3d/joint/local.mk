lib_libcore_la_SOURCES += \
	lib/src/physics3d/joint/joint.h lib/src/physics3d/joint/joint_list.c

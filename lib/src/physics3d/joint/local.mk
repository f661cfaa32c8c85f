lib_libcore_la_SOURCES += \
	lib/src/physics3d/joint/joint.h lib/src/physics3d/joint/joint_list.c lib/src/physics3d/joint/joint_valid.c

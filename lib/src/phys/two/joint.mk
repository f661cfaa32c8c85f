lib_libcore_la_SOURCES += lib/src/phys/two/joint.c lib/src/phys/two/joint.h lib/src/phys/two/joint_read.c \
	lib/src/phys/two/joint_solve.c

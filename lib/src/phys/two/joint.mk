lib_libcore_la_SOURCES += lib/src/phys/two/joint.c lib/src/phys/two/joint.h lib/src/phys/two/joint_gear.c \
	lib/src/phys/two/joint_place.c lib/src/phys/two/joint_prepare.c lib/src/phys/two/joint_read.c \
	lib/src/phys/two/joint_row.h lib/src/phys/two/joint_soft.c lib/src/phys/two/joint_solve.c
lib_libcore_la_SOURCES += lib/src/phys/two/assembly2.c lib/src/phys/two/assembly2.h lib/src/phys/two/assembly2_links.c
pkginclude_HEADERS += lib/include/fixstep/assembly2.h

include lib/src/phys/motion/local.mk
include lib/src/phys/emitter/local.mk
lib_libcore_la_SOURCES += lib/src/phys/broad/grid.c lib/src/phys/broad/grid.h
lib_libcore_la_SOURCES += lib/src/phys/particle/particle.c lib/src/phys/particle/step.c \
	lib/src/phys/particle/kernel.c lib/src/phys/particle/kernel_sse41.c lib/src/phys/particle/kernel_avx2.c \
	lib/src/phys/particle/kernel.h lib/src/phys/particle/kernel_x86.h \
	lib/src/phys/particle/particle_internal.h
lib_libcore_la_SOURCES += lib/src/phys/force/force.c lib/src/phys/force/values.c lib/src/phys/force/springs.c \
	lib/src/phys/force/fields.c lib/src/phys/force/air.c lib/src/phys/force/attraction.c \
	lib/src/phys/force/force_internal.h
pkginclude_HEADERS += lib/include/fixstep/arena.h lib/include/fixstep/tasks.h lib/include/fixstep/particle.h lib/include/fixstep/force.h
include lib/src/phys/two/local.mk
include lib/src/phys/link/local.mk
include lib/src/phys/aggregate/local.mk

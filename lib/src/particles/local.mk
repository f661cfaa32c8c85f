lib_libcore_la_SOURCES += \
	lib/src/particles/particle.c lib/src/particles/particle_internal.h lib/src/particles/particle_system.c \
	lib/src/particles/residual.c lib/src/particles/residual.h lib/src/particles/step.c
include lib/src/particles/force/local.mk
include lib/src/particles/link/local.mk
include lib/src/particles/contact/local.mk
include lib/src/particles/aggregate/local.mk
include lib/src/particles/emitter/local.mk
include lib/src/particles/kernel/local.mk

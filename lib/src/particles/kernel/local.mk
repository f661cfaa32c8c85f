lib_libcore_la_SOURCES += \
	lib/src/particles/kernel/kernel.c lib/src/particles/kernel/kernel.h lib/src/particles/kernel/kernel_avx2.c \
	lib/src/particles/kernel/kernel_avx512.c lib/src/particles/kernel/kernel_sse41.c lib/src/particles/kernel/kernel_x86.h

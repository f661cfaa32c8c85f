lib_libcore_la_SOURCES += \
	lib/src/base/growing_array.c lib/src/base/growing_array.h lib/src/base/inline.h lib/src/base/leaky_bucket.h lib/src/base/parallel_for.c lib/src/base/parallel_for.h lib/src/base/prefetch.h lib/src/base/tournament_tree.h \
	lib/src/base/union_find.h lib/src/base/utf8.c lib/src/base/utf8.h

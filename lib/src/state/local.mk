lib_libcore_la_SOURCES += \
	lib/src/state/block.c lib/src/state/codec.c lib/src/state/diff.c lib/src/state/find_table.h lib/src/state/hash.c lib/src/state/json.c lib/src/state/kernel.c lib/src/state/kernel.h \
	lib/src/state/overwrite.h \
	lib/src/state/padding.c lib/src/state/phase.c lib/src/state/phase.h lib/src/state/value.c lib/src/state/pool.c lib/src/state/result.c lib/src/state/schema.c \
	lib/src/state/schema_read.c lib/src/state/sink.h lib/src/state/state_internal.h lib/src/state/type.c \
	lib/src/state/wire.c lib/src/state/wire.h

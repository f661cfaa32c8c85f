lib_libcore_la_SOURCES += \
	lib/src/physics/query/query_path.inl

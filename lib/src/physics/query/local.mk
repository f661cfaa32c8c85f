lib_libcore_la_SOURCES += \
	lib/src/physics/query/query.inl lib/src/physics/query/query_calls.inl lib/src/physics/query/query_meet.inl \
	lib/src/physics/query/query_path.inl lib/src/physics/query/query_ray.inl

lib_libcore_la_SOURCES += lib/src/physics/assembly/assembly.inl lib/src/physics/assembly/assembly_calls.inl \
	lib/src/physics/assembly/ragdoll.inl

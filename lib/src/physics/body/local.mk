lib_libcore_la_SOURCES += \
	lib/src/physics/body/body.inl lib/src/physics/body/material.inl lib/src/physics/body/material_pair.inl \
	lib/src/physics/body/material_pair_calls.inl

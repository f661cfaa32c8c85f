lib_libcore_la_SOURCES += \
	lib/src/physics/body/add_impulse.h lib/src/physics/body/body.inl lib/src/physics/body/body_force.inl \
	lib/src/physics/body/material.inl lib/src/physics/body/material_pair.inl \
	lib/src/physics/body/material_pair_calls.inl lib/src/physics/body/shape_row.inl \
	lib/src/physics/body/shape_surface.inl

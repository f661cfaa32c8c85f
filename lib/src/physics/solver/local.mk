lib_libcore_la_SOURCES += \
	lib/src/physics/solver/colour_blocks.inl lib/src/physics/solver/contact_lane.inl lib/src/physics/solver/contact_load.inl lib/src/physics/solver/contact_restitution.inl \
	lib/src/physics/solver/contact_stiffness.h lib/src/physics/solver/contact_stiffness.inl \
	lib/src/physics/solver/contact_surface.inl lib/src/physics/solver/contact_yield.h lib/src/physics/solver/push_out.h \
	lib/src/physics/solver/impact_compression.c lib/src/physics/solver/impact_compression.h \
	lib/src/physics/solver/impact_timing.inl lib/src/physics/solver/jointed_blocks.inl lib/src/physics/solver/load_mass.h lib/src/physics/solver/load_mass.inl \
	lib/src/physics/solver/solve_rows.inl lib/src/physics/solver/solver_batches.inl lib/src/physics/solver/tree_impact.inl

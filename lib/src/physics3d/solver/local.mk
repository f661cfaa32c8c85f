lib_libcore_la_SOURCES += \
	lib/src/physics3d/solver/contact_arms.c lib/src/physics3d/solver/contact_arms.h \
	lib/src/physics3d/solver/contact_avx2.c lib/src/physics3d/solver/contact_block.h \
	lib/src/physics3d/solver/contact_energy.c \
	lib/src/physics3d/solver/contact_groups.c \
	lib/src/physics3d/solver/contact_passes.h lib/src/physics3d/solver/contact_prepare.c \
	lib/src/physics3d/solver/contact_restitution.c lib/src/physics3d/solver/contact_rows.h \
	lib/src/physics3d/solver/contact_scalar.c lib/src/physics3d/solver/contact_solver.h lib/src/physics3d/solver/contact_stop.h \
	lib/src/physics3d/solver/contact_sse41.c lib/src/physics3d/solver/contact_stiffness.c \
	lib/src/physics3d/solver/contact_store.c \
	lib/src/physics3d/solver/contact_surface.c lib/src/physics3d/solver/contact_surface.h \
	lib/src/physics3d/solver/impact_timing.c \
	lib/src/physics3d/solver/load_mass.c lib/src/physics3d/solver/load_mass.h \
	lib/src/physics3d/solver/pair_mass.c lib/src/physics3d/solver/pair_mass.h \
	lib/src/physics3d/solver/reference_pose.c lib/src/physics3d/solver/reference_pose.h \
	lib/src/physics3d/solver/solver.h lib/src/physics3d/solver/solver_bodies.c \
	lib/src/physics3d/solver/solver_poses.c lib/src/physics3d/solver/substeps.c \
	lib/src/physics3d/solver/tree_impact.h

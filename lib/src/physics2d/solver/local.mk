lib_libcore_la_SOURCES += \
	lib/src/physics2d/solver/contact_avx2.c lib/src/physics2d/solver/contact_block.h lib/src/physics2d/solver/contact_colouring.c \
	lib/src/physics2d/solver/contact_passes.h lib/src/physics2d/solver/contact_prepare.c \
	lib/src/physics2d/solver/contact_restitution.c lib/src/physics2d/solver/contact_rows.h \
	lib/src/physics2d/solver/contact_scalar.c lib/src/physics2d/solver/contact_share.c lib/src/physics2d/solver/contact_sse41.c \
	lib/src/physics2d/solver/contact_stiffness.c \
	lib/src/physics2d/solver/contact_store.c lib/src/physics2d/solver/contact_surface.c \
	lib/src/physics2d/solver/contact_surface.h lib/src/physics2d/solver/impact_timing.c \
	lib/src/physics2d/solver/load_mass.c lib/src/physics2d/solver/load_mass.h \
	lib/src/physics2d/solver/solver.h lib/src/physics2d/solver/solver_bodies.c \
	lib/src/physics2d/solver/substeps.c lib/src/physics2d/solver/tree_impact.h

include lib/src/physics3d/geometry/local.mk
include lib/src/physics3d/mass/local.mk
include lib/src/physics3d/solver/local.mk
# Not compiled until the narrow phase and the solver that the world calls are there.
EXTRA_DIST += lib/src/physics3d/body lib/src/physics3d/broadphase lib/src/physics3d/contact lib/src/physics3d/joint lib/src/physics3d/query \
	lib/src/physics3d/solver lib/src/physics3d/world \
	lib/include/fixstep/body3.h lib/include/fixstep/event3.h lib/include/fixstep/material_pair3.h \
	lib/include/fixstep/query3.h lib/include/fixstep/shape3.h lib/include/fixstep/world3.h

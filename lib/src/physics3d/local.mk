include lib/src/physics3d/geometry/local.mk
include lib/src/physics3d/solver/local.mk

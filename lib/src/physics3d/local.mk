include lib/src/physics3d/geometry/local.mk
include lib/src/physics3d/mass/local.mk
include lib/src/physics3d/ground/local.mk

include lib/src/physics3d/geometry/local.mk

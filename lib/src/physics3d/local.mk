lib_libcore_la_SOURCES += lib/src/physics3d/dimension.h
include lib/src/physics3d/assembly/local.mk
include lib/src/physics3d/body/local.mk
include lib/src/physics3d/broadphase/local.mk
include lib/src/physics3d/contact/local.mk
include lib/src/physics3d/debug/local.mk
include lib/src/physics3d/force/local.mk
include lib/src/physics3d/fracture/local.mk
include lib/src/physics3d/geometry/local.mk
include lib/src/physics3d/joint/local.mk
include lib/src/physics3d/mass/local.mk
include lib/src/physics3d/ground/local.mk
include lib/src/physics3d/query/local.mk
include lib/src/physics3d/resolver/local.mk
include lib/src/physics3d/solver/local.mk
include lib/src/physics3d/world/local.mk

lib_libcore_la_SOURCES += lib/src/physics2d/dimension.h
include lib/src/physics2d/geometry/local.mk
include lib/src/physics2d/broadphase/local.mk
include lib/src/physics2d/body/local.mk
include lib/src/physics2d/contact/local.mk
include lib/src/physics2d/solver/local.mk
include lib/src/physics2d/joint/local.mk
include lib/src/physics2d/query/local.mk
include lib/src/physics2d/world/local.mk
include lib/src/physics2d/assembly/local.mk
include lib/src/physics2d/debug/local.mk

lib_libcore_la_SOURCES += lib/src/physics/solver/contact_surface.inl

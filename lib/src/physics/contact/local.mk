lib_libcore_la_SOURCES += \
	lib/src/physics/contact/contact_end.inl

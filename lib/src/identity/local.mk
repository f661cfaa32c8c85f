lib_libcore_la_SOURCES += \
	lib/src/identity/identity.c lib/src/identity/key_proof.c lib/src/identity/key_proof.h \
	lib/src/identity/ticket.c

lib_libgames_la_SOURCES += \
	lib/games/blob/blob.c lib/games/blob/blob.h lib/games/blob/bots.c lib/games/blob/contacts.c \
	lib/games/blob/view.c

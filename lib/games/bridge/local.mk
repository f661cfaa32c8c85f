lib_libgames_la_SOURCES += \
	lib/games/bridge/bots.c lib/games/bridge/bridge.c lib/games/bridge/bridge.h lib/games/bridge/contacts.c \
	lib/games/bridge/view.c

lib_libgames_la_SOURCES += \
	lib/games/chain/bots.c lib/games/chain/chain.c lib/games/chain/chain.h lib/games/chain/view.c

lib_libgames_la_SOURCES += \
	lib/games/dogfight/bots.c lib/games/dogfight/dogfight.c lib/games/dogfight/dogfight.h \
	lib/games/dogfight/view.c

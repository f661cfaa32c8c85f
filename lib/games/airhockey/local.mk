lib_libgames_la_SOURCES += \
	lib/games/airhockey/airhockey.c lib/games/airhockey/airhockey.h lib/games/airhockey/bots.c \
	lib/games/airhockey/scene.c lib/games/airhockey/view.c

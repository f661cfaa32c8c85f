lib_libgames_la_SOURCES += \
	lib/games/ragdoll/bots.c lib/games/ragdoll/hand.c lib/games/ragdoll/ragdoll.c lib/games/ragdoll/ragdoll.h \
	lib/games/ragdoll/scene.c lib/games/ragdoll/view.c

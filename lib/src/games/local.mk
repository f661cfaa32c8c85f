lib_libcore_la_SOURCES += lib/src/games/airhockey.c lib/src/games/airhockey.h lib/src/games/airhockey_bots.c \
	lib/src/games/airhockey_rink.c lib/src/games/airhockey_view.c lib/src/games/games.h
lib_libcore_la_SOURCES += lib/src/games/bodies.c lib/src/games/bodies.h lib/src/games/buttons.c lib/src/games/buttons.h \
	lib/src/games/rules.h
lib_libcore_la_SOURCES += lib/src/games/ballistic.c lib/src/games/ballistic.h lib/src/games/ballistic_bots.c \
	lib/src/games/ballistic_view.c
lib_libcore_la_SOURCES += lib/src/games/blackhole.c lib/src/games/blackhole.h lib/src/games/blackhole_bots.c \
	lib/src/games/blackhole_view.c
lib_libcore_la_SOURCES += lib/src/games/dogfight.c lib/src/games/dogfight.h lib/src/games/dogfight_bots.c \
	lib/src/games/dogfight_view.c
lib_libcore_la_SOURCES += lib/src/games/blob.c lib/src/games/blob.h lib/src/games/blob_bots.c lib/src/games/blob_scene.c \
	lib/src/games/blob_view.c
lib_libcore_la_SOURCES += lib/src/games/bridge.c lib/src/games/bridge.h lib/src/games/bridge_bots.c \
	lib/src/games/bridge_touch.c lib/src/games/bridge_view.c
lib_libcore_la_SOURCES += lib/src/games/chain.c lib/src/games/chain.h lib/src/games/chain_bots.c \
	lib/src/games/chain_view.c
lib_libcore_la_SOURCES += lib/src/games/fireworks.c lib/src/games/fireworks.h lib/src/games/fireworks_bots.c \
	lib/src/games/fireworks_view.c
lib_libcore_la_SOURCES += lib/src/games/fireworks2d.c lib/src/games/fireworks2d.h lib/src/games/fireworks2d_bots.c \
	lib/src/games/fireworks2d_town.c lib/src/games/fireworks2d_view.c
lib_libcore_la_SOURCES += lib/src/games/missile.c lib/src/games/missile.h lib/src/games/missile_bots.c \
	lib/src/games/missile_view.c
lib_libcore_la_SOURCES += lib/src/games/particles.c
lib_libcore_la_SOURCES += lib/src/games/platform2d.c lib/src/games/platform2d.h lib/src/games/platform2d_bots.c \
	lib/src/games/platform2d_level.c lib/src/games/platform2d_view.c
lib_libcore_la_SOURCES += lib/src/games/polygonball.c lib/src/games/polygonball.h lib/src/games/polygonball_outline.c \
	lib/src/games/polygonball_view.c
lib_libcore_la_SOURCES += lib/src/games/pile.c lib/src/games/pile.h lib/src/games/pile_view.c lib/src/games/pyramid.c \
	lib/src/games/rain.c
lib_libcore_la_SOURCES += lib/src/games/tank.c lib/src/games/tank.h lib/src/games/tank_bots.c lib/src/games/tank_ground.c \
	lib/src/games/tank_view.c
lib_libcore_la_SOURCES += lib/src/games/platform.c lib/src/games/platform.h lib/src/games/platform_bots.c \
	lib/src/games/platform_view.c
lib_libcore_la_SOURCES += lib/src/games/plane.c lib/src/games/plane.h
lib_libcore_la_SOURCES += lib/src/games/collisions.c lib/src/games/collisions.h lib/src/games/collisions_arena.c \
	lib/src/games/collisions_bots.c lib/src/games/collisions_view.c
lib_libcore_la_SOURCES += lib/src/games/pool.c lib/src/games/pool.h lib/src/games/pool_aim.c lib/src/games/pool_bots.c \
	lib/src/games/pool_table.c lib/src/games/pool_view.c
lib_libcore_la_SOURCES += lib/src/games/sandbox.c lib/src/games/sandbox.h lib/src/games/sandbox_bots.c \
	lib/src/games/sandbox_scene.c lib/src/games/sandbox_view.c
pkginclude_HEADERS +=
EXTRA_DIST += lib/doc/GAMES.md lib/doc/games

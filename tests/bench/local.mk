# Figures as one JSON object; all take minutes, PARTS='two links' names some. A check program, so that each `make check`
# links it.
check_PROGRAMS += tests/bench/bench
tests_bench_bench_SOURCES = tests/bench/bench.c tests/bench/bench.h tests/bench/broadphase.c tests/bench/links.c tests/bench/manifold3.c tests/bench/particles.c tests/bench/state.c tests/bench/verify.c \
	tests/bench/server.c tests/bench/physics2d.c tests/bench/scene_time.c tests/bench/scene_time.h tests/bench/scenes2d.c tests/bench/scenes2d.h \
	tests/bench/own2d.c tests/bench/own2d.h tests/bench/peers.c tests/bench/peer_scene3.c tests/bench/physics3d.c tests/bench/scenes3.c tests/bench/scenes3.h tests/bench/view.c tests/bench/peers.h tests/bench/peers3.h tests/support/script.h \
	tests/support/kernel_override.c tests/support/kernel_override.h
tests_bench_bench_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) -I$(top_srcdir)/tests
tests_bench_bench_LDFLAGS = $(AM_LDFLAGS) $(KERNEL_OVERRIDE)
tests_bench_bench_LDADD = lib/app/libapp.la lib/libgames.la lib/libcore.la $(JANSSON_LIBS) -lm
# The part "view" draws as the window does.
if WITH_WINDOW
tests_bench_bench_SOURCES += $(OVERLAY_SOURCES) $(OFFSCREEN_SOURCES)
tests_bench_bench_CPPFLAGS += -I$(top_srcdir)/client $(WINDOW_CFLAGS)
tests_bench_bench_LDADD += $(WINDOW_LIBS)
endif
EXTRA_LTLIBRARIES = tests/bench/libchipmunk.la tests/bench/libbox2d.la tests/bench/libbox2d3.la tests/bench/libbullet.la tests/bench/libode.la
tests_bench_libchipmunk_la_SOURCES = tests/bench/peer_chipmunk.c
tests_bench_libbox2d_la_SOURCES = tests/bench/peer_box2d.cpp
tests_bench_libbox2d_la_CPPFLAGS = -I$(top_srcdir)/tests $(BOX2D_CFLAGS)
tests_bench_libbox2d3_la_SOURCES = tests/bench/peer_box2d3.c
tests_bench_libbox2d3_la_CPPFLAGS = $(AM_CPPFLAGS) $(BOX2D3_CFLAGS)
tests_bench_libbullet_la_SOURCES = tests/bench/peer_bullet.cpp
tests_bench_libbullet_la_CPPFLAGS = -I$(top_srcdir)/tests $(BULLET_CFLAGS)
tests_bench_libode_la_SOURCES = tests/bench/peer_ode.c
tests_bench_libode_la_CPPFLAGS = $(AM_CPPFLAGS) $(ODE_CFLAGS)
if WITH_CHIPMUNK
tests_bench_bench_CPPFLAGS += -DHAVE_CHIPMUNK
tests_bench_bench_LDADD += tests/bench/libchipmunk.la -lchipmunk -lm
endif
if WITH_BOX2D
tests_bench_bench_CPPFLAGS += -DHAVE_BOX2D
tests_bench_bench_LDADD += tests/bench/libbox2d.la $(BOX2D_LIBS) -lstdc++
endif
if WITH_BOX2D3
tests_bench_bench_CPPFLAGS += -DHAVE_BOX2D3
tests_bench_bench_LDADD += tests/bench/libbox2d3.la $(BOX2D3_LIBS)
endif
if WITH_BULLET
tests_bench_bench_CPPFLAGS += -DHAVE_BULLET
tests_bench_bench_LDADD += tests/bench/libbullet.la $(BULLET_LIBS) -lstdc++
endif
if WITH_ODE
tests_bench_bench_CPPFLAGS += -DHAVE_ODE
tests_bench_bench_LDADD += tests/bench/libode.la $(ODE_LIBS)
endif

bench: all-am tests/bench/bench$(EXEEXT)
	@FIXSTEP_PACE="bash $(srcdir)/tests/bench/window_pace.sh" tests/bench/bench$(EXEEXT) . $(PARTS)


# What players feel on networks of many kinds, on a virtual clock: make bench-net [SECONDS=60] [SEED=1] [SEEDS=1].
if WITH_TESTS
check_PROGRAMS += tests/bench/bench_net
tests_bench_bench_net_SOURCES = tests/bench/net.c tests/bench/net.h tests/bench/net_enet.c $(NETSIM_SOURCES) $(NETMETER_SOURCES) \
	$(VSIM_PROGRAM_SOURCES) tests/network/faults.c tests/network/faults.h
tests_bench_bench_net_LDADD = lib/libgames.la lib/libcore.la $(CHECK_LIBS)

bench-net: all-am tests/bench/bench_net$(EXEEXT)
	@set -- "$(SECONDS)" "$(SEED)" "$(SEEDS)"; tests/bench/bench_net$(EXEEXT) $${1:-60} $${2:-1} $${3:-1}
endif
# Two of them with the real programs on real sockets: make bench-net-real [SECONDS=30] [BOTS=8] [LINE='50+-20 ms, 5 %'], through a
# proxy, and make bench-netem, through namespaces and tc netem, as root.
EXTRA_PROGRAMS += tests/network/netproxy
tests_network_netproxy_SOURCES = tests/network/netproxy.c
tests_network_netproxy_LDADD = lib/libcore.la
CLEANFILES += tests/network/netproxy$(EXEEXT)
EXTRA_DIST += tests/bench/real_net.sh
.PHONY: bench-net-real bench-netem
bench-net-real: all-am tests/network/netproxy$(EXEEXT) tests/programs/jsonpath$(EXEEXT)
	@bash $(srcdir)/tests/bench/real_net.sh '$(SECONDS)' '$(BOTS)' '$(LINE)'
bench-netem: all-am tests/programs/jsonpath$(EXEEXT)
	@bash $(srcdir)/tests/bench/real_net.sh '$(SECONDS)' '$(BOTS)' '$(LINE)' netem
EXTRA_DIST += tests/bench/window_pace.sh

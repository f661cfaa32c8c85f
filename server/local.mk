# fixstep-server: hosts a match.
bin_PROGRAMS += fixstep-server
fixstep_server_SOURCES = \
	server/main.c \
	server/settings.c server/settings.h \
	server/host.c server/host.h server/match_log.c server/match_report.c server/policy.c \
	server/console/console.c server/console/console.h server/console/console_socket.c server/console/console_socket.h \
	server/console/console_terminal.c server/console/console_terminal.h server/console/ctl.c server/console/ctl.h \
	server/metrics/metrics.c server/metrics/metrics.h server/rotation.c server/rotation.h server/rounds.c server/bans.c server/bans.h \
	server/desync_limits.c server/desync_limits.h \
	server/desync_recording.c server/desync_recording.h \
	server/progress.c server/progress.h
fixstep_server_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(MICROHTTPD_CFLAGS)
fixstep_server_LDADD = lib/app/libapp.la lib/libfixstep-games.la lib/libfixstep.la $(JANSSON_LIBS) $(MICROHTTPD_LIBS)
dist_man_MANS += lib/doc/man/fixstep-server.1
if WITH_MICROHTTPD
fixstep_server_SOURCES += server/metrics/metrics_http.c
else
fixstep_server_SOURCES += server/metrics/metrics_none.c
endif
dist_pkgdata_DATA = server/metrics/fixstep-dashboard.json

# fixstep-server: hosts a match.
bin_PROGRAMS += fixstep-server
fixstep_server_SOURCES = \
	server/main.c \
	server/settings.c server/settings.h \
	server/host.c server/host.h server/match_log.c server/match_report.c server/policy.c \
	server/console.c server/console.h server/console_socket.c server/console_socket.h \
	server/console_terminal.c server/console_terminal.h server/ctl.c server/ctl.h \
	server/rotation.c server/rotation.h server/rounds.c server/bans.c server/bans.h \
	server/desync_limits.c server/desync_limits.h \
	server/desync_recording.c server/desync_recording.h \
	server/progress.c server/progress.h
fixstep_server_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
fixstep_server_LDADD = lib/app/libapp.la lib/libfixstep-games.la lib/libfixstep.la $(JANSSON_LIBS)
dist_man_MANS += lib/doc/man/fixstep-server.1

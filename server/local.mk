# fixstep-server: hosts a match.
bin_PROGRAMS += fixstep-server
fixstep_server_SOURCES = \
	server/main.c \
	server/settings.c server/settings.h server/settings_check.c server/settings_example.c server/settings_match.c server/settings_modes.c server/reload.c server/reload.h \
	server/host.c server/host.h server/match_log.c server/match_report.c server/policy.c server/players/absences.c server/players/absences.h \
	server/console/console.c server/console/console.h server/console/console_socket.c server/console/console_socket.h \
	server/console/console_terminal.c server/console/console_terminal.h server/console/ctl.c server/console/ctl.h \
	server/console/console_line.c server/console/console_line.h server/console/console_client.c server/console/console_client.h \
	server/metrics/metrics.c server/metrics/metrics.h server/metrics/metrics_address.c server/metrics/metrics_address.h server/metrics/metrics_http.h \
	server/supervise/instance.c server/supervise/instance.h server/supervise/watch.c server/supervise/watch.h \
	server/supervise/supervisor.c server/supervise/supervisor.h server/supervise/supervisor_console.c server/supervise/supervisor_metrics.c \
	server/agones/agones.c server/agones/agones.h server/agones/sdk_call.c server/agones/sdk_call.h \
	server/notify.c server/notify.h server/rotation.c server/rotation.h server/rounds.c server/bans.c server/bans.h server/votes.c server/votes.h \
	server/tickets/tickets.c server/tickets/tickets.h server/tickets/ticket_command.c server/tickets/ticket_command.h \
	server/desync_limits.c server/desync_limits.h \
	server/desync_recording.c server/desync_recording.h \
	server/progress.c server/progress.h \
	server/relay/relay.c server/relay/relay.h
fixstep_server_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(MICROHTTPD_CFLAGS)
fixstep_server_LDADD = lib/app/libapp.la lib/libfixstep-games.la lib/libfixstep.la $(JANSSON_LIBS) $(MICROHTTPD_LIBS)
dist_man_MANS += lib/doc/man/fixstep-server.1
if WITH_MICROHTTPD
fixstep_server_SOURCES += server/metrics/metrics_http.c
else
fixstep_server_SOURCES += server/metrics/metrics_none.c
endif
dist_pkgdata_DATA = server/metrics/fixstep-dashboard.json

# Units and folders of systemd, with the programs where they are installed.
systemdunitdir = $(prefix)/lib/systemd/system
nodist_systemdunit_DATA = server/packaging/fixstep-server.service server/packaging/fixstep-server@.service
sysusersdir = $(prefix)/lib/sysusers.d
tmpfilesdir = $(prefix)/lib/tmpfiles.d
dist_sysusers_DATA = server/packaging/fixstep.conf
dist_tmpfiles_DATA = server/packaging/tmpfiles/fixstep.conf
EXTRA_DIST += server/packaging/fixstep-server.service.in server/packaging/fixstep-server@.service.in server/packaging/Containerfile
# To be copied and changed.
agonesdir = $(docdir)/agones
dist_agones_DATA = server/packaging/agones/fleet.yaml server/packaging/agones/gameserver.yaml
CLEANFILES += $(nodist_systemdunit_DATA)
server/packaging/fixstep-server.service: server/packaging/fixstep-server.service.in
	$(AM_V_GEN)$(MKDIR_P) server/packaging && sed 's|@bindir[@]|$(bindir)|' $(srcdir)/server/packaging/fixstep-server.service.in >$@
server/packaging/fixstep-server@.service: server/packaging/fixstep-server@.service.in
	$(AM_V_GEN)$(MKDIR_P) server/packaging && sed 's|@bindir[@]|$(bindir)|' $(srcdir)/server/packaging/fixstep-server@.service.in >$@

# fixstep-client: joins, plays and watches a match.
include client/tty/local.mk
include client/window/local.mk
include client/desktop/local.mk

bin_PROGRAMS += fixstep-client
fixstep_client_SOURCES = \
	client/main.c \
	client/settings.c client/settings.h \
	client/player.c client/player.h client/game_keys.c client/game_keys.h client/scores.c client/scores.h \
	client/feed.c client/feed.h client/record_note.c client/record_note.h \
	client/servers/favourites.c client/servers/favourites.h client/servers/server_list.c client/servers/server_list.h \
	client/servers/server_trust.c client/servers/server_trust.h \
	client/online.c client/online.h client/online/correction.c client/online/correction.h \
	client/online/ending.c client/online/ending.h client/online/fault.c client/online/fault.h client/online/latency.c client/online/latency.h \
	client/online/said.c client/online/said.h client/online/silence.c client/online/silence.h client/online/standstill.c client/online/standstill.h client/online/online_hooks.c client/online/online_hooks.h client/online/online_report.c client/online/online_report.h client/online/spectating.c client/online/spectating.h client/online_status.c client/online_status.h client/servers/player_key.c client/servers/player_key.h \
	client/local_match.c client/local_match.h \
	client/sync_test.c client/sync_test.h \
	client/launcher/launcher.c client/launcher/launcher.h client/launcher/launcher_state.h client/launcher/pages.c client/launcher/pages.h client/launcher/browser.c client/launcher/browser.h client/launcher/child.c client/launcher/child.h client/launcher/entry.c client/launcher/entry.h client/launcher/hosting.c client/launcher/hosting.h client/launcher/note.c client/launcher/note.h \
	client/launcher/preferences.c client/launcher/preferences.h client/launcher/preview.c client/launcher/preview.h client/launcher/recording_files.c client/launcher/recording_files.h client/launcher/recording_list.c client/launcher/recording_list.h \
	client/viewer/viewer.c client/viewer/viewer.h client/viewer/recording.c client/viewer/recording.h \
	client/viewer/export.c client/viewer/export.h client/viewer/encoder.c client/viewer/encoder.h \
	client/viewer/frame_watch.c client/viewer/frame_watch.h client/viewer/pair.c client/viewer/pair.h \
	client/viewer/marks.c client/viewer/marks.h client/keys/key_names.h client/keys/text_entry.c client/keys/text_entry.h \
	client/timing.c client/timing.h client/inspect/inspect.c client/inspect/inspect.h client/inspect/pick.c client/inspect/pick.h \
	client/sound/listen.c client/sound/listen.h \
	client/screen.c client/screen.h client/match_info.h client/menu_info.h \
	$(CLIENT_TTY_SOURCES) $(CLIENT_WINDOW_SOURCES)
fixstep_client_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client $(JANSSON_CFLAGS) $(NCURSES_CFLAGS) $(WINDOW_CFLAGS)
fixstep_client_LDADD = lib/app/libapp.la lib/libfixstep-games.la lib/libfixstep.la $(JANSSON_LIBS) $(NCURSES_LIBS) \
	$(WINDOW_LIBS) -lm
dist_man_MANS += lib/doc/man/fixstep-client.1

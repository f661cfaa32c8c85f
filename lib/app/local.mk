# What the programs share; not installed.
noinst_LTLIBRARIES += lib/app/libapp.la
lib_app_libapp_la_LIBTOOLFLAGS = --tag=disable-static
lib_app_libapp_la_SOURCES = \
	lib/app/background.c lib/app/background.h lib/app/view/debug_view.c lib/app/view/debug_view.h lib/app/view/worlds.c lib/app/view/worlds.h lib/app/completion.c lib/app/completion.h lib/app/desync.c lib/app/desync.h lib/app/difference.c lib/app/difference.h lib/app/game_list.c lib/app/game_list.h \
	lib/app/histogram.c lib/app/histogram.h lib/app/view/match_picture.c lib/app/view/match_picture.h lib/app/log.c lib/app/log.h lib/app/net/lookup.c lib/app/net/lookup.h lib/app/net/server_notices.h \
	lib/app/options.c lib/app/options.h lib/app/files/config_file.c lib/app/files/config_file.h lib/app/files/password_file.c lib/app/files/password_file.h lib/app/files/identity_file.c lib/app/files/identity_file.h lib/app/files/known_hosts.c lib/app/files/known_hosts.h lib/app/files/line_file.c lib/app/files/line_file.h \
	lib/app/files/paths.c lib/app/files/paths.h lib/app/files/ticket_file.c lib/app/files/ticket_file.h lib/app/files/trusted_keys.c lib/app/files/trusted_keys.h lib/app/files/user_file.c lib/app/files/user_file.h lib/app/record.c lib/app/record.h \
	lib/app/files/line_edit.c lib/app/files/line_edit.h lib/app/files/new_file.c lib/app/files/new_file.h lib/app/files/open_file.c lib/app/files/open_file.h lib/app/files/record_file.c lib/app/files/record_file.h lib/app/files/record_parts.c lib/app/files/record_parts.h lib/app/files/write_queue.c lib/app/files/write_queue.h lib/app/report.c lib/app/report.h \
	lib/app/script.c lib/app/script.h lib/app/setup.c lib/app/setup.h lib/app/signals.c lib/app/signals.h \
	lib/app/text.c lib/app/text.h lib/app/workers.c lib/app/workers.h
lib_app_libapp_la_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(INIH_CFLAGS) -DFS_BUILD_HOST='"$(host)"'
lib_app_libapp_la_LIBADD = $(INIH_LIBS)

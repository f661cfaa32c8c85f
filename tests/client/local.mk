CHECK_MODULES += tests/client/check_held_keys
CHECK_MODULES += tests/client/check_palette
tests_client_check_held_keys_SOURCES = tests/client/check_held_keys.c client/held_keys.c client/held_keys.h
tests_client_check_palette_SOURCES = tests/client/check_palette.c client/tty/palette.c client/tty/palette.h
CHECK_MODULES += tests/client/check_tty_text
tests_client_check_tty_text_SOURCES = tests/client/check_tty_text.c client/tty/tty_text.c client/tty/tty_text.h
tests_client_check_tty_text_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_MODULES += tests/client/check_key_sequence
tests_client_check_key_sequence_SOURCES = tests/client/check_key_sequence.c client/tty/key_sequence.c client/tty/key_sequence.h \
	client/held_keys.c client/held_keys.h
tests_client_check_key_sequence_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_MODULES += tests/client/check_preferences
tests_client_check_preferences_SOURCES = tests/client/check_preferences.c client/launcher/preferences.c \
	client/launcher/preferences.h
tests_client_check_preferences_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
tests_client_check_preferences_LDADD = lib/app/libapp.la $(LDADD)
CHECK_MODULES += tests/client/check_inspect
tests_client_check_inspect_SOURCES = tests/client/check_inspect.c client/inspect/inspect.c client/inspect/inspect.h \
	client/inspect/pick.c client/inspect/pick.h
tests_client_check_inspect_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
tests_client_check_inspect_LDADD = lib/app/libapp.la $(LDADD)
CHECK_MODULES += tests/client/check_pick
tests_client_check_pick_SOURCES = tests/client/check_pick.c client/inspect/inspect.c client/inspect/inspect.h \
	client/inspect/pick.c client/inspect/pick.h
tests_client_check_pick_CPPFLAGS = $(tests_client_check_inspect_CPPFLAGS)
tests_client_check_pick_LDADD = $(tests_client_check_inspect_LDADD) -lm
CHECK_MODULES += tests/client/check_sound
tests_client_check_sound_SOURCES = tests/client/check_sound.c client/sound/listen.c client/sound/listen.h client/sound/synth.c \
	client/sound/synth.h
tests_client_check_sound_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
tests_client_check_sound_LDADD = $(LDADD) -lm
CHECK_MODULES += tests/client/check_text_entry
tests_client_check_text_entry_SOURCES = tests/client/check_text_entry.c client/keys/text_entry.c client/keys/text_entry.h
tests_client_check_text_entry_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_MODULES += tests/client/check_controls
tests_client_check_controls_SOURCES = tests/client/check_controls.c
tests_client_check_controls_LDADD = lib/libfixstep-games.la $(LDADD)
CHECK_MODULES += tests/client/check_entry
tests_client_check_entry_SOURCES = tests/client/check_entry.c client/launcher/entry.c client/launcher/entry.h client/keys/text_entry.c client/keys/text_entry.h
tests_client_check_entry_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_MODULES += tests/client/check_list_pad
tests_client_check_list_pad_SOURCES = tests/client/check_list_pad.c client/window/list_pad.c client/window/list_pad.h
tests_client_check_list_pad_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_MODULES += tests/client/check_record_note
tests_client_check_record_note_SOURCES = tests/client/check_record_note.c client/record_note.c client/record_note.h client/feed.c client/feed.h
tests_client_check_record_note_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client $(JANSSON_CFLAGS)
tests_client_check_record_note_LDADD = lib/app/libapp.la $(LDADD) $(JANSSON_LIBS)
CHECK_MODULES += tests/client/check_note
tests_client_check_note_SOURCES = tests/client/check_note.c client/launcher/note.c client/launcher/note.h
tests_client_check_note_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_MODULES += tests/client/check_marks
tests_client_check_marks_SOURCES = tests/client/check_marks.c client/viewer/marks.c client/viewer/marks.h
tests_client_check_marks_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client $(JANSSON_CFLAGS)
tests_client_check_marks_LDADD = lib/app/libapp.la lib/libfixstep-games.la $(LDADD) $(JANSSON_LIBS)
CHECK_MODULES += tests/client/check_recording_files
tests_client_check_recording_files_SOURCES = tests/client/check_recording_files.c client/launcher/recording_files.c client/launcher/recording_files.h
tests_client_check_recording_files_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
tests_client_check_recording_files_LDADD = lib/app/libapp.la lib/libfixstep-games.la $(LDADD)
CHECK_MODULES += tests/client/check_recording_list
tests_client_check_recording_list_SOURCES = tests/client/check_recording_list.c client/launcher/recording_list.c client/launcher/recording_list.h client/launcher/recording_files.c client/launcher/recording_files.h
tests_client_check_recording_list_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
tests_client_check_recording_list_LDADD = lib/app/libapp.la lib/libfixstep-games.la $(LDADD)
if WITH_WINDOW
CHECK_MODULES += tests/client/check_overlay
tests_client_check_overlay_SOURCES = tests/client/check_overlay.c $(OVERLAY_SOURCES)
tests_client_check_overlay_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client $(WINDOW_CFLAGS)
tests_client_check_overlay_LDADD = lib/app/libapp.la $(LDADD) $(WINDOW_LIBS) -lm
CHECK_MODULES += tests/client/check_window_input
tests_client_check_window_input_SOURCES = tests/client/check_window_input.c client/window/chat_entry.c client/window/chat_entry.h client/keys/text_entry.c client/keys/text_entry.h client/window/input.c client/window/input.h \
	client/keys/key_map.c client/keys/key_map.h client/keys/key_names.h \
	client/window/mailbox.c client/window/mailbox.h
tests_client_check_window_input_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client $(WINDOW_CFLAGS)
tests_client_check_window_input_LDADD = $(LDADD) $(WINDOW_LIBS)
CHECK_MODULES += tests/client/check_font
tests_client_check_font_SOURCES = tests/client/check_font.c client/window/font.c client/window/font.h client/window/font_bitmap.c
tests_client_check_font_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client $(WINDOW_CFLAGS)
tests_client_check_font_LDADD = $(LDADD) $(WINDOW_LIBS)
CHECK_MODULES += tests/client/check_paragraph
tests_client_check_paragraph_SOURCES = tests/client/check_paragraph.c client/window/hud/paragraph.c client/window/hud/paragraph.h \
	client/window/hud/batch_text.c client/window/hud/batch_text.h
tests_client_check_paragraph_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
tests_client_check_paragraph_LDADD = $(LDADD) -lm
CHECK_MODULES += tests/client/check_bar
tests_client_check_bar_SOURCES = tests/client/check_bar.c client/window/hud/bar.c client/window/hud/bar.h client/window/hud/paragraph.c client/window/hud/paragraph.h \
	client/window/hud/batch_text.c client/window/hud/batch_text.h
tests_client_check_bar_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
tests_client_check_bar_LDADD = $(LDADD) -lm
CHECK_MODULES += tests/client/check_menu
tests_client_check_menu_SOURCES = tests/client/check_menu.c client/window/menu.c client/window/menu.h client/menu_info.h client/window/hud/batch_text.h client/window/hud/batch_text.c
tests_client_check_menu_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_MODULES += tests/client/check_events
tests_client_check_events_SOURCES = tests/client/check_events.c client/window/events.c client/window/events.h client/window/commands.c client/window/commands.h \
	client/window/chat_entry.c client/window/chat_entry.h client/keys/text_entry.c client/keys/text_entry.h client/window/input.c client/window/input.h client/window/list_pad.c client/window/list_pad.h $(OVERLAY_SOURCES)
tests_client_check_events_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client $(WINDOW_CFLAGS) $(JANSSON_CFLAGS)
tests_client_check_events_LDADD = lib/app/libapp.la $(LDADD) $(WINDOW_LIBS) -lm
CHECK_MODULES += tests/client/check_renderer
tests_client_check_renderer_SOURCES = tests/client/check_renderer.c $(OVERLAY_SOURCES) $(OFFSCREEN_SOURCES)
tests_client_check_renderer_CPPFLAGS = $(tests_client_check_window_input_CPPFLAGS)
tests_client_check_renderer_LDADD = lib/app/libapp.la $(tests_client_check_window_input_LDADD)
endif
CHECK_MODULES += tests/client/check_correction
tests_client_check_correction_SOURCES = tests/client/check_correction.c client/online/correction.c client/online/correction.h
tests_client_check_correction_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_MODULES += tests/client/check_said
tests_client_check_said_SOURCES = tests/client/check_said.c client/online/said.c client/online/said.h client/feed.c client/feed.h
tests_client_check_said_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_MODULES += tests/client/check_standstill
tests_client_check_standstill_SOURCES = tests/client/check_standstill.c client/online/standstill.c client/online/standstill.h lib/app/net/server_notices.h
tests_client_check_standstill_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client

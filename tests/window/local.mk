# The window on a virtual display with a software renderer; a build without SDL2 or a machine without Xvfb skips it.
TESTS += tests/window/window.sh tests/window/video.sh
if WITH_CAIRO
CHECK_HELPERS += tests/window/compare_pictures
tests_window_compare_pictures_CPPFLAGS = $(AM_CPPFLAGS) $(CAIRO_CFLAGS)
tests_window_compare_pictures_LDADD = $(CAIRO_LIBS) -lm
endif
check_LTLIBRARIES += tests/window/wildgame.la
tests_window_wildgame_la_SOURCES = tests/window/wildgame.c
tests_window_wildgame_la_LDFLAGS = -module -avoid-version -rpath /nowhere $(LINK_FIXSTEP)
tests_window_wildgame_la_DEPENDENCIES = lib/libfixstep.la
if WITH_WINDOW
CHECK_MODULES += tests/window/check_display_guard
tests_window_check_display_guard_SOURCES = tests/window/check_display_guard.c client/window/display/display_guard.c client/window/display/display_guard.h
tests_window_check_display_guard_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/client
CHECK_HELPERS += tests/window/clipboard_owner
tests_window_clipboard_owner_CPPFLAGS = $(AM_CPPFLAGS) $(WINDOW_CFLAGS)
tests_window_clipboard_owner_LDADD = $(WINDOW_LIBS)
check_LTLIBRARIES += tests/window/virtual_pad.la
tests_window_virtual_pad_la_SOURCES = tests/window/virtual_pad.c
tests_window_virtual_pad_la_CPPFLAGS = $(AM_CPPFLAGS) $(WINDOW_CFLAGS)
tests_window_virtual_pad_la_LDFLAGS = -module -avoid-version -rpath /nowhere
tests_window_virtual_pad_la_LIBADD = $(WINDOW_LIBS)
check_LTLIBRARIES += tests/window/stalled_frame.la
tests_window_stalled_frame_la_SOURCES = tests/window/stalled_frame.c
tests_window_stalled_frame_la_CPPFLAGS = $(AM_CPPFLAGS) $(WINDOW_CFLAGS)
tests_window_stalled_frame_la_LDFLAGS = -module -avoid-version -rpath /nowhere
tests_window_stalled_frame_la_LIBADD = $(WINDOW_LIBS)
endif
EXTRA_DIST += tests/window/window.sh tests/window/references.png tests/window/video.sh

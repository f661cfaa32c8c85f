# The window on a virtual display with a software renderer; a build without SDL2 or a machine without Xvfb skips it.
TESTS += tests/window/window.sh
if WITH_CAIRO
check_PROGRAMS += tests/window/compare_pictures
tests_window_compare_pictures_CPPFLAGS = $(AM_CPPFLAGS) $(CAIRO_CFLAGS)
tests_window_compare_pictures_LDADD = $(CAIRO_LIBS) -lm
endif
EXTRA_DIST += tests/window/window.sh

CHECK_MODULES += tests/view/check_batch
CHECK_MODULES += tests/view/check_interpolate
CHECK_MODULES += tests/view/check_cells
CHECK_MODULES += tests/view/check_draw
CHECK_MODULES += tests/view/check_labels
CHECK_MODULES += tests/view/check_mesh
CHECK_MODULES += tests/view/check_picture
CHECK_MODULES += tests/view/check_projection
CHECK_MODULES += tests/view/check_status
EXTRA_DIST += \
	tests/view/draw_fixture.h
tests_view_check_picture_CPPFLAGS = $(AM_CPPFLAGS) $(CAIRO_CFLAGS)

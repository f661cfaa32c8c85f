lib_libcore_la_SOURCES += \
	lib/src/view/batch.c lib/src/view/batch.h lib/src/view/batch_list.c lib/src/view/fill.c lib/src/view/fill.h \
	lib/src/view/great_circle.c lib/src/view/great_circle.h \
	lib/src/view/interpolate.c \
	lib/src/view/mesh.c lib/src/view/mesh.h lib/src/view/mesh_flat.c lib/src/view/mesh_solid.c lib/src/view/raster.c \
	lib/src/view/raster.h lib/src/view/shade.c lib/src/view/shade.h \
	lib/src/view/cells.c lib/src/view/cells_text.c lib/src/view/clip.c lib/src/view/clip.h lib/src/view/dot_grid.c \
	lib/src/view/dot_grid.h lib/src/view/paint.h lib/src/view/picture.c lib/src/view/projection.c \
	lib/src/view/projection.h lib/src/view/scene.c lib/src/view/scene.h lib/src/view/text/labels.c lib/src/view/text/labels.h lib/src/view/text/status.c lib/src/view/text/status.h
if WITH_CAIRO
lib_libcore_la_SOURCES += lib/src/view/paint.c
endif
# The layout computes in double: sqrt, tan and the like.
lib_libcore_la_LIBADD += $(CAIRO_LIBS) -lm

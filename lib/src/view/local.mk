lib_libcore_la_SOURCES += \
	lib/src/view/cells.c lib/src/view/cells_text.c lib/src/view/clip.c lib/src/view/clip.h lib/src/view/dots.c \
	lib/src/view/dots.h lib/src/view/paint.h lib/src/view/picture.c lib/src/view/project.c \
	lib/src/view/project.h lib/src/view/scene.c lib/src/view/scene.h
if WITH_CAIRO
lib_libcore_la_SOURCES += lib/src/view/paint.c
endif
# The layout computes in double: sqrt, tan and the like.
lib_libcore_la_LIBADD += $(CAIRO_LIBS) -lm

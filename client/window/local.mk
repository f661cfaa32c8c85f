# The window: what fixstep-client lists as CLIENT_WINDOW_SOURCES. No other program and no library links SDL or OpenGL.
if WITH_WINDOW
# The displays over the picture, and what draws it without a screen: tests and benchmarks link them too.
OVERLAY_SOURCES = client/window/overlay.c client/window/overlay.h client/window/hud/bar.c client/window/hud/bar.h client/window/hud/batch_text.c client/window/hud/batch_text.h client/window/hud/fields.c client/window/hud/fields.h \
	client/window/hud/help.c client/window/hud/help.h client/window/hud/palette.h client/window/hud/paragraph.c client/window/hud/paragraph.h client/window/hud/player_list.c client/window/hud/player_list.h \
	client/keys/key_map.c client/keys/key_map.h client/window/menu.c client/window/menu.h
OFFSCREEN_SOURCES = client/window/offscreen.c client/window/offscreen.h client/window/painter.c client/window/painter.h client/window/gl/renderer.c client/window/gl/renderer.h \
	client/window/gl/solids.c client/window/gl/solids.h client/window/gl/shaders_solid.h client/window/gl/program.c client/window/gl/program.h client/window/gl/shaders.h \
	client/window/font.c client/window/font.h client/window/font_bitmap.c client/window/picture_file.c client/window/picture_file.h
CLIENT_WINDOW_SOURCES = \
	$(OVERLAY_SOURCES) $(OFFSCREEN_SOURCES) client/window/window.c client/window/window.h client/window/window_state.h client/window/events.c \
	client/window/events.h client/window/mailbox.c client/window/mailbox.h client/window/display/surface.c client/window/display/surface.h \
	client/window/display/display_guard.c client/window/display/display_guard.h client/window/display/window_manager.c \
	client/window/display/window_manager.h client/window/input.c client/window/input.h client/sound/sound.c client/sound/sound.h client/sound/synth.c \
	client/sound/synth.h client/window/gl/quality.h client/window/chat_entry.c client/window/chat_entry.h client/window/commands.c \
	client/window/commands.h client/window/list_pad.c client/window/list_pad.h
else
CLIENT_WINDOW_SOURCES = client/window/window_none.c client/window/window.h client/window/offscreen.h client/window/gl/quality.h
endif

/* events.c: keys, mouse and controllers, and what the thread of the simulation gets of them. See events.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/events.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <fixstep/net.h>

#include "window/commands.h"
#include "window/menu.h"

/* --- requests of the user --------------------------------------------------------------- */

static void add_request(window *w, const window_request *added)
{
    shared *s = &w->shared;
    pthread_mutex_lock(&s->lock);
    /* Of several jumps that nobody has served yet only the newest counts. */
    if (s->request_count > 0 && added->command == WINDOW_SEEK &&
        s->requests[s->request_count - 1].command == WINDOW_SEEK)
        s->request_count--;
    if (s->request_count < MAX_REQUESTS)
        s->requests[s->request_count++] = *added;
    pthread_mutex_unlock(&s->lock);
}

static void request(window *w, window_command command, double part, uint32_t number)
{
    add_request(w,
                &(window_request){ .command = command, .part = part, .number = number, .serial = w->info.menu.serial });
}

static void ask_to_leave(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    w->shared.leave = true;
    pthread_mutex_unlock(&w->shared.lock);
}

static void ask_to_pause(window *w, window_command command)
{
    if (w->info.can_pause)
        request(w, command, 0, 0);
}

static void strike_debug(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    w->shared.debug_strokes++;
    pthread_mutex_unlock(&w->shared.lock);
}

static void strike_follow(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    w->shared.follow = !w->shared.follow;
    pthread_mutex_unlock(&w->shared.lock);
}

static void toggle_full_screen(window *w)
{
    bool fills = surface_toggle_full_screen(w->surface);
    pthread_mutex_lock(&w->shared.lock);
    w->shared.fills_screen = fills;
    pthread_mutex_unlock(&w->shared.lock);
}

/* Something was struck that the window has no use for, or that closes something. */
static void note_stroke(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    w->shared.strokes++;
    pthread_mutex_unlock(&w->shared.lock);
}

/* Keys of the window itself; they never reach a game. */
static bool take_own_key(window *w, SDL_Keycode key, uint16_t modifiers)
{
    switch (key) {
    case SDLK_F1: w->overlay.help = !w->overlay.help; return true;
    case SDLK_F2: w->overlay.graphs = !w->overlay.graphs; return true;
    case SDLK_F3: strike_debug(w); return true;
    case SDLK_F4: w->overlay.muted = !w->overlay.muted; return true;
    case SDLK_F5: ask_to_pause(w, WINDOW_PAUSE); return true;
    case SDLK_F6: ask_to_pause(w, WINDOW_STEP); return true;
    case SDLK_F7: w->overlay.player_strokes++; return true;
    case SDLK_F8: strike_follow(w); return true;
    case SDLK_F11: toggle_full_screen(w); return true;
    case SDLK_ESCAPE:
        if (!w->overlay.help)
            note_stroke(w);
        w->overlay.help = false;
        if (w->options.mode == WINDOW_RECORDING)
            request(w, WINDOW_CANCEL, 0, 0);
        return true;
    case SDLK_TAB:
        if (w->info.can_chat)
            chat_entry_open(&w->overlay.chat);
        w->overlay.no_chat = !w->info.can_chat && w->options.mode == WINDOW_PLAYER;
        return true;
    case SDLK_q:
        if (!w->info.keeps_q)
            ask_to_leave(w);
        return !w->info.keeps_q;
    case SDLK_c:
        if (modifiers & KMOD_CTRL)
            ask_to_leave(w);
        return (modifiers & KMOD_CTRL) != 0;
    default: return false;
    }
}

static void point_at_bar(window *w, int x, int y, bool first)
{
    double part, scale = surface_scale(w->surface);
    w->overlay.pointer_x = x * scale;
    w->overlay.pointer_y = y * scale;
    bool hit = overlay_bar_hit(&w->overlay, &w->info, x * scale, y * scale, first, &part);
    w->seeking = first ? hit : w->seeking;
    if (w->seeking && hit)
        request(w, WINDOW_SEEK, part, 0);
}

/* The line of sight through a point of the picture of the match; false where there is none. `beside`: the point is in the second
 * one of two pictures. */
static bool find_sight(const window *w, int x, int y, fs_draw_ray *sight, bool *beside)
{
    const tick_picture *shown = w->mailbox.current;
    uint32_t bar = overlay_bar_height(&w->overlay, &w->info);
    double scale = surface_scale(w->surface), width = w->overlay.width, across = x * scale;
    *beside = false;
    if (shown == NULL || w->overlay.height <= bar || width < 2)
        return false;
    if (shown->paired) {
        *beside = across >= floor(width / 2);
        across -= *beside ? floor(width / 2) : 0;
        width = *beside ? width - floor(width / 2) : floor(width / 2);
    }
    const fs_camera *camera = fs_draw_camera(*beside ? shown->beside : shown->list);
    *sight = fs_draw_sight(camera, width, w->overlay.height - bar, across, y * scale);
    return y * scale < w->overlay.height - bar;
}

static void choose_point(window *w, int x, int y)
{
    fs_draw_ray sight;
    bool beside;
    if (!find_sight(w, x, y, &sight, &beside))
        return;
    pthread_mutex_lock(&w->shared.lock);
    w->shared.sight = sight;
    w->shared.sight_beside = beside;
    w->shared.chose = true;
    pthread_mutex_unlock(&w->shared.lock);
}

/* --- lists -------------------------------------------------------------------------------- */

static void point_at_list(window *w, int x, int y, window_command command)
{
    unsigned row;
    double scale = surface_scale(w->surface);
    if (menu_hit(&w->info.menu, w->overlay.width, w->overlay.height, x * scale, y * scale, &row))
        request(w, command, 0, row);
}

static void type_for_list(window *w, const char *utf8)
{
    window_request typed = { .command = WINDOW_TYPE, .serial = w->info.menu.serial };
    snprintf(typed.text, sizeof typed.text, "%s", utf8);
    add_request(w, &typed);
}

static void paste_for_list(window *w)
{
    char *text = SDL_GetClipboardText(); /* "" without one */
    if (text != NULL)
        type_for_list(w, text);
    SDL_free(text);
}

/* Every stroke with its physical key, for a list that asks for one; a repeated stroke is no answer. */
static void strike_for_list(window *w, const SDL_KeyboardEvent *stroke)
{
    window_command command = WINDOW_KEY;
    if (w->info.menu.editing && is_paste(&stroke->keysym)) {
        paste_for_list(w);
        return;
    }
    if (!w->info.menu.editing || !command_of_entry_key(&stroke->keysym, &command))
        command_of_list_key(stroke->keysym.sym, &command);
    request(w, command, 0, stroke->repeat ? 0 : (uint32_t)stroke->keysym.scancode);
}

static void take_list_event(window *w, const SDL_Event *event)
{
    window_command command;
    switch (event->type) {
    case SDL_QUIT: ask_to_leave(w); break;
    case SDL_KEYDOWN:
        if (event->key.keysym.sym == SDLK_F11)
            toggle_full_screen(w);
        else
            strike_for_list(w, &event->key);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
        if (command_of_pad_button(event->cbutton.button, &command))
            request(w, command, 0, 0);
        else if (event->cbutton.button == SDL_CONTROLLER_BUTTON_Y)
            toggle_full_screen(w);
        input_event(&w->input, event);
        break;
    case SDL_MOUSEMOTION: point_at_list(w, event->motion.x, event->motion.y, WINDOW_POINT); break;
    case SDL_MOUSEBUTTONDOWN:
        /* The second click of a double one would fall on the list that the first one has opened. */
        if (event->button.button == SDL_BUTTON_LEFT && event->button.clicks == 1)
            point_at_list(w, event->button.x, event->button.y, WINDOW_PICK);
        else if (event->button.button == SDL_BUTTON_RIGHT)
            request(w, WINDOW_CANCEL, 0, 0);
        else if (event->button.button == SDL_BUTTON_MIDDLE && w->info.menu.editing)
            paste_for_list(w);
        break;
    case SDL_MOUSEWHEEL:
        if (event->wheel.y != 0)
            request(w, event->wheel.y > 0 ? WINDOW_UP : WINDOW_DOWN, 0, 0);
        break;
    case SDL_TEXTINPUT: type_for_list(w, event->text.text); break;
    case SDL_CONTROLLERBUTTONUP:
    case SDL_CONTROLLERAXISMOTION:
    case SDL_CONTROLLERDEVICEADDED:
    case SDL_CONTROLLERDEVICEREMOVED: input_event(&w->input, event); break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            input_release(&w->input);
        break;
    default: break;
    }
}

/* What controllers hold moves through the list. */
static void push_list(window *w)
{
    uint32_t pushed = input_held_by_pads(&w->input) | w->input.struck;
    int rows = list_pad_move(&w->pad, pushed, fs_net_clock_us());
    if (rows != 0)
        request(w, rows > 0 ? WINDOW_DOWN : WINDOW_UP, 0, 0);
}

/* --- chat ----------------------------------------------------------------------------------- */

static void send_line(window *w)
{
    chat_entry *e = &w->overlay.chat;
    pthread_mutex_lock(&w->shared.lock);
    memcpy(w->shared.line, e->text, sizeof w->shared.line);
    pthread_mutex_unlock(&w->shared.lock);
    e->open = false;
}

static void paste_line(chat_entry *e)
{
    char *text = SDL_GetClipboardText();
    if (text != NULL)
        chat_entry_type(e, text);
    SDL_free(text);
}

/* While a line is typed, keys and characters are its own. Whether the event was one of these. */
static bool take_chat_event(window *w, const SDL_Event *event)
{
    chat_entry *e = &w->overlay.chat;
    bool typed = event->type == SDL_KEYDOWN || event->type == SDL_TEXTINPUT;
    if (!e->open || !typed)
        return false;
    if (event->type == SDL_TEXTINPUT) {
        chat_entry_type(e, event->text.text);
        return true;
    }
    if (is_paste(&event->key.keysym)) {
        paste_line(e);
        return true;
    }
    if (is_clear(&event->key.keysym)) {
        chat_entry_open(e);
        return true;
    }
    switch (event->key.keysym.sym) {
    case SDLK_RETURN:
    case SDLK_KP_ENTER: send_line(w); break;
    case SDLK_BACKSPACE: chat_entry_erase(e); break;
    case SDLK_ESCAPE:
    case SDLK_TAB: e->open = false; break;
    default: break;
    }
    return true;
}

/* --- the match and recordings ----------------------------------------------------------------- */

static void press_mouse(window *w, const SDL_MouseButtonEvent *button)
{
    w->mouse_x = button->x;
    w->mouse_y = button->y;
    if (button->button == SDL_BUTTON_MIDDLE)
        choose_point(w, button->x, button->y);
    if (button->button != SDL_BUTTON_LEFT)
        return;
    point_at_bar(w, button->x, button->y, true);
    if (w->info.drags)
        w->dragging = w->dragged = true;
}

static void move_mouse(window *w, const SDL_MouseMotionEvent *motion)
{
    w->mouse_x = motion->x;
    w->mouse_y = motion->y;
    point_at_bar(w, motion->x, motion->y, false);
}

static void release_all(window *w)
{
    input_release(&w->input);
    w->seeking = w->dragging = false;
}

/* Digits name a tick, f stands for the next player. */
static void type_for_recording(window *w, const char *text)
{
    if ((text[0] >= '0' && text[0] <= '9') || text[0] == 'f')
        request(w, WINDOW_TYPE, 0, (uint8_t)text[0]);
}

static void strike_for_recording(window *w, SDL_Keycode key)
{
    window_command command;
    if (w->options.mode == WINDOW_RECORDING && command_of_recording_key(key, &command))
        request(w, command, 0, 0);
}

/* Back and start together leave, so that a controller alone is enough. */
static bool is_leaving(const SDL_ControllerButtonEvent *event)
{
    SDL_GameController *pad = SDL_GameControllerFromInstanceID(event->which);
    bool back = event->button == SDL_CONTROLLER_BUTTON_BACK, start = event->button == SDL_CONTROLLER_BUTTON_START;
    return pad != NULL && (back || start) &&
           SDL_GameControllerGetButton(pad, back ? SDL_CONTROLLER_BUTTON_START : SDL_CONTROLLER_BUTTON_BACK);
}

static void press_button(window *w, const SDL_ControllerButtonEvent *event)
{
    note_stroke(w);
    if (is_leaving(event))
        ask_to_leave(w);
}

void events_take(window *w, const SDL_Event *event)
{
    w->changed = true;
    if (take_chat_event(w, event))
        return;
    if (w->options.mode == WINDOW_MENU) {
        take_list_event(w, event);
        return;
    }
    switch (event->type) {
    case SDL_QUIT: ask_to_leave(w); return;
    case SDL_KEYDOWN:
        w->overlay.no_chat = false;
        if (!event->key.repeat && take_own_key(w, event->key.keysym.sym, event->key.keysym.mod))
            return;
        if (!event->key.repeat)
            note_stroke(w);
        strike_for_recording(w, event->key.keysym.sym);
        break;
    case SDL_CONTROLLERBUTTONDOWN: press_button(w, &event->cbutton); break;
    case SDL_TEXTINPUT:
        if (event->text.text[0] == '?')
            w->overlay.help = !w->overlay.help;
        if (w->options.mode == WINDOW_RECORDING)
            type_for_recording(w, event->text.text);
        break;
    case SDL_MOUSEBUTTONDOWN:
        note_stroke(w);
        press_mouse(w, &event->button);
        if (w->dragging)
            return;
        break;
    case SDL_MOUSEMOTION: move_mouse(w, &event->motion); break;
    case SDL_MOUSEBUTTONUP:
        if (event->button.button == SDL_BUTTON_LEFT)
            w->seeking = w->dragging = false;
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            release_all(w);
        break;
    default: break;
    }
    input_event(&w->input, event);
}

/* Metres as the draw list has them. */
static fix16_t to_fix16(double metres)
{
    double raw = metres * FS_FIX16_ONE;
    return raw >= INT32_MAX ? INT32_MAX : raw <= INT32_MIN ? INT32_MIN : (fix16_t)raw;
}

/* The lock is held. The pointer stays over the same pixel while the picture moves. */
static void publish_drag(window *w, shared *s)
{
    fs_draw_ray sight;
    bool beside, drags = (w->dragging || w->dragged) && find_sight(w, w->mouse_x, w->mouse_y, &sight, &beside);
    if (drags)
        s->pointer = (fs_draw_point){ to_fix16(sight.origin[0]), to_fix16(sight.origin[1]), 0 };
    if (drags && w->dragged)
        s->drags_until_us = fs_net_clock_us() + SHORTEST_US;
    s->drags = drags;
    w->dragged = false;
}

/* What the thread of the launcher has asked for. */
static void serve_paste(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    bool pastes = w->shared.pastes;
    w->shared.pastes = false;
    pthread_mutex_unlock(&w->shared.lock);
    if (pastes)
        paste_for_list(w);
}

void events_publish(window *w)
{
    shared *s = &w->shared;
    if (w->options.mode == WINDOW_MENU) {
        push_list(w);
        serve_paste(w);
    }
    pthread_mutex_lock(&s->lock);
    s->held = input_held(&w->input);
    publish_drag(w, s);
    for (unsigned i = 0; i < KEYS; i++)
        if (w->input.struck >> i & 1)
            s->held_until_us[i] = fs_net_clock_us() + SHORTEST_US;
    if (w->input.character != 0)
        s->character = w->input.character;
    if (s->info.online && s->info.tick != w->info.tick)
        overlay_add_slack(&w->overlay, s->info.slack_us);
    /* The result has come: the help would cover it. */
    w->overlay.help &= s->info.result[0] == '\0' || w->info.result[0] != '\0';
    w->changed |= memcmp(&w->info, &s->info, sizeof w->info) != 0;
    w->info = s->info;
    pthread_mutex_unlock(&s->lock);
    w->input.struck = w->input.character = 0;
}

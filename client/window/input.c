/* input.c: which physical keys are down. See input.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/input.h"

#include <string.h>
#include <fixstep/sim.h>

/* A stick counts as pushed beyond this part of its way and as released below the second one. */
enum { STICK_PUSHED = 14000, STICK_RELEASED = 9000 };

static const struct {
    uint8_t button, key;
} button_table[] = {
    { SDL_CONTROLLER_BUTTON_DPAD_UP, FS_KEY_UP },
    { SDL_CONTROLLER_BUTTON_DPAD_DOWN, FS_KEY_DOWN },
    { SDL_CONTROLLER_BUTTON_DPAD_LEFT, FS_KEY_LEFT },
    { SDL_CONTROLLER_BUTTON_DPAD_RIGHT, FS_KEY_RIGHT },
    { SDL_CONTROLLER_BUTTON_A, FS_KEY_FIRE },
    { SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, FS_KEY_FIRE },
    { SDL_CONTROLLER_BUTTON_B, FS_KEY_ALT },
    { SDL_CONTROLLER_BUTTON_X, FS_KEY_ALT },
    { SDL_CONTROLLER_BUTTON_LEFTSHOULDER, FS_KEY_ALT },
};
enum { BUTTON_COUNT = sizeof button_table / sizeof button_table[0] };

/* --- keyboard and mouse ---------------------------------------------------------------- */

static void set_key(input *in, SDL_Scancode code, bool down)
{
    const key_map *map = in->map != NULL ? in->map : &key_map_usual;
    for (unsigned i = 0; i < KEY_ACTIONS; i++)
        for (unsigned j = 0; j < KEY_MAP_KEYS; j++) {
            if (map->keys[i][j] != code || code == SDL_SCANCODE_UNKNOWN)
                continue;
            in->keys_down[i] = down ? in->keys_down[i] | 1u << j : in->keys_down[i] & ~(1u << j);
            in->struck |= down ? 1u << i : 0;
        }
}

static void set_mouse(input *in, uint8_t button, bool down)
{
    uint32_t key = button == SDL_BUTTON_LEFT ? FS_KEY_FIRE : button == SDL_BUTTON_RIGHT ? FS_KEY_ALT : 0;
    in->mouse = down ? in->mouse | key : in->mouse & ~key;
    in->struck |= down ? key : 0;
}

/* The first character of a text in UTF-8, 0 for a control character or bytes that are no UTF-8. */
static uint32_t first_character(const char *text)
{
    const uint8_t *t = (const uint8_t *)text;
    if (t[0] < 0x80)
        return t[0] >= 0x20 && t[0] != 0x7f ? t[0] : 0;
    unsigned more = t[0] >= 0xf0 ? 3 : t[0] >= 0xe0 ? 2 : t[0] >= 0xc0 ? 1 : 0;
    uint32_t c = more > 0 ? t[0] & (0x3fu >> more) : 0;
    for (unsigned i = 1; i <= more; i++) {
        if ((t[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (t[i] & 0x3f);
    }
    return c;
}

/* --- controllers ----------------------------------------------------------------------- */

static void add_controller(input *in, int device)
{
    for (unsigned i = 0; i < INPUT_MAX_CONTROLLERS; i++) {
        if (in->controllers[i].device != NULL)
            continue;
        SDL_GameController *opened = SDL_GameControllerOpen(device);
        if (opened == NULL)
            return;
        in->controllers[i].device = opened;
        in->controllers[i].id = SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(opened));
        return;
    }
}

/* The row of a controller; INPUT_MAX_CONTROLLERS for an unknown one. */
static unsigned find_controller(const input *in, SDL_JoystickID id)
{
    unsigned i = 0;
    while (i < INPUT_MAX_CONTROLLERS && (in->controllers[i].device == NULL || in->controllers[i].id != id))
        i++;
    return i;
}

static void remove_controller(input *in, SDL_JoystickID id)
{
    unsigned i = find_controller(in, id);
    if (i == INPUT_MAX_CONTROLLERS)
        return;
    SDL_GameControllerClose(in->controllers[i].device);
    in->controllers[i].device = NULL;
    in->controllers[i].buttons = in->controllers[i].stick = 0;
}

static void set_button(input *in, const SDL_ControllerButtonEvent *event, bool down)
{
    unsigned i = find_controller(in, event->which);
    for (unsigned b = 0; i < INPUT_MAX_CONTROLLERS && b < BUTTON_COUNT; b++) {
        if (button_table[b].button != event->button)
            continue;
        uint32_t key = button_table[b].key, held = in->controllers[i].buttons;
        in->controllers[i].buttons = down ? held | key : held & ~key;
        in->struck |= down ? key : 0;
    }
}

/* One direction of an axis, with a dead zone that differs for pushing and releasing. */
static uint32_t push_stick(uint32_t stick, int value, uint32_t key)
{
    if (value > STICK_PUSHED)
        return stick | key;
    return value < STICK_RELEASED ? stick & ~key : stick;
}

static void set_axis(input *in, const SDL_ControllerAxisEvent *event)
{
    unsigned i = find_controller(in, event->which);
    if (i == INPUT_MAX_CONTROLLERS)
        return;
    uint32_t before = in->controllers[i].stick, stick = before;
    if (event->axis == SDL_CONTROLLER_AXIS_LEFTX)
        stick = push_stick(push_stick(stick, event->value, FS_KEY_RIGHT), -event->value, FS_KEY_LEFT);
    else if (event->axis == SDL_CONTROLLER_AXIS_LEFTY)
        stick = push_stick(push_stick(stick, event->value, FS_KEY_DOWN), -event->value, FS_KEY_UP);
    else if (event->axis == SDL_CONTROLLER_AXIS_TRIGGERRIGHT)
        stick = push_stick(stick, event->value, FS_KEY_FIRE);
    in->controllers[i].stick = stick;
    in->struck |= stick & ~before;
}

/* --- all -------------------------------------------------------------------------------- */

void input_event(input *in, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_KEYDOWN:
        if (!event->key.repeat)
            set_key(in, event->key.keysym.scancode, true);
        break;
    case SDL_KEYUP: set_key(in, event->key.keysym.scancode, false); break;
    case SDL_TEXTINPUT: {
        uint32_t character = first_character(event->text.text);
        in->character = character != 0 ? character : in->character;
        break;
    }
    case SDL_MOUSEBUTTONDOWN: set_mouse(in, event->button.button, true); break;
    case SDL_MOUSEBUTTONUP: set_mouse(in, event->button.button, false); break;
    case SDL_CONTROLLERDEVICEADDED: add_controller(in, event->cdevice.which); break;
    case SDL_CONTROLLERDEVICEREMOVED: remove_controller(in, event->cdevice.which); break;
    case SDL_CONTROLLERBUTTONDOWN: set_button(in, &event->cbutton, true); break;
    case SDL_CONTROLLERBUTTONUP: set_button(in, &event->cbutton, false); break;
    case SDL_CONTROLLERAXISMOTION: set_axis(in, &event->caxis); break;
    default: break;
    }
}

uint32_t input_held_by_pads(const input *in)
{
    uint32_t held = 0;
    for (unsigned i = 0; i < INPUT_MAX_CONTROLLERS; i++)
        held |= in->controllers[i].buttons | in->controllers[i].stick;
    return held;
}

uint32_t input_held(const input *in)
{
    uint32_t held = in->mouse | input_held_by_pads(in);
    for (unsigned i = 0; i < KEY_ACTIONS; i++)
        held |= in->keys_down[i] != 0 ? 1u << i : 0;
    return held;
}

void input_release(input *in)
{
    memset(in->keys_down, 0, sizeof in->keys_down);
    in->mouse = in->struck = 0;
    for (unsigned i = 0; i < INPUT_MAX_CONTROLLERS; i++)
        in->controllers[i].buttons = in->controllers[i].stick = 0;
}

void input_close(input *in)
{
    for (unsigned i = 0; i < INPUT_MAX_CONTROLLERS; i++)
        if (in->controllers[i].device != NULL)
            SDL_GameControllerClose(in->controllers[i].device);
    *in = (input){ 0 };
}

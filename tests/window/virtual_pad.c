/* virtual_pad.c: a game controller that is plugged in and pulled out while the window runs, as a library to be preloaded.
 *
 * Files in the folder FIXSTEP_PAD command it: with `plug` it is attached and its stick is held to the left, with `unplug` it
 * is pulled out while the stick is still held. With `push` it is attached, and once it was opened its stick is pushed up for a
 * moment. With `leave` it presses back and start. It answers with the files `held`, `pushed` and `unplugged`, each when the client has asked
 * for events often enough since then to have drawn several frames. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <SDL.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { AXES = 6, BUTTONS = 15, LEFT = -32768, UP = -32768, FRAMES = 30 };

__attribute__((visibility("default"))) int SDL_PollEvent(SDL_Event *event);

static void name_file(char path[512], const char *name)
{
    snprintf(path, 512, "%s/%s", getenv("FIXSTEP_PAD"), name);
}

static int is_there(const char *name)
{
    char path[512];
    name_file(path, name);
    return access(path, F_OK) == 0;
}

static void answer(const char *name)
{
    char path[512];
    name_file(path, name);
    FILE *file = fopen(path, "w");
    if (file != NULL)
        fclose(file);
}

/* The stick moves once the window has opened the controller. */
static void hold_stick(int device)
{
    static int polls;
    SDL_Joystick *pad = SDL_JoystickFromInstanceID(SDL_JoystickGetDeviceInstanceID(device));
    if (pad != NULL && SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTX, LEFT) == 0 && ++polls == FRAMES)
        answer("held");
}

static void press_both(int device)
{
    SDL_Joystick *pad = SDL_JoystickFromInstanceID(SDL_JoystickGetDeviceInstanceID(device));
    if (pad != NULL && SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_BACK, 1) == 0)
        SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_START, 1);
}

/* For one call of the window's, so that a list does not go on. */
static void push_stick(int device)
{
    static int polls;
    SDL_Joystick *pad = SDL_JoystickFromInstanceID(SDL_JoystickGetDeviceInstanceID(device));
    if (pad == NULL || polls > 2 * FRAMES)
        return;
    SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTY, ++polls == FRAMES ? UP : 0);
    if (polls == 2 * FRAMES)
        answer("pushed");
}

static void move_pad(void)
{
    static int device = -1, gone;
    if (gone > 0 && ++gone == FRAMES)
        answer("unplugged");
    if (gone > 0 || getenv("FIXSTEP_PAD") == NULL || SDL_WasInit(SDL_INIT_GAMECONTROLLER) == 0)
        return;
    if (device < 0 && (is_there("plug") || is_there("push")))
        device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, AXES, BUTTONS, 0);
    if (device < 0)
        return;
    if (is_there("push")) {
        push_stick(device);
        return;
    }
    hold_stick(device);
    if (is_there("leave"))
        press_both(device);
    gone = is_there("unplug") && SDL_JoystickDetachVirtual(device) == 0;
}

/* In place of SDL's own, which it calls. */
int SDL_PollEvent(SDL_Event *event)
{
    int (*poll)(SDL_Event *) = NULL;
    *(void **)&poll = dlsym(RTLD_NEXT, "SDL_PollEvent");
    move_pad();
    return poll(event);
}

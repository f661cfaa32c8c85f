/* check_window_input.c: keyboard, mouse and controllers as keys of a game; pictures between two threads. */
#include <fixstep/sim.h>

#include <string.h>
#include "support/check_main.h"
#include "window/chat_entry.h"
#include "window/input.h"
#include "keys/key_map.h"
#include "window/mailbox.h"

static void key(input *in, SDL_Scancode code, bool down)
{
    SDL_Event event = { .key = { .type = down ? SDL_KEYDOWN : SDL_KEYUP, .keysym = { .scancode = code } } };
    input_event(in, &event);
}

static void button(input *in, uint8_t number, bool down)
{
    SDL_Event event = { .button = { .type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP, .button = number } };
    input_event(in, &event);
}

static void type(input *in, const char *text)
{
    SDL_Event event = { .text = { .type = SDL_TEXTINPUT } };
    for (size_t i = 0; text[i] != '\0' && i + 1 < sizeof event.text.text; i++)
        event.text.text[i] = text[i];
    input_event(in, &event);
}

START_TEST(chords_and_releases)
{
    input in = { 0 };
    key(&in, SDL_SCANCODE_UP, true);
    key(&in, SDL_SCANCODE_LEFT, true);
    key(&in, SDL_SCANCODE_SPACE, true);
    ck_assert_uint_eq(input_held(&in), FS_KEY_UP | FS_KEY_LEFT | FS_KEY_FIRE);
    key(&in, SDL_SCANCODE_LEFT, false);
    ck_assert_uint_eq(input_held(&in), FS_KEY_UP | FS_KEY_FIRE);
    key(&in, SDL_SCANCODE_UP, false);
    key(&in, SDL_SCANCODE_SPACE, false);
    ck_assert_uint_eq(input_held(&in), 0);
}
END_TEST

START_TEST(two_keys_of_one_meaning)
{
    input in = { 0 };
    key(&in, SDL_SCANCODE_W, true);
    key(&in, SDL_SCANCODE_UP, true);
    key(&in, SDL_SCANCODE_W, false);
    ck_assert_uint_eq(input_held(&in), FS_KEY_UP);
    key(&in, SDL_SCANCODE_UP, false);
    ck_assert_uint_eq(input_held(&in), 0);
}
END_TEST

START_TEST(short_strokes_are_kept)
{
    input in = { 0 };
    key(&in, SDL_SCANCODE_RETURN, true);
    key(&in, SDL_SCANCODE_RETURN, false);
    button(&in, SDL_BUTTON_LEFT, true);
    ck_assert_uint_eq(in.struck, FS_KEY_ALT | FS_KEY_FIRE);
    ck_assert_uint_eq(input_held(&in), FS_KEY_FIRE);
    button(&in, SDL_BUTTON_LEFT, false);
    ck_assert_uint_eq(input_held(&in), 0);
}
END_TEST

START_TEST(losing_the_focus_releases_all)
{
    input in = { 0 };
    key(&in, SDL_SCANCODE_D, true);
    button(&in, SDL_BUTTON_RIGHT, true);
    input_release(&in);
    ck_assert_uint_eq(input_held(&in), 0);
    /* The release of the key that follows is harmless. */
    key(&in, SDL_SCANCODE_D, false);
    ck_assert_uint_eq(input_held(&in), 0);
}
END_TEST

START_TEST(characters_are_decoded)
{
    input in = { 0 };
    type(&in, "a");
    ck_assert_uint_eq(in.character, 'a');
    type(&in, "\xe2\x82\xac");
    ck_assert_uint_eq(in.character, 0x20ac);
    type(&in, "\x07");
    type(&in, "\xe2\x41");
    ck_assert_uint_eq(in.character, 0x20ac);
}
END_TEST

START_TEST(unknown_controllers_do_nothing)
{
    input in = { 0 };
    SDL_Event events[] = { { .cbutton = { .type = SDL_CONTROLLERBUTTONDOWN, .which = 9 } },
                           { .caxis = { .type = SDL_CONTROLLERAXISMOTION, .which = 9, .value = 32767 } },
                           { .cdevice = { .type = SDL_CONTROLLERDEVICEREMOVED, .which = 9 } },
                           { .cdevice = { .type = SDL_CONTROLLERDEVICEADDED, .which = 500 } } };
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        input_event(&in, &events[i]);
    ck_assert_uint_eq(input_held(&in), 0);
    input_close(&in);
}
END_TEST

/* --- pictures ------------------------------------------------------------------------- */

static void send(mailbox *m, uint32_t tick)
{
    fs_draw_list *list = mailbox_begin(m);
    size_t count;
    fs_draw_items(list, &count);
    ck_assert_uint_eq(count, 0);
    fs_draw_hud(list, tick, "");
    mailbox_end(m, tick, 1, 0);
}

START_TEST(the_reader_has_two_ticks_in_succession)
{
    mailbox m;
    ck_assert(mailbox_open(&m));
    ck_assert(!mailbox_collect(&m) && m.current == NULL);
    send(&m, 1);
    ck_assert(mailbox_collect(&m) && m.previous == NULL && m.current->time_us == 1);
    send(&m, 2);
    ck_assert(mailbox_collect(&m) && m.previous->time_us == 1 && m.current->time_us == 2);
    /* A slow reader misses the older ones. */
    for (uint32_t tick = 3; tick <= 20; tick++)
        send(&m, tick);
    ck_assert(mailbox_collect(&m) && m.previous->time_us == 19 && m.current->time_us == 20);
    ck_assert(!mailbox_collect(&m));
    mailbox_close(&m);
}
END_TEST

START_TEST(what_is_shown_is_never_written)
{
    mailbox m;
    ck_assert(mailbox_open(&m));
    uint32_t tick = 0, seed = 5;
    for (int i = 0; i < 5000; i++) {
        seed = seed * 1664525 + 1013904223;
        if (seed >> 30 != 0)
            send(&m, ++tick);
        else
            mailbox_collect(&m);
        for (int shown = 0; m.previous != NULL && shown < 2; shown++) {
            const tick_picture *p = shown ? m.current : m.previous;
            size_t count;
            const fs_draw_item *items = fs_draw_items(p->list, &count);
            ck_assert_uint_eq(count, 1);
            ck_assert_uint_eq(items[0].colour, p->time_us);
        }
        ck_assert(m.previous == NULL || m.previous->time_us + 1 == m.current->time_us);
    }
    mailbox_close(&m);
}
END_TEST

/* --- chat ------------------------------------------------------------------------- */

START_TEST(a_chat_line_holds_whole_characters)
{
    chat_entry e = { 0 };
    chat_entry_open(&e);
    chat_entry_erase(&e);
    ck_assert_str_eq(e.text, "");
    chat_entry_type(&e, "a\b\x1b\xc3\xa9\xe6\xbc\xa2");
    ck_assert_str_eq(e.text, "a\xc3\xa9\xe6\xbc\xa2");
    chat_entry_erase(&e);
    ck_assert_str_eq(e.text, "a\xc3\xa9");
    chat_entry_erase(&e);
    chat_entry_erase(&e);
    ck_assert_str_eq(e.text, "");
    for (int i = 0; i < 200; i++)
        chat_entry_type(&e, "\xe6\xbc\xa2");
    ck_assert_uint_eq(strlen(e.text), (FS_MAX_CHAT - 1) / 3 * 3);
    /* Bytes that are no UTF-8 stay within the line. */
    for (int i = 0; i < 200; i++)
        chat_entry_type(&e, "\xff\x80\x80\x80\x80");
    ck_assert_uint_lt(strlen(e.text), FS_MAX_CHAT);
}
END_TEST

START_TEST(keys_of_the_users_own)
{
    char why[160];
    const key_names names = { .rows = { [4] = "J, Left Ctrl", [5] = "none" } };
    const key_map map = key_map_read(&names, why, sizeof why);
    ck_assert_str_eq(why, "");
    input in = { .map = &map };
    key(&in, SDL_SCANCODE_SPACE, true);
    key(&in, SDL_SCANCODE_RETURN, true);
    ck_assert_uint_eq(input_held(&in), 0);
    key(&in, SDL_SCANCODE_J, true);
    key(&in, SDL_SCANCODE_LCTRL, true);
    key(&in, SDL_SCANCODE_W, true);
    ck_assert_uint_eq(input_held(&in), FS_KEY_FIRE | FS_KEY_UP);
    key(&in, SDL_SCANCODE_J, false);
    ck_assert_uint_eq(input_held(&in), FS_KEY_FIRE | FS_KEY_UP);
    key(&in, SDL_SCANCODE_LCTRL, false);
    ck_assert_uint_eq(input_held(&in), FS_KEY_UP);
}
END_TEST

/* What cannot be used leaves the usual keys of its row alone. */
START_TEST(rows_of_keys_that_cannot_be_used)
{
    static const char *const rows[] = { "Nonsense", "F1", "Q", "A, B, C, D", "Space, Escape", "\xff\xfe" };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char why[160];
        key_names names = { .rows = { "" } };
        snprintf(names.rows[4], KEY_ROW_BYTES, "%s", rows[i]);
        key_map map = key_map_read(&names, why, sizeof why);
        ck_assert_msg(why[0] != '\0', "row %zu", i);
        ck_assert_mem_eq(&map, &key_map_usual, sizeof map);
    }
}
END_TEST

START_TEST(a_bound_key_leaves_its_old_place)
{
    char row[KEY_ROW_BYTES];
    key_map map = key_map_usual;
    ck_assert(key_map_bind(&map, 4, SDL_SCANCODE_W));
    key_map_write(&map, 4, row, sizeof row);
    ck_assert_str_eq(row, "W, Space");
    key_map_write(&map, 0, row, sizeof row);
    ck_assert_str_eq(row, "Up");
    ck_assert(key_map_bind(&map, 1, SDL_SCANCODE_UP));
    key_map_write(&map, 0, row, sizeof row);
    ck_assert_str_eq(row, "none");
    ck_assert(!key_map_bind(&map, 0, SDL_SCANCODE_F3));
    ck_assert(!key_map_bind(&map, KEY_ACTIONS, SDL_SCANCODE_Z));
}
END_TEST

/* A controller that is pulled out while a button is down releases it; events of strangers do nothing. */
START_TEST(an_unplugged_controller_releases_its_keys)
{
    input in = { 0 };
    SDL_Event event;
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    ck_assert_int_eq(SDL_Init(SDL_INIT_GAMECONTROLLER), 0);
    int device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0);
    ck_assert_msg(device >= 0, "%s", SDL_GetError());
    SDL_JoystickID id = SDL_JoystickGetDeviceInstanceID(device);
    event = (SDL_Event){ .cdevice = { .type = SDL_CONTROLLERDEVICEADDED, .which = device } };
    input_event(&in, &event);
    event =
        (SDL_Event){ .cbutton = { .type = SDL_CONTROLLERBUTTONDOWN, .which = id, .button = SDL_CONTROLLER_BUTTON_A } };
    input_event(&in, &event);
    ck_assert_uint_eq(input_held(&in), FS_KEY_FIRE);
    event.cbutton.which = id + 1;
    event.cbutton.button = SDL_CONTROLLER_BUTTON_B;
    input_event(&in, &event);
    ck_assert_uint_eq(input_held(&in), FS_KEY_FIRE);
    ck_assert_int_eq(SDL_JoystickDetachVirtual(device), 0);
    event = (SDL_Event){ .cdevice = { .type = SDL_CONTROLLERDEVICEREMOVED, .which = id } };
    input_event(&in, &event);
    input_event(&in, &event);
    ck_assert_uint_eq(input_held(&in), 0);
    input_close(&in);
    SDL_Quit();
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("window_input");
    TCase *t = tcase_create("window_input");
    tcase_add_test(t, chords_and_releases);
    tcase_add_test(t, two_keys_of_one_meaning);
    tcase_add_test(t, short_strokes_are_kept);
    tcase_add_test(t, losing_the_focus_releases_all);
    tcase_add_test(t, characters_are_decoded);
    tcase_add_test(t, unknown_controllers_do_nothing);
    tcase_add_test(t, the_reader_has_two_ticks_in_succession);
    tcase_add_test(t, what_is_shown_is_never_written);
    tcase_add_test(t, a_chat_line_holds_whole_characters);
    tcase_add_test(t, keys_of_the_users_own);
    tcase_add_test(t, rows_of_keys_that_cannot_be_used);
    tcase_add_test(t, a_bound_key_leaves_its_old_place);
    tcase_add_test(t, an_unplugged_controller_releases_its_keys);
    suite_add_tcase(s, t);
    return s;
}

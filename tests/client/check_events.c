/* check_events.c: what mouse and keyboard mean to the window of a match. */
#include "window/events.h"

#include <string.h>

#include "support/check_main.h"
#include "window/display/surface.h"
#include "window/window_state.h"

/* There is no display. */
double surface_scale(const surface *s)
{
    (void)s;
    return 1;
}

bool surface_toggle_full_screen(surface *s)
{
    (void)s;
    return false;
}

static window *open_match(void)
{
    static window w;
    memset(&w, 0, sizeof w);
    pthread_mutex_init(&w.shared.lock, NULL);
    w.overlay.width = 640;
    w.overlay.height = 360;
    return &w;
}

static void press(window *w, uint8_t number, bool down, int x, int y)
{
    SDL_Event event = { .button = { .type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                    .button = number,
                                    .clicks = 1,
                                    .x = x,
                                    .y = y } };
    events_take(w, &event);
}

static void strike(window *w, SDL_Keycode key, const char *text)
{
    SDL_Event event = { .key = { .type = SDL_KEYDOWN, .keysym = { .sym = key } } };
    events_take(w, &event);
    event = (SDL_Event){ .text = { .type = SDL_TEXTINPUT } };
    memcpy(event.text.text, text, strlen(text) + 1);
    if (text[0] != '\0')
        events_take(w, &event);
}

START_TEST(the_left_button_alone_drags)
{
    window *w = open_match();
    w->info.drags = true;
    press(w, SDL_BUTTON_RIGHT, true, 100, 100);
    press(w, SDL_BUTTON_MIDDLE, true, 100, 100);
    ck_assert(!w->dragging);
    press(w, SDL_BUTTON_LEFT, true, 100, 100);
    ck_assert(w->dragging);
    press(w, SDL_BUTTON_RIGHT, false, 100, 100);
    press(w, SDL_BUTTON_MIDDLE, false, 100, 100);
    ck_assert(w->dragging);
    press(w, SDL_BUTTON_LEFT, false, 100, 100);
    ck_assert(!w->dragging);
}
END_TEST

START_TEST(the_left_button_alone_holds_the_bar)
{
    window *w = open_match();
    w->options.mode = WINDOW_RECORDING;
    w->info.recording = true;
    w->info.last_tick = 300;
    press(w, SDL_BUTTON_RIGHT, true, 320, 345);
    ck_assert(!w->seeking);
    ck_assert_uint_eq(w->shared.request_count, 0);
    press(w, SDL_BUTTON_LEFT, true, 320, 345);
    ck_assert(w->seeking);
    ck_assert_uint_eq(w->shared.request_count, 1);
    ck_assert_int_eq(w->shared.requests[0].command, WINDOW_SEEK);
    press(w, SDL_BUTTON_RIGHT, false, 320, 345);
    ck_assert(w->seeking);
    press(w, SDL_BUTTON_LEFT, false, 320, 345);
    ck_assert(!w->seeking);
}
END_TEST

/* As keyboards give it: the key is "/" with shift on some, of its own on others. */
START_TEST(a_question_mark_toggles_the_help_once)
{
    static const SDL_Keycode keys[] = { SDLK_SLASH, SDLK_QUESTION, SDLK_COMMA };
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        window *w = open_match();
        strike(w, keys[i], "?");
        ck_assert(w->overlay.help);
        strike(w, keys[i], "?");
        ck_assert(!w->overlay.help);
        strike(w, SDLK_F1, "");
        ck_assert(w->overlay.help);
        strike(w, SDLK_ESCAPE, "");
        ck_assert(!w->overlay.help);
    }
}
END_TEST

START_TEST(who_cannot_write_is_told)
{
    window *w = open_match();
    w->info.watches = w->info.online = true;
    strike(w, SDLK_TAB, "");
    ck_assert(!w->overlay.chat.open);
    ck_assert(w->overlay.no_chat);
    strike(w, SDLK_F2, "");
    ck_assert(!w->overlay.no_chat);
    w->info.can_chat = true;
    strike(w, SDLK_TAB, "");
    ck_assert(w->overlay.chat.open);
    ck_assert(!w->overlay.no_chat);
}
END_TEST

START_TEST(the_result_closes_the_help)
{
    window *w = open_match();
    strike(w, SDLK_F1, "");
    events_publish(w);
    ck_assert(w->overlay.help);
    strcpy(w->shared.info.result, "the match is over");
    events_publish(w);
    ck_assert(!w->overlay.help);
    strike(w, SDLK_F1, "");
    events_publish(w);
    ck_assert(w->overlay.help);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("events");
    TCase *t = tcase_create("events");
    tcase_add_test(t, the_left_button_alone_drags);
    tcase_add_test(t, the_left_button_alone_holds_the_bar);
    tcase_add_test(t, a_question_mark_toggles_the_help_once);
    tcase_add_test(t, who_cannot_write_is_told);
    tcase_add_test(t, the_result_closes_the_help);
    suite_add_tcase(suite, t);
    return suite;
}

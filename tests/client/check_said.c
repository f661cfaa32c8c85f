/* check_said.c: a line of chat is shown as not sent while the server is silent, is sent when it answers, and is told when lost. */
#include "online/said.h"

#include <stdio.h>
#include <string.h>

#include "support/check_main.h"

enum { SECOND = 1000000 };

typedef struct wire {
    bool cut;
    unsigned said;
    char last[FS_MAX_CHAT];
} wire;

static bool say(void *context, const char *text)
{
    wire *w = context;
    if (w->cut)
        return false;
    w->said++;
    snprintf(w->last, sizeof w->last, "%s", text);
    return true;
}

static said s;
static feed f;
static wire w;
static match_info info;

static void begin(void)
{
    s = (said){ 0 };
    f = (feed){ 0 };
    w = (wire){ 0 };
}

static uint32_t tick;

static void poll_at(said_state state, uint64_t now_us)
{
    said_poll(&s, &f, (said_way){ &w, say }, state, tick, now_us);
}

/* The newest line beside the match; "": there is none. */
static const char *shown(said_state state, uint64_t now_us)
{
    info = (match_info){ 0 };
    feed_show(&f, now_us, &info);
    said_show(&s, state, now_us, &info);
    return info.news_fresh > 0 ? info.news[info.news_count - 1] : "";
}

START_TEST(a_line_that_comes_back_at_once_is_not_marked)
{
    begin();
    said_add(&s, &f, "  hello\t", SECOND);
    poll_at(SAID_RUNS, SECOND);
    ck_assert_uint_eq(w.said, 1);
    ck_assert_str_eq(w.last, "hello");
    ck_assert_str_eq(shown(SAID_RUNS, SECOND + SECOND / 2), "");
    said_heard(&s, "another");
    ck_assert_uint_eq(s.count, 1);
    said_heard(&s, "hello");
    ck_assert_uint_eq(s.count, 0);
    ck_assert_str_eq(shown(SAID_RUNS, 9 * SECOND), "");
}
END_TEST

START_TEST(a_silent_server_gets_it_later)
{
    begin();
    said_add(&s, &f, "hello", SECOND);
    for (uint64_t t = 1; t < 100; t++)
        poll_at(SAID_SILENT, t * SECOND);
    ck_assert_uint_eq(w.said, 0);
    ck_assert_str_eq(shown(SAID_SILENT, SECOND), "not sent yet: hello");
    ck_assert_str_eq(shown(SAID_SILENT, 99 * SECOND), "not sent yet: hello");
    poll_at(SAID_RUNS, 100 * SECOND);
    poll_at(SAID_RUNS, 101 * SECOND);
    ck_assert_uint_eq(w.said, 1);
    said_heard(&s, "hello");
    ck_assert_str_eq(shown(SAID_RUNS, 102 * SECOND), "");
}
END_TEST

START_TEST(a_new_connection_gets_it_again)
{
    begin();
    said_add(&s, &f, "hello", SECOND);
    poll_at(SAID_RUNS, SECOND);
    said_unsend(&s);
    w.cut = true;
    poll_at(SAID_RUNS, 2 * SECOND);
    ck_assert_uint_eq(w.said, 1);
    w.cut = false;
    poll_at(SAID_RUNS, 3 * SECOND);
    ck_assert_uint_eq(w.said, 2);
}
END_TEST

/* A pause of the match is no reason to give a line up, an answer without it is. */
/* The server had closed the line in a tick before the connection was lost: the tick comes first, and the line is not sent again. */
START_TEST(a_line_that_was_shown_is_not_sent_again)
{
    begin();
    tick = 100;
    said_add(&s, &f, "hello", SECOND);
    poll_at(SAID_RUNS, SECOND);
    said_unsend(&s);
    said_add(&s, &f, "typed meanwhile", SECOND);
    poll_at(SAID_SILENT, 2 * SECOND);
    said_return(&s, 160);
    poll_at(SAID_RUNS, 3 * SECOND);
    ck_assert_uint_eq(w.said, 2); /* the other one */
    ck_assert_str_eq(w.last, "typed meanwhile");
    tick = 130;
    poll_at(SAID_RUNS, 4 * SECOND);
    said_heard(&s, "hello");
    tick = 200;
    poll_at(SAID_RUNS, 5 * SECOND);
    ck_assert_uint_eq(w.said, 2);
    ck_assert_uint_eq(s.count, 1);
    tick = 0;
}
END_TEST
/* It never reached the server: it is sent again once all ticks are here that could have it. */
START_TEST(a_line_that_was_not_shown_is_sent_again)
{
    begin();
    tick = 100;
    said_add(&s, &f, "hello", SECOND);
    poll_at(SAID_RUNS, SECOND);
    said_unsend(&s);
    said_return(&s, 160);
    tick = 160 + SAID_QUEUE_TICKS - 1;
    poll_at(SAID_RUNS, 3 * SECOND);
    ck_assert_uint_eq(w.said, 1);
    tick++;
    poll_at(SAID_RUNS, 4 * SECOND);
    poll_at(SAID_RUNS, 5 * SECOND);
    ck_assert_uint_eq(w.said, 2);
    tick = 0;
}
END_TEST
START_TEST(what_the_server_does_not_show_is_lost)
{
    begin();
    said_add(&s, &f, "hello", SECOND);
    for (uint64_t t = 1; t < 100; t++)
        poll_at(SAID_STANDS, t * SECOND);
    ck_assert_str_eq(shown(SAID_STANDS, 99 * SECOND), "waits until the match goes on: hello");
    for (uint64_t t = 100; t < 109; t++)
        poll_at(SAID_RUNS, t * SECOND);
    ck_assert_uint_eq(s.count, 1);
    for (uint64_t t = 109; t < 112; t++)
        poll_at(SAID_RUNS, t * SECOND);
    ck_assert_uint_eq(s.count, 0);
    ck_assert_str_eq(shown(SAID_RUNS, 112 * SECOND), "lost: hello");
}
END_TEST

START_TEST(the_end_of_a_match_tells_what_is_lost)
{
    begin();
    said_add(&s, &f, "one", SECOND);
    said_add(&s, &f, "two", SECOND);
    ck_assert_uint_eq(said_give_up(&s, &f, SECOND), 2);
    ck_assert_uint_eq(s.count, 0);
    ck_assert_str_eq(shown(SAID_SILENT, SECOND), "lost: two");
}
END_TEST

/* More lines than are kept: the oldest is told as lost, and the rows beside the match hold the newest ones. */
START_TEST(many_lines_lose_the_oldest)
{
    begin();
    for (int i = 0; i < MATCH_INFO_LINES; i++)
        feed_add(&f, SECOND, "news %d", i);
    for (unsigned i = 0; i <= SAID_LINES; i++) {
        char text[8];
        snprintf(text, sizeof text, "%u", i);
        said_add(&s, &f, text, SECOND);
    }
    ck_assert_uint_eq(s.count, SAID_LINES);
    ck_assert_str_eq(shown(SAID_SILENT, SECOND), "not sent yet: 4");
    ck_assert_uint_eq(info.news_count, MATCH_INFO_LINES);
    ck_assert_uint_eq(info.news_fresh, MATCH_INFO_LINES);
    ck_assert_str_eq(info.news[0], "lost: 0");
    said_add(&s, &f, " \n ", SECOND);
    ck_assert_uint_eq(s.count, SAID_LINES);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("said");
    TCase *t = tcase_create("said");
    tcase_add_test(t, a_line_that_comes_back_at_once_is_not_marked);
    tcase_add_test(t, a_silent_server_gets_it_later);
    tcase_add_test(t, a_new_connection_gets_it_again);
    tcase_add_test(t, a_line_that_was_shown_is_not_sent_again);
    tcase_add_test(t, a_line_that_was_not_shown_is_sent_again);
    tcase_add_test(t, what_the_server_does_not_show_is_lost);
    tcase_add_test(t, the_end_of_a_match_tells_what_is_lost);
    tcase_add_test(t, many_lines_lose_the_oldest);
    suite_add_tcase(suite, t);
    return suite;
}

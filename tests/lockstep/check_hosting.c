/* check_hosting.c: what an operator asks of a match: pauses, kicks, notices, bots, and a next match on the same connections. */
#define TABLE_CLIENTS 5
#include "table.h"

/* --- pauses --------------------------------------------------------------------------- */

START_TEST(a_pause_stops_the_clock)
{
    table *t = create_table();
    start_match(t);
    join(t, 0);
    run(t, 1000);
    uint32_t before = fs_match_tick(t->match);
    ck_assert_uint_gt(before, 40);
    fs_match_pause(t->match, true, t->now_us);
    ck_assert(fs_match_paused(t->match));
    run(t, 5000);
    ck_assert_uint_eq(fs_match_tick(t->match), before);
    fs_match_pause(t->match, false, t->now_us);
    run(t, 1000);
    ck_assert_uint_ge(fs_match_tick(t->match), before + 55); /* the clock starts when new inputs can be there */
    ck_assert_uint_le(fs_match_tick(t->match), before + 61);
    run(t, 3000);
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    ck_assert_uint_ge(stats_of(t, 0).tick, before + 230);
    destroy_table(t);
}
END_TEST

/* Inputs are used again soon after a pause, however long it was. */
START_TEST(inputs_arrive_after_a_pause)
{
    table *t = create_table();
    fs_peer_stats before, after;
    start_match(t);
    join(t, 0);
    run(t, 1000);
    fs_match_pause(t->match, true, t->now_us);
    run(t, 60000);
    fs_match_pause(t->match, false, t->now_us);
    run(t, 1000);
    ck_assert(fs_match_peer(t->match, 0, &before));
    run(t, 2000);
    ck_assert(fs_match_peer(t->match, 0, &after));
    ck_assert_uint_le(after.substituted - before.substituted, 2);
    destroy_table(t);
}
END_TEST

START_TEST(a_paused_match_does_not_start_and_ends_at_once)
{
    table *t = create_table();
    start_match(t);
    fs_match_pause(t->match, true, t->now_us);
    join(t, 0);
    run(t, 1000);
    ck_assert_uint_eq(fs_match_tick(t->match), 0);
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_WAITING);
    fs_match_pause(t->match, false, t->now_us);
    run(t, 500);
    ck_assert_uint_gt(fs_match_tick(t->match), 10);
    fs_match_pause(t->match, true, t->now_us);
    run(t, 100);
    fs_match_stop(t->match, t->now_us);
    run(t, 100);
    ck_assert(fs_match_done(t->match));
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_ENDED);
    destroy_table(t);
}
END_TEST

START_TEST(nobody_no_ticks)
{
    table *t = create_table();
    t->def.pause_empty = true;
    t->def.config.players = 2;
    start_match(t);
    join(t, 0);
    join(t, 1);
    run(t, 1000);
    leave(t, 0);
    run(t, 500);
    ck_assert(!fs_match_paused(t->match));
    leave(t, 1);
    run(t, 200);
    ck_assert(fs_match_paused(t->match));
    uint32_t tick = fs_match_tick(t->match);
    ck_assert(fs_match_stream(t->match)->present == 0);
    run(t, 20000);
    ck_assert_uint_eq(fs_match_tick(t->match), tick);
    fs_session_destroy(t->clients[0].session);
    fs_match_disconnect(t->match, 0, t->now_us);
    join(t, 0);
    run(t, 2000);
    ck_assert_uint_gt(fs_match_tick(t->match), tick + 90);
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_PLAYING);
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    destroy_table(t);
}
END_TEST

/* --- kicks and notices -------------------------------------------------------------------- */

START_TEST(a_kicked_player_is_told_why)
{
    table *t = create_table();
    start_match(t);
    join(t, 0);
    join(t, 1);
    run(t, 500);
    fs_match_kick(t->match, 1, "too 100% loud", t->now_us);
    fs_match_kick(t->match, 1, "again", t->now_us);
    fs_match_kick(t->match, 2, "nobody", t->now_us);
    run(t, 500);
    ck_assert_uint_eq(t->refused, 1);
    ck_assert_str_eq(t->reason, "too 100% loud");
    ck_assert_int_eq(stats_of(t, 1).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(t->clients[1].session), "too 100% loud") != NULL);
    ck_assert_uint_eq(fs_match_players(t->match), 1);
    destroy_table(t);
}
END_TEST

START_TEST(notices_reach_players)
{
    table *t = create_table();
    char text[400];
    start_match(t);
    join(t, 0);
    join(t, 1);
    run(t, 500);
    fs_match_notice(t->match, FS_MAX_PEERS, "hello\033[2J all", t->now_us);
    fs_match_notice(t->match, 1, "only you", t->now_us);
    fs_match_notice(t->match, 2, "nobody", t->now_us);
    fs_match_notice(t->match, FS_MAX_PEERS, "", t->now_us);
    run(t, 10);
    ck_assert_str_eq(t->clients[0].notice, "hello [2J all");
    ck_assert_str_eq(t->clients[1].notice, "only you");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    fs_match_notice(t->match, 0, text, t->now_us);
    run(t, 10);
    ck_assert_uint_eq(strlen(t->clients[0].notice), 199);
    ck_assert_uint_eq(t->clients[0].notices, 2);
    ck_assert_uint_eq(stats_of(t, 0).malformed, 0);
    destroy_table(t);
}
END_TEST

START_TEST(idle_players_are_counted)
{
    table *t = create_table();
    fs_peer_stats idle, moved;
    start_match(t);
    join(t, 0);
    run(t, 3000);
    ck_assert(fs_match_peer(t->match, 0, &idle));
    ck_assert_uint_gt(idle.idle_ticks, 150);
    t->clients[0].held = 77;
    run(t, 500);
    ck_assert(fs_match_peer(t->match, 0, &moved));
    ck_assert_uint_lt(moved.idle_ticks, 40);
    destroy_table(t);
}
END_TEST

/* --- bots ------------------------------------------------------------------------------------ */

START_TEST(bots_fill_slots_and_make_room)
{
    table *t = create_table();
    start_match(t);
    fs_match_set_bots(t->match, fs_game_bot(t->def.game, "chase"), 3, 9);
    join(t, 0);
    run(t, 1000);
    ck_assert_uint_eq(__builtin_popcountll(fs_match_bots(t->match)), 2);
    ck_assert(fs_match_stream(t->match)->present == 7);
    ck_assert_str_eq(fs_stream_name(fs_match_stream(t->match), 0), "client0");
    ck_assert_str_eq(fs_stream_name(fs_match_stream(t->match), 2), "chase+3");
    ck_assert_str_eq(fs_stream_name(fs_match_stream(t->match), 3), "");
    join(t, 1);
    join(t, 2);
    run(t, 1500);
    ck_assert_uint_eq(t->joined, 3);
    ck_assert_uint_eq(t->refused, 0);
    ck_assert(fs_match_bots(t->match) == 0);
    ck_assert_uint_eq(fs_match_players(t->match), 3);
    leave(t, 1);
    run(t, 1000);
    ck_assert_uint_eq(__builtin_popcountll(fs_match_bots(t->match)), 1);
    ck_assert(fs_match_stream(t->match)->present == 7);
    fs_match_set_bots(t->match, NULL, 3, 0);
    run(t, 200);
    ck_assert_uint_eq(__builtin_popcountll(fs_match_stream(t->match)->present), 2);
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    ck_assert_uint_eq(stats_of(t, 0).desyncs, 0);
    destroy_table(t);
}
END_TEST

static unsigned count_team(uint64_t slots, unsigned team)
{
    return (unsigned)__builtin_popcountll(slots & ((uint64_t)0x5555555555555555 << team));
}

/* The teams of this game are the even and the odd slots: both have as many persons, or one more, however many bots play. */
static void expect_balance(const table *t, uint32_t bots)
{
    uint64_t players = fs_match_stream(t->match)->present, persons = players & ~fs_match_bots(t->match);
    unsigned even = count_team(persons, 0), odd = count_team(persons, 1);
    ck_assert_msg(even <= odd + 1 && odd <= even + 1, "%u bots: persons %llx", bots, (unsigned long long)persons);
    even = count_team(players, 0);
    odd = count_team(players, 1);
    ck_assert_msg(even <= odd + 1 && odd <= even + 1, "%u bots: players %llx", bots, (unsigned long long)players);
}

START_TEST(persons_take_the_bots_places_in_both_teams)
{
    for (uint32_t bots = 0; bots <= 6; bots++) {
        table *t = create_table();
        t->def.config.players = 6;
        start_match(t);
        fs_match_set_bots(t->match, fs_game_bot(t->def.game, "idle"), bots, 9);
        for (uint32_t i = 0; i < 4; i++) {
            join(t, i);
            run(t, 1000);
            ck_assert_uint_eq(t->joined, i + 1);
            expect_balance(t, bots);
        }
        ck_assert_uint_eq(t->refused, 0);
        ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
        destroy_table(t);
    }
}
END_TEST

/* After two of one team have left, the next one to join comes to their team. */
START_TEST(a_person_joins_the_team_that_others_left)
{
    for (uint32_t bots = 0; bots <= 6; bots += 3) {
        table *t = create_table();
        t->def.config.players = 6;
        start_match(t);
        for (uint32_t i = 0; i < 4; i++) {
            join(t, i);
            run(t, 500);
        }
        fs_match_set_bots(t->match, fs_game_bot(t->def.game, "idle"), bots, 9);
        leave(t, 0);
        leave(t, 1);
        leave(t, 3);
        run(t, 1000);
        join(t, 4);
        run(t, 1000);
        uint64_t persons = fs_match_stream(t->match)->present & ~fs_match_bots(t->match);
        ck_assert_uint_eq(count_team(persons, 0), 1);
        ck_assert_uint_eq(count_team(persons, 1), 1);
        destroy_table(t);
    }
}
END_TEST

/* Bots play: their mallets move, and every client computes the same. */
START_TEST(bots_move)
{
    table *t = create_table();
    start_match(t);
    fs_match_set_bots(t->match, fs_game_bot(t->def.game, "chase"), 2, 9);
    join(t, 0);
    run(t, 2000);
    const fs_stream *stream = fs_match_stream(t->match);
    bool moves = false;
    for (uint32_t i = 0; i < 500 && !moves; i++) {
        run(t, 10);
        for (uint32_t b = 0; b < t->def.game->input_size; b++)
            moves |= stream->inputs[t->def.game->input_size + b] != 0;
    }
    ck_assert(moves);
    ck_assert_uint_gt(fs_match_agreed(t->match), 100);
    destroy_table(t);
}
END_TEST

START_TEST(a_bots_name_is_taken)
{
    table *t = create_table();
    start_match(t);
    fs_match_set_bots(t->match, fs_game_bot(t->def.game, "idle"), 2, 9);
    join(t, 0);
    run(t, 500);
    fs_match_connect(t->match, 1, t->now_us);
    open_session(t, 1);
    fs_session_destroy(t->clients[1].session);
    fs_session_hooks hooks = { .context = &t->clients[1], .send = send_up, .game = find_game, .input = give_input };
    fs_session_def def = { .name = "idle+2", .state_history_ticks = 8 };
    for (; t->count > 0; t->count--)
        free(t->queue[t->first++ % QUEUE].bytes);
    ck_assert_int_eq(fs_session_create(&def, &hooks, &t->clients[1].session), FS_OK);
    fs_session_connected(t->clients[1].session, t->now_us);
    run(t, 100);
    ck_assert(strstr(t->reason, "\"idle+2\" is taken") != NULL);
    destroy_table(t);
}
END_TEST

/* --- the next match ----------------------------------------------------------------------------- */

/* Ends the match, makes the next one on the same connections, and joins it with new sessions. */
START_TEST(players_are_kept_for_the_next_match)
{
    table *t = create_table();
    t->def.continues = true;
    t->def.ticks = 60;
    start_match(t);
    join(t, 0);
    join(t, 1);
    run(t, 1200);
    while (!fs_match_done(t->match))
        run(t, 10);
    run(t, 50);
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_ENDED);
    ck_assert_int_eq(stats_of(t, 0).next, FS_NEXT_ANNOUNCED);
    /* Who comes between two matches waits for the second one. */
    join(t, 2);
    run(t, 50);
    ck_assert_int_eq(stats_of(t, 2).next, FS_NEXT_ANNOUNCED);
    fs_match_destroy(t->match);
    t->def.config.seed = 6;
    start_match(t);
    fs_match_pause(t->match, true, t->now_us);
    fs_match_connect_next(t->match, 0, 0, t->now_us);
    fs_match_connect_next(t->match, 1, 0, t->now_us);
    fs_match_connect_next(t->match, 2, 0, t->now_us);
    /* Late messages of the match before, also damaged ones, are no offence. */
    const uint8_t old[3] = { FS__MESSAGE_INPUT, 1, 2 };
    for (int i = 0; i < 300; i++)
        fs_match_receive(t->match, 0, FS_CHANNEL_INPUT, old, sizeof old, t->now_us);
    run(t, 20);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_int_eq(stats_of(t, i).next, FS_NEXT_READY);
        fs_session_destroy(t->clients[i].session);
        open_session(t, i);
    }
    run(t, 300);
    ck_assert_uint_eq(fs_match_players(t->match), 3);
    ck_assert_uint_eq(fs_match_tick(t->match), 0);
    fs_match_pause(t->match, false, t->now_us);
    run(t, 3500);
    ck_assert(fs_match_done(t->match));
    ck_assert_uint_eq(fs_match_agreed(t->match), 60);
    ck_assert_int_eq(stats_of(t, 1).phase, FS_SESSION_ENDED);
    ck_assert_uint_eq(t->refused, 0);
    destroy_table(t);
}
END_TEST

/* Before they have joined it. Their match has ended well, and they know that no other one follows. */
START_TEST(players_whom_the_next_match_refuses_are_told_why)
{
    table *t = create_table();
    t->def.continues = true;
    t->def.ticks = 60;
    start_match(t);
    join(t, 0);
    while (!fs_match_done(t->match))
        run(t, 10);
    run(t, 50);
    fs_match_destroy(t->match);
    start_match(t);
    fs_match_connect_next(t->match, 0, 0, t->now_us);
    fs_match_kick(t->match, 0, "no next match", t->now_us);
    run(t, 50);
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_ENDED);
    ck_assert_int_eq(stats_of(t, 0).next, FS_NEXT_NONE);
    ck_assert_str_eq(t->clients[0].notice, "no next match");
    destroy_table(t);
}
END_TEST

START_TEST(who_does_not_join_the_next_match_is_refused)
{
    table *t = create_table();
    t->def.pause_empty = true;
    start_match(t);
    fs_match_connect_next(t->match, 0, 0, t->now_us);
    run(t, 9000);
    ck_assert_uint_eq(t->refused, 0);
    run(t, 1100);
    ck_assert_uint_eq(t->refused, 1);
    destroy_table(t);
}
END_TEST

/* Also one that connects after the end, and one that loads the state when the server closes its connection. */
START_TEST(who_joins_while_the_match_ends_is_refused)
{
    table *t = create_table();
    start_match(t);
    join(t, 0);
    run(t, 500);
    fs_match_connect(t->match, 1, t->now_us);
    fs_match_stop(t->match, t->now_us);
    run(t, 100);
    ck_assert_uint_eq(t->refused, 1);
    ck_assert_str_eq(t->reason, "the match has ended, and no other one follows");
    join(t, 2);
    run(t, 100);
    ck_assert_uint_eq(t->refused, 2);
    ck_assert_int_eq(stats_of(t, 2).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(t->clients[2].session), "no other one follows") != NULL);
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_ENDED);
    destroy_table(t);
}
END_TEST

/* All that it sends, and the ticks that it is sent. */
static void lose_letters_of(table *t, uint32_t number)
{
    for (uint32_t n = 0; n < t->count; n++) {
        letter *l = &t->queue[(t->first + n) % QUEUE];
        if (l->client != number || (!l->up && l->channel != FS_CHANNEL_TICKS))
            continue;
        l->up = true;
        l->client = FS_MAX_PEERS - 1; /* nobody */
    }
}

/* The reason is the end of the match and not a lost connection. */
START_TEST(who_loads_while_the_match_ends_is_told_so)
{
    table *t = create_table();
    start_match(t);
    join(t, 0);
    run(t, 500);
    join(t, 1);
    while (t->match->peers[1].phase != FS__PEER_LOADING)
        run(t, 1);
    fs_match_stop(t->match, t->now_us);
    while (stats_of(t, 0).phase != FS_SESSION_ENDED) {
        lose_letters_of(t, 1);
        run(t, 1);
    }
    fs_session_disconnected(t->clients[1].session, t->now_us);
    ck_assert_int_eq(stats_of(t, 1).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(t->clients[1].session), "no other one follows") != NULL);
    destroy_table(t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hosting");
    TCase *tc = tcase_create("hosting");
    tcase_add_test(tc, a_pause_stops_the_clock);
    tcase_add_test(tc, inputs_arrive_after_a_pause);
    tcase_add_test(tc, a_paused_match_does_not_start_and_ends_at_once);
    tcase_add_test(tc, nobody_no_ticks);
    tcase_add_test(tc, a_kicked_player_is_told_why);
    tcase_add_test(tc, notices_reach_players);
    tcase_add_test(tc, idle_players_are_counted);
    tcase_add_test(tc, bots_fill_slots_and_make_room);
    tcase_add_test(tc, persons_take_the_bots_places_in_both_teams);
    tcase_add_test(tc, a_person_joins_the_team_that_others_left);
    tcase_add_test(tc, bots_move);
    tcase_add_test(tc, a_bots_name_is_taken);
    tcase_add_test(tc, players_are_kept_for_the_next_match);
    tcase_add_test(tc, players_whom_the_next_match_refuses_are_told_why);
    tcase_add_test(tc, who_does_not_join_the_next_match_is_refused);
    tcase_add_test(tc, who_joins_while_the_match_ends_is_refused);
    tcase_add_test(tc, who_loads_while_the_match_ends_is_told_so);
    suite_add_tcase(suite, tc);
    return suite;
}

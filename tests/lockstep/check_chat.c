/* check_chat.c: the password of a match, and what players say. */
#include "table.h"

/* --- password --------------------------------------------------------------------------------- */

START_TEST(only_the_password_lets_in)
{
    table *t = create_table();
    t->def.password = "Grüße 7";
    memset(t->def.secret, 9, sizeof t->def.secret);
    start_match(t);
    t->clients[0].password = "Grüße 7";
    t->clients[1].password = "Grüße 8";
    for (uint32_t i = 0; i < CLIENTS; i++)
        join(t, i);
    run(t, 500);
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_PLAYING);
    ck_assert_int_eq(stats_of(t, 1).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(t->clients[1].session), "that is not the password") != NULL);
    ck_assert_int_eq(stats_of(t, 2).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(t->clients[2].session), "none was given") != NULL);
    ck_assert_uint_eq(fs_match_players(t->match), 1);
    ck_assert_uint_eq(t->joined, 1);
    destroy_table(t);
}
END_TEST

/* What a stranger may try after CHALLENGE: READY without a proof, and the proof of another connection. */
START_TEST(a_proof_is_for_one_connection)
{
    table *t = create_table();
    uint8_t bytes[64], key[FS__PASSWORD_KEY_BYTES];
    struct fs__proof_message proof;
    static const uint8_t bindings[2][FS_KEY_BYTES] = { { 1 }, { 2 } };
    t->def.password = "secret";
    start_match(t);
    struct fs__join_message hello = { .version = FS_PROTOCOL_VERSION,
                                      .number_fingerprint = t->match->number_fingerprint };
    uint8_t join_bytes[256];
    size_t size = fs__put_join(join_bytes, sizeof join_bytes, &hello);
    for (uint32_t p = 0; p < 2; p++) {
        fs_match_connect(t->match, p, t->now_us);
        fs_match_bind(t->match, p, bindings[p]);
        fs_match_receive(t->match, p, FS_CHANNEL_CONTROL, join_bytes, size, t->now_us);
        ck_assert_int_eq(t->match->peers[p].phase, FS__PEER_CHALLENGED);
    }
    size = fs__put_ready(bytes, sizeof bytes,
                         &(struct fs__ready_message){ t->match->schema_hash, t->match->config_hash });
    fs_match_receive(t->match, 0, FS_CHANNEL_CONTROL, bytes, size, t->now_us);
    ck_assert_int_eq(t->match->peers[0].phase, FS__PEER_CHALLENGED);
    ck_assert_uint_eq(t->match->peers[0].stats->malformed, 1);
    ck_assert(fs__password_key(key, "secret", t->match->password_salt));
    fs__password_proof(proof.proof, key, t->match->peers[1].nonce, bindings[1]);
    size = fs__put_proof(bytes, sizeof bytes, &proof);
    fs_match_receive(t->match, 0, FS_CHANNEL_CONTROL, bytes, size, t->now_us);
    ck_assert_int_eq(t->match->peers[0].phase, FS__PEER_DROPPED);
    ck_assert_str_eq(t->reason, "that is not the password");
    fs_match_receive(t->match, 1, FS_CHANNEL_CONTROL, bytes, size, t->now_us);
    ck_assert_int_eq(t->match->peers[1].phase, FS__PEER_OFFERED);
    destroy_table(t);
}
END_TEST

/* A server in the middle passes on challenge and answer, but the two connections have different bindings. */
START_TEST(a_proof_cannot_be_passed_on)
{
    static const uint8_t to_middle[FS_KEY_BYTES] = { 1 }, to_server[FS_KEY_BYTES] = { 2 };
    table *t = create_table();
    t->def.password = "secret";
    start_match(t);
    t->clients[0].password = "secret";
    t->clients[0].own_binding = to_middle;
    t->clients[0].match_binding = to_server;
    join(t, 0);
    run(t, 200);
    ck_assert_uint_eq(t->joined, 0);
    ck_assert_str_eq(t->reason, "that is not the password");
    t->clients[1].password = "secret";
    t->clients[1].own_binding = t->clients[1].match_binding = to_server;
    join(t, 1);
    run(t, 200);
    ck_assert_uint_eq(t->joined, 1);
    destroy_table(t);
}
END_TEST

/* --- chat --------------------------------------------------------------------------------------- */

START_TEST(chat_reaches_everybody)
{
    table *t = create_table();
    start_match(t);
    join(t, 0);
    join(t, 1);
    ck_assert_int_eq(fs_session_say(t->clients[0].session, "early"), FS_E_NETWORK);
    run(t, 500);
    ck_assert_int_eq(fs_session_say(t->clients[1].session, " \t "), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_session_say(t->clients[1].session, " grüße\033[2J 世界 "), FS_OK);
    run(t, 500);
    for (uint32_t i = 0; i < 2; i++) {
        ck_assert_str_eq(t->clients[i].chat, "grüße?[2J 世界");
        ck_assert_uint_eq(t->clients[i].chats, 1);
        ck_assert_uint_eq(t->clients[i].chat_slot, stats_of(t, 1).slot);
    }
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    destroy_table(t);
}
END_TEST

/* Between WELCOME and the tick of the JOIN a player can write; whoever leaves before that tick has said nothing. */
START_TEST(a_line_waits_for_the_join)
{
    table *t = create_table();
    start_match(t);
    join(t, 0);
    run(t, 500);
    for (uint32_t leaver = 0; leaver < 2; leaver++) {
        uint32_t i = 1 + leaver, lines = t->clients[0].chats;
        join(t, i);
        for (uint32_t ms = 0; ms < 1000 && fs_session_say(t->clients[i].session, "soon") != FS_OK; ms++)
            run(t, 1);
        ck_assert(!(t->match->stream.present >> stats_of(t, i).slot & 1));
        if (leaver)
            fs_session_leave(t->clients[i].session);
        run(t, 1000);
        ck_assert_uint_eq(t->clients[0].chats, lines + !leaver);
        ck_assert_uint_eq(t->match->chat.count, 0);
    }
    ck_assert_str_eq(t->clients[0].chat, "soon");
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    destroy_table(t);
}
END_TEST

START_TEST(chat_is_limited)
{
    table *t = create_table();
    fs_peer_stats stats;
    start_match(t);
    join(t, 0);
    run(t, 500);
    for (int i = 0; i < 20; i++)
        fs_session_say(t->clients[0].session, "again");
    run(t, 1000);
    ck_assert_uint_eq(t->clients[0].chats, 5);
    ck_assert(strstr(t->clients[0].notice, "too fast") != NULL);
    ck_assert(fs_match_peer(t->match, 0, &stats));
    ck_assert_uint_eq(stats.limited, 15);
    run(t, 3000);
    fs_session_say(t->clients[0].session, "slowly");
    run(t, 500);
    ck_assert_str_eq(t->clients[0].chat, "slowly");
    destroy_table(t);
}
END_TEST

/* Thousands of lines draw an answer in two seconds, not one each. */
START_TEST(chat_without_end_draws_few_answers)
{
    enum { LINES = 5000, EACH = 250, SPAN_MS = 4000 };
    table *t = create_table();
    start_match(t);
    join(t, 0);
    run(t, 500);
    fs_peer_stats before, after;
    ck_assert(fs_match_peer(t->match, 0, &before));
    for (int i = 1; i <= LINES; i++) {
        fs_session_say(t->clients[0].session, "again");
        if (i % EACH == 0)
            run(t, SPAN_MS * EACH / LINES);
    }
    ck_assert(fs_match_peer(t->match, 0, &after));
    ck_assert_uint_ge(after.limited - before.limited, LINES - 10);
    ck_assert_uint_ge(t->clients[0].notices, 1);
    ck_assert_uint_le(t->clients[0].notices, 2 + SPAN_MS / 2000);
    destroy_table(t);
}
END_TEST

START_TEST(dirty_chat_is_malformed)
{
    static const char *const dirty[] = { "", " x", "a\xe2\x80\xae", "\xff" };
    table *t = create_table();
    uint8_t bytes[64];
    fs_peer_stats stats;
    start_match(t);
    join(t, 0);
    run(t, 500);
    for (size_t i = 0; i < sizeof dirty / sizeof dirty[0]; i++) {
        struct fs__chat_message m = { "" };
        strcpy(m.text, dirty[i]);
        fs_match_receive(t->match, 0, FS_CHANNEL_CONTROL, bytes, fs__put_chat(bytes, sizeof bytes, &m), t->now_us);
    }
    run(t, 500);
    ck_assert_uint_eq(t->clients[0].chats, 0);
    ck_assert(fs_match_peer(t->match, 0, &stats));
    ck_assert_uint_eq(stats.malformed, 4);
    destroy_table(t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("chat");
    TCase *tcase = tcase_create("match");
    tcase_add_test(tcase, only_the_password_lets_in);
    tcase_add_test(tcase, a_proof_is_for_one_connection);
    tcase_add_test(tcase, a_proof_cannot_be_passed_on);
    tcase_add_test(tcase, chat_reaches_everybody);
    tcase_add_test(tcase, a_line_waits_for_the_join);
    tcase_add_test(tcase, chat_is_limited);
    tcase_add_test(tcase, chat_without_end_draws_few_answers);
    tcase_add_test(tcase, dirty_chat_is_malformed);
    suite_add_tcase(suite, tcase);
    return suite;
}

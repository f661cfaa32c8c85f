/* check_key.c: players prove keys of their own to a match, programs decide who is admitted, and names belong to who has a slot. */
#include "table.h"

static const uint8_t seed_a[FS_KEY_BYTES] = { 1 }, seed_b[FS_KEY_BYTES] = { 2 };
static const uint8_t here[FS_KEY_BYTES] = { 7, 8, 9 }, elsewhere[FS_KEY_BYTES] = { 7, 8, 8 };

static void set_client(table *t, uint32_t number, const uint8_t *seed, const uint8_t *own, const uint8_t *at_match)
{
    t->clients[number].key_seed = seed;
    t->clients[number].own_binding = own;
    t->clients[number].match_binding = at_match;
}

static fs_peer_stats player(const table *t, uint32_t i)
{
    fs_peer_stats stats;
    ck_assert(fs_match_peer(t->match, i, &stats));
    return stats;
}

/* --- proofs ----------------------------------------------------------------------------- */

START_TEST(a_key_is_proved_and_known)
{
    uint8_t key[FS_KEY_BYTES];
    table *t = create_table();
    set_client(t, 0, seed_a, here, here);
    set_client(t, 1, NULL, here, here);
    set_client(t, 2, seed_b, NULL, here);
    start_match(t);
    for (uint32_t i = 0; i < CLIENTS; i++)
        join(t, i);
    run(t, 200);
    ck_assert_uint_eq(t->joined, 3);
    fs_identity_key(seed_a, key);
    ck_assert(player(t, 0).has_key && memcmp(player(t, 0).key, key, sizeof key) == 0);
    ck_assert(!player(t, 1).has_key);
    ck_assert(!player(t, 2).has_key); /* it does not know its connection's binding */
    ck_assert_uint_eq(player(t, 0).malformed + player(t, 1).malformed + player(t, 2).malformed, 0);
    destroy_table(t);
}
END_TEST

/* What one server receives is of no use at another. */
START_TEST(a_proof_for_another_connection_is_refused)
{
    table *t = create_table();
    set_client(t, 0, seed_a, elsewhere, here);
    start_match(t);
    join(t, 0);
    run(t, 200);
    ck_assert_uint_eq(t->joined, 0);
    ck_assert_uint_eq(t->refused, 1);
    ck_assert_str_eq(t->reason, "the proof of the player's key is not for this connection");
    destroy_table(t);
}
END_TEST

/* Sends a KEY of that proof and returns how many malformed messages the peer has then. */
static uint32_t send_key(table *t, uint32_t peer, const struct fs__key_message *message, size_t cut)
{
    uint8_t bytes[200];
    size_t size = fs__put_key(bytes, sizeof bytes, message);
    fs_match_receive(t->match, peer, FS_CHANNEL_CONTROL, bytes, size - cut, t->now_us);
    return t->match->peers[peer].stats->malformed;
}

START_TEST(hostile_keys_are_counted)
{
    struct fs__key_message message;
    table *t = create_table();
    start_match(t);
    fs__key_proof_make(message.key, message.signature, seed_a, here);
    fs_match_connect(t->match, 0, t->now_us);
    ck_assert_uint_eq(send_key(t, 0, &message, 0), 1); /* no binding */
    fs_match_connect(t->match, 1, t->now_us);
    fs_match_bind(t->match, 1, here);
    for (size_t cut = 1; cut < 97; cut++)
        ck_assert_uint_eq(send_key(t, 1, &message, cut), cut);
    ck_assert_uint_eq(send_key(t, 1, &message, 0), 96);
    ck_assert_uint_eq(send_key(t, 1, &message, 0), 97); /* a second one */
    ck_assert(t->match->peers[1].stats->has_key);
    for (uint32_t bit = 0; bit < 8 * sizeof message; bit += 5) {
        struct fs__key_message changed = message;
        ((uint8_t *)&changed)[bit / 8] ^= (uint8_t)(1 << bit % 8);
        fs_match_connect(t->match, 2, t->now_us);
        fs_match_bind(t->match, 2, here);
        send_key(t, 2, &changed, 0);
        ck_assert(t->match->peers[2].phase == FS__PEER_DROPPED && !t->match->peers[2].stats->has_key);
        fs_match_disconnect(t->match, 2, t->now_us);
    }
    destroy_table(t);
}
END_TEST

/* --- admission ---------------------------------------------------------------------------- */

static uint32_t asked, returned;

static fs_result admit_a_alone(void *context, const fs_applicant *applicant, char *error, size_t error_size)
{
    uint8_t key[FS_KEY_BYTES];
    (void)context;
    asked++;
    returned += applicant->returns;
    fs_identity_key(seed_a, key);
    if (applicant->key != NULL && memcmp(applicant->key, key, sizeof key) == 0)
        return FS_OK;
    snprintf(error, error_size, "not %s", applicant->name);
    return FS_E_KEY;
}

START_TEST(the_program_decides_who_joins)
{
    table *t = create_table();
    asked = 0;
    t->admit = admit_a_alone;
    set_client(t, 0, seed_a, here, here);
    set_client(t, 1, seed_b, here, here);
    start_match(t);
    for (uint32_t i = 0; i < CLIENTS; i++)
        join(t, i);
    run(t, 200);
    ck_assert_uint_eq(t->joined, 1);
    ck_assert_uint_eq(t->refused, 2);
    ck_assert_uint_eq(asked, 3);
    ck_assert_str_eq(t->reason, "not client2");
    ck_assert(strstr(fs_session_failure(t->clients[1].session), "does not admit the key") != NULL);
    destroy_table(t);
}
END_TEST

static size_t ticket_seen;

static fs_result note_ticket(void *context, const fs_applicant *applicant, char *error, size_t error_size)
{
    (void)context, (void)error, (void)error_size;
    ticket_seen = applicant->ticket_size;
    ck_assert((applicant->ticket == NULL) == (applicant->ticket_size == 0));
    ck_assert(applicant->ticket == NULL || memcmp(applicant->ticket, "a ticket", 8) == 0);
    return FS_OK;
}

/* A ticket is passed to the program, unless the connection could be somebody else's. */
START_TEST(tickets_are_shown)
{
    table *t = create_table();
    t->admit = note_ticket;
    set_client(t, 0, NULL, here, here);
    t->clients[0].ticket = "a ticket";
    t->clients[1].ticket = "a ticket";
    start_match(t);
    join(t, 0);
    run(t, 100);
    ck_assert_uint_eq(ticket_seen, 8);
    join(t, 1);
    run(t, 100);
    ck_assert_uint_eq(ticket_seen, 0);
    ck_assert_uint_eq(t->joined, 2);
    ck_assert_uint_eq(player(t, 0).malformed + player(t, 1).malformed, 0);
    destroy_table(t);
}
END_TEST

START_TEST(hostile_tickets_are_counted)
{
    static uint8_t bytes[FS_TICKET_BYTES + 2] = { FS__MESSAGE_TICKET };
    static const struct {
        size_t size;
        uint32_t malformed;
    } sent[] = { { 1, 1 }, { FS_TICKET_BYTES + 2, 2 }, { FS_TICKET_BYTES + 1, 2 }, { 9, 3 } };
    table *t = create_table();
    start_match(t);
    fs_match_connect(t->match, 0, t->now_us);
    fs_match_receive(t->match, 0, FS_CHANNEL_CONTROL, bytes, 9, t->now_us); /* no binding */
    ck_assert_uint_eq(t->match->peers[0].stats->malformed, 1);
    fs_match_connect(t->match, 1, t->now_us);
    fs_match_bind(t->match, 1, here);
    for (size_t i = 0; i < sizeof sent / sizeof sent[0]; i++) {
        fs_match_receive(t->match, 1, FS_CHANNEL_CONTROL, bytes, sent[i].size, t->now_us);
        ck_assert_uint_eq(t->match->peers[1].stats->malformed, sent[i].malformed);
    }
    ck_assert_uint_eq(t->match->peers[1].ticket_size, FS_TICKET_BYTES);
    destroy_table(t);
}
END_TEST

/* The token of a lost connection gives the slot back to the player's key alone. */
START_TEST(a_token_is_of_no_use_to_another_key)
{
    table *t = create_table();
    asked = returned = 0;
    memset(t->def.secret, 1, sizeof t->def.secret);
    set_client(t, 0, seed_a, here, here);
    start_match(t);
    join(t, 0);
    run(t, 500);
    struct fs__resume_message resume = { .next_tick = 1 };
    memcpy(resume.token, t->match->slots[0].token, sizeof resume.token);
    for (uint32_t peer = 1; peer < 3; peer++) {
        uint8_t bytes[200];
        struct fs__key_message message;
        struct fs__join_message hello = { .version = FS_PROTOCOL_VERSION,
                                          .number_fingerprint = t->match->number_fingerprint };
        fs_match_connect(t->match, peer, t->now_us);
        fs_match_bind(t->match, peer, here);
        fs_match_receive(t->match, peer, FS_CHANNEL_CONTROL, bytes, fs__put_resume(bytes, sizeof bytes, &resume),
                         t->now_us);
        fs__key_proof_make(message.key, message.signature, peer == 1 ? seed_b : seed_a, here);
        send_key(t, peer, &message, 0);
        fs_match_receive(t->match, peer, FS_CHANNEL_CONTROL, bytes, fs__put_join(bytes, sizeof bytes, &hello),
                         t->now_us);
        ck_assert_uint_eq(t->match->peers[peer].resume_slot, peer == 1 ? FS_MAX_PLAYERS : 0);
        ck_assert(t->match->slots[0].held == (peer == 2));
    }
    destroy_table(t);
}
END_TEST

/* --- lost connections --------------------------------------------------------------------- */

static bool ticket_used;

static fs_result note_use(void *context, const fs_applicant *applicant, char *error, size_t error_size)
{
    (void)context, (void)error, (void)error_size;
    ticket_used = applicant->ticket_used;
    return FS_OK;
}

/* A match that holds slots, in which client 0 plays, with a key or a ticket. Clients 1 and 2 are without both. */
static table *play_with_proof(bool by_ticket)
{
    table *t = create_table();
    memset(t->def.secret, 1, sizeof t->def.secret);
    t->admit = note_use;
    set_client(t, 0, by_ticket ? NULL : seed_a, here, here);
    t->clients[0].ticket = by_ticket ? "a ticket" : NULL;
    start_match(t);
    join(t, 0);
    run(t, 500);
    ck_assert_uint_eq(fs_match_players(t->match), 1);
    return t;
}

/* The program of client 0 dies; the server knows that its connection is lost, or has not heard from it for 0.3 s. */
static void crash(table *t, bool known)
{
    fs_session_destroy(t->clients[0].session);
    t->clients[0].session = NULL;
    run(t, 300);
    if (known)
        fs_match_disconnect(t->match, 0, t->now_us);
}

static void join_as(table *t, uint32_t number, const char *name, const uint8_t *seed, const char *ticket)
{
    set_client(t, number, seed, here, here);
    t->clients[number].name = name;
    t->clients[number].ticket = ticket;
    join(t, number);
    run(t, 300);
}

START_TEST(a_proof_takes_the_slot_of_the_lost_connection)
{
    bool by_ticket = _i & 1, known = _i & 2, named = _i & 4;
    if (!named && !known)
        return; /* see silence_frees_no_slot_for_nameless_players */
    table *t = play_with_proof(by_ticket);
    crash(t, known);
    join_as(t, 1, named ? "client0" : "", by_ticket ? NULL : seed_a, by_ticket ? "a ticket" : NULL);
    ck_assert_msg(stats_of(t, 1).phase == FS_SESSION_PLAYING, "%s", t->reason);
    ck_assert(!ticket_used);
    ck_assert_uint_eq(t->joined, 1);
    ck_assert_uint_eq(t->left, 0);
    ck_assert_uint_eq(player(t, 0).returns, 1);
    ck_assert_uint_eq(player(t, 0).peer, 1);
    ck_assert_uint_eq(player(t, 0).slot, 0);
    ck_assert_str_eq(player(t, 0).name, "client0");
    ck_assert(t->match->peers[0].phase == (known ? FS__PEER_FREE : FS__PEER_DROPPED));
    run(t, 500);
    ck_assert_uint_gt(player(t, 0).hashes_compared, 20);
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    destroy_table(t);
}
END_TEST

/* Of 250 ms of silence alone nobody loses the slot to a second program that asks for no name. */
START_TEST(silence_frees_no_slot_for_nameless_players)
{
    table *t = play_with_proof(false);
    crash(t, false);
    join_as(t, 1, "", seed_a, NULL);
    ck_assert_uint_eq(t->joined, 2);
    ck_assert_uint_eq(t->match->peers[0].phase, FS__PEER_PLAYING);
    destroy_table(t);
}
END_TEST

/* Without the proof the name is refused, and the sentence says for how long. */
START_TEST(nobody_else_takes_a_held_slot)
{
    table *t = play_with_proof(_i != 0);
    crash(t, true);
    join_as(t, 1, "client0", NULL, NULL);
    ck_assert_msg(strstr(t->reason, "\"client0\" is held for 120 s") != NULL, "%s", t->reason);
    join_as(t, 2, "client0", seed_b, _i != 0 ? "a ticket" : NULL);
    ck_assert_msg(strstr(t->reason, "\"client0\" is held for 12") != NULL, "%s", t->reason);
    ck_assert_uint_eq(t->refused, 2);
    ck_assert(t->match->slots[0].held);
    ck_assert_uint_eq(ticket_used, _i != 0);
    destroy_table(t);
}
END_TEST

/* A second program of a player who is heard takes nothing from the first one. */
START_TEST(a_player_who_is_heard_keeps_the_slot)
{
    table *t = play_with_proof(_i != 0);
    join_as(t, 1, "client0", _i != 0 ? NULL : seed_a, _i != 0 ? "a ticket" : NULL);
    ck_assert_str_eq(t->reason, "the name \"client0\" is taken");
    ck_assert_uint_eq(ticket_used, _i != 0);
    ck_assert_uint_eq(stats_of(t, 0).phase, FS_SESSION_PLAYING);
    destroy_table(t);
}
END_TEST

/* A ticket is free as soon as its player has left, while the connection is still open. */
START_TEST(a_ticket_is_free_after_a_leave)
{
    table *t = play_with_proof(true);
    leave(t, 0);
    run(t, 100);
    ck_assert_uint_eq(t->match->peers[0].phase, FS__PEER_DROPPED);
    ticket_used = true;
    join_as(t, 1, "client0", NULL, "a ticket");
    ck_assert(!ticket_used);
    ck_assert_uint_eq(t->joined, 2);
    destroy_table(t);
}
END_TEST

/* --- names ------------------------------------------------------------------------------- */

/* Asks to join under a name and leaves the offer unanswered; by hand, as connection `peer`. */
static void ask_for_name(table *t, uint32_t peer, const char *name)
{
    uint8_t bytes[512];
    struct fs__join_message message = { .version = FS_PROTOCOL_VERSION,
                                        .number_fingerprint = t->match->number_fingerprint };
    snprintf(message.name, sizeof message.name, "%s", name);
    fs_match_connect(t->match, peer, t->now_us);
    size_t size = fs__put_join(bytes, sizeof bytes, &message);
    fs_match_receive(t->match, peer, FS_CHANNEL_CONTROL, bytes, size, t->now_us);
}

static void answer_offer(table *t, uint32_t peer)
{
    uint8_t bytes[64];
    const struct fs__ready_message ready = { t->match->schema_hash, t->match->config_hash };
    size_t size = fs__put_ready(bytes, sizeof bytes, &ready);
    fs_match_receive(t->match, peer, FS_CHANNEL_CONTROL, bytes, size, t->now_us);
}

/* An offer that is not answered keeps a name from nobody; answered later, it gets it no more. */
START_TEST(an_offer_holds_no_name)
{
    enum { HOSTILE = 2 };
    table *t = create_table();
    start_match(t);
    ask_for_name(t, HOSTILE, "client0");
    ck_assert_uint_eq(t->match->peers[HOSTILE].phase, FS__PEER_OFFERED);
    join(t, 0);
    run(t, 300);
    ck_assert_msg(stats_of(t, 0).phase == FS_SESSION_PLAYING, "%s", t->reason);
    ck_assert_str_eq(player(t, 0).name, "client0");
    answer_offer(t, HOSTILE);
    ck_assert_str_eq(t->reason, "the name \"client0\" is taken");
    ck_assert_uint_eq(t->joined, 1);
    destroy_table(t);
}
END_TEST

/* One who was offered the match before the slot was held gets its name neither. */
START_TEST(an_old_offer_takes_no_held_name)
{
    enum { HOSTILE = 2 };
    table *t = create_table();
    memset(t->def.secret, 1, sizeof t->def.secret);
    start_match(t);
    ask_for_name(t, HOSTILE, "client0");
    join(t, 0);
    run(t, 500);
    crash(t, true);
    answer_offer(t, HOSTILE);
    ck_assert_msg(strstr(t->reason, "\"client0\" is held for 120 s") != NULL, "%s", t->reason);
    ck_assert(t->match->slots[0].held);
    destroy_table(t);
}
END_TEST

/* Who asks for no name gets one of its own with the slot, also when several offers are open. */
START_TEST(chosen_names_differ)
{
    table *t = create_table();
    start_match(t);
    for (uint32_t peer = 0; peer < CLIENTS; peer++)
        ask_for_name(t, peer, peer == 1 ? "player1" : "");
    for (uint32_t peer = 0; peer < CLIENTS; peer++)
        answer_offer(t, CLIENTS - 1 - peer);
    ck_assert_str_eq(t->match->peers[2].stats->name, "player1");
    ck_assert_str_eq(t->reason, "the name \"player1\" is taken");
    ck_assert_str_eq(t->match->peers[0].stats->name, "player2");
    destroy_table(t);
}
END_TEST

/* A player shows its key again in the next match on the same connection. */
START_TEST(the_next_match_knows_the_key)
{
    table *t = create_table();
    t->def.continues = true;
    t->def.ticks = 30;
    set_client(t, 0, seed_a, here, here);
    start_match(t);
    join(t, 0);
    for (uint32_t ms = 0; ms < 10000 && !fs_match_done(t->match); ms++)
        run(t, 1);
    fs_match_destroy(t->match);
    start_match(t);
    fs_match_connect_next(t->match, 0, 0, t->now_us);
    fs_match_bind(t->match, 0, here);
    fs_session_destroy(t->clients[0].session);
    open_session(t, 0);
    run(t, 200);
    ck_assert(player(t, 0).playing && player(t, 0).has_key);
    destroy_table(t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("key");
    TCase *tcase = tcase_create("key");
    tcase_add_test(tcase, a_key_is_proved_and_known);
    tcase_add_test(tcase, a_proof_for_another_connection_is_refused);
    tcase_add_test(tcase, hostile_keys_are_counted);
    tcase_add_test(tcase, the_program_decides_who_joins);
    tcase_add_test(tcase, tickets_are_shown);
    tcase_add_test(tcase, hostile_tickets_are_counted);
    tcase_add_test(tcase, a_token_is_of_no_use_to_another_key);
    tcase_add_loop_test(tcase, a_proof_takes_the_slot_of_the_lost_connection, 0, 8);
    tcase_add_test(tcase, silence_frees_no_slot_for_nameless_players);
    tcase_add_loop_test(tcase, nobody_else_takes_a_held_slot, 0, 2);
    tcase_add_loop_test(tcase, a_player_who_is_heard_keeps_the_slot, 0, 2);
    tcase_add_test(tcase, a_ticket_is_free_after_a_leave);
    tcase_add_test(tcase, an_offer_holds_no_name);
    tcase_add_test(tcase, an_old_offer_takes_no_held_name);
    tcase_add_test(tcase, chosen_names_differ);
    tcase_add_test(tcase, the_next_match_knows_the_key);
    suite_add_tcase(suite, tcase);
    return suite;
}

/* check_message.c: every message reads back as written, and nothing else is
 * taken for one. */
#include "lockstep/message.h"

#include <string.h>

#include "support/check_main.h"

enum { INPUT_SIZE = 6, ROOM = FS__MAX_MESSAGE_BYTES };

/* One case per message: writes a sample, or reads and writes again. */
typedef size_t write_fn(uint8_t *bytes);
typedef size_t again_fn(fs__reader *r, uint8_t *bytes); /* 0 = refused */

#define AGAIN(name, type)                                                   \
    static size_t again_##name(fs__reader *r, uint8_t *bytes)               \
    {                                                                       \
        struct type m;                                                      \
        memset(&m, 0xee, sizeof m);                                         \
        return fs__get_##name(r, &m) ? fs__put_##name(bytes, ROOM, &m) : 0; \
    }
AGAIN(join, fs__join_message)
AGAIN(resume, fs__resume_message)
AGAIN(key, fs__key_message)
AGAIN(ticket, fs__ticket_message)
AGAIN(offer, fs__offer_message)
AGAIN(ready, fs__ready_message)
AGAIN(welcome, fs__welcome_message)
AGAIN(start, fs__start_message)
AGAIN(refuse, fs__refuse_message)
AGAIN(desync_notice, fs__desync_notice)
AGAIN(end, fs__end_message)
AGAIN(cause, fs__cause_message)
AGAIN(next, fs__next_message)
AGAIN(notice, fs__notice_message)
AGAIN(challenge, fs__challenge_message)
AGAIN(proof, fs__proof_message)
AGAIN(chat, fs__chat_message)
AGAIN(repair_request, fs__repair_request)
AGAIN(snapshot_chunk, fs__snapshot_chunk)
AGAIN(hash_query, fs__hash_query)
AGAIN(hash_reply, fs__hash_reply)
AGAIN(spectating, fs__spectating_message)
AGAIN(watched, fs__watched_message)
AGAIN(head, fs__head)

static size_t again_spectate(fs__reader *r, uint8_t *bytes)
{
    struct fs__join_message m;
    return fs__get_join(r, &m) ? fs__put_spectate(bytes, ROOM, &m) : 0;
}

static size_t reencode_input(fs__reader *r, uint8_t *bytes)
{
    struct fs__input_message m;
    return fs__get_input(r, &m, INPUT_SIZE) ? fs__put_input(bytes, ROOM, &m, INPUT_SIZE) : 0;
}

static size_t reencode_ticks(fs__reader *r, uint8_t *bytes)
{
    struct fs__ticks_message m;
    return fs__get_ticks(r, &m) ? fs__put_ticks(bytes, ROOM, FS__MESSAGE_TICKS, &m) : 0;
}

static size_t write_join(uint8_t *b)
{
    return fs__put_join(b, ROOM, &(struct fs__join_message){ 1, 0x1122334455667788, "anna", "gcc 12" });
}
static size_t write_spectate(uint8_t *b)
{
    return fs__put_spectate(b, ROOM, &(struct fs__join_message){ 1, 0x1122334455667788, "anna", "gcc 12" });
}
static size_t write_spectating(uint8_t *b)
{
    return fs__put_spectating(b, ROOM, &(struct fs__spectating_message){ 600, true, true, { 1, 2, 3 } });
}
static size_t write_watched(uint8_t *b)
{
    return fs__put_watched(b, ROOM, &(struct fs__watched_message){ 70000, 2, 900, 0x1122334455667788, 5 });
}
static size_t write_head(uint8_t *b)
{
    return fs__put_head(b, ROOM, &(struct fs__head){ 900, { 1, 2, 3 }, 0x1122334455667788, { 4, 5, 6 } });
}
static size_t write_resume(uint8_t *b)
{
    return fs__put_resume(b, ROOM, &(struct fs__resume_message){ { 1, 2, 3 }, 600, 0x1122334455667788 });
}
static size_t write_key(uint8_t *b)
{
    return fs__put_key(b, ROOM, &(struct fs__key_message){ { 1, 2, 3 }, { 4, 5, 6 } });
}
static size_t write_ticket(uint8_t *b)
{
    return fs__put_ticket(b, ROOM, &(struct fs__ticket_message){ (const uint8_t *)"ticket", 6 });
}
static size_t write_ready(uint8_t *b)
{
    return fs__put_ready(b, ROOM, &(struct fs__ready_message){ 3, UINT64_MAX });
}
static size_t write_start(uint8_t *b)
{
    return fs__put_start(b, ROOM, &(struct fs__start_message){ 77, 12345, 3, 50000 });
}
static size_t write_desync_notice(uint8_t *b)
{
    return fs__put_desync_notice(b, ROOM, &(struct fs__desync_notice){ 9, "puck[0].pos.x" });
}
static size_t write_next(uint8_t *b)
{
    return fs__put_next(b, ROOM, &(struct fs__next_message){ true });
}
static size_t write_notice(uint8_t *b)
{
    return fs__put_notice(b, ROOM, &(struct fs__notice_message){ "welcome" });
}
static size_t write_challenge(uint8_t *b)
{
    return fs__put_challenge(b, ROOM, &(struct fs__challenge_message){ { 1, 2, 3 }, { 4, 5, 6 } });
}
static size_t write_proof(uint8_t *b)
{
    return fs__put_proof(b, ROOM, &(struct fs__proof_message){ { 7, 8, 9 } });
}
static size_t write_chat(uint8_t *b)
{
    return fs__put_chat(b, ROOM, &(struct fs__chat_message){ "grüße, 世界" });
}
static size_t write_end(uint8_t *b)
{
    return fs__put_end(b, ROOM, &(struct fs__end_message){ 600, 0xabcdef });
}
static size_t write_cause(uint8_t *b)
{
    return fs__put_cause(b, ROOM, &(struct fs__cause_message){ FS_END_LOST, true });
}
static size_t write_repair_request(uint8_t *b)
{
    return fs__put_repair_request(b, ROOM, &(struct fs__repair_request){ 5, 6 });
}
static size_t write_refuse(uint8_t *b)
{
    return fs__put_refuse(b, ROOM, &(struct fs__refuse_message){ FS_E_FULL, "full" });
}
static size_t write_hash_query(uint8_t *b)
{
    return fs__put_hash_query(b, ROOM, &(struct fs__hash_query){ 4, FS__HASH_LEVEL_ROWS, 2, 9 });
}

static size_t write_welcome(uint8_t *b)
{
    return fs__put_welcome(b, ROOM,
                           &(struct fs__welcome_message){ .slot = 3,
                                                          .delay_us = 80000,
                                                          .active_tick = 100,
                                                          .token = { 5, 6 },
                                                          .name = "eve" });
}

static size_t write_offer(uint8_t *b)
{
    struct fs__offer_message m = { .schema_hash = 1, .config_hash = 2, .mode = FS__OFFER_BUNDLES };
    memset(m.config, 0x5a, sizeof m.config);
    return fs__put_offer(b, ROOM, &m);
}

static size_t write_chunk(uint8_t *b)
{
    static const uint8_t bytes[5] = "abcd";
    return fs__put_snapshot_chunk(b, ROOM, &(struct fs__snapshot_chunk){ 7, 100, 20, bytes, sizeof bytes });
}

static size_t write_hash_reply(uint8_t *b)
{
    struct fs__hash_reply m = { .query = { 4, FS__HASH_LEVEL_TABLES, 0, 0 },
                                .chain = 8,
                                .count = 3,
                                .hash = { 1, 2, UINT64_MAX },
                                .rows = { 1, 0, 77 } };
    return fs__put_hash_reply(b, ROOM, &m);
}

static size_t write_input(uint8_t *b)
{
    struct fs__input_message m = { .serial = 7,
                                   .loss = 250,
                                   .clock = 1,
                                   .delay_us = 700 * FS__MESSAGE_TIME_US,
                                   .seen = 3,
                                   .behind = 130,
                                   .stamp = 99,
                                   .held_us = UINT32_MAX,
                                   .epoch = 2,
                                   .ack_bundle_tick = 1000,
                                   .first_tick = 1004,
                                   .count = 5,
                                   .first_hash_tick = 998,
                                   .hash_count = 2,
                                   .state_hashes = { 1, 2 },
                                   .chain = 3 };
    for (uint32_t i = 0; i < 5 * INPUT_SIZE; i++)
        m.inputs[i] = (uint8_t)(i * i / 7);
    return fs__put_input(b, ROOM, &m, INPUT_SIZE);
}

static size_t write_ticks(uint8_t *b)
{
    /* Two bundles without changes: tick 300 and 301, flags 0. */
    static const uint8_t bundles[] = { 3, 0xac, 0x02, 0, 3, 0xad, 0x02, 0 };
    struct fs__ticks_message m = { .stamp = 1,
                                   .serial = 40000,
                                   .loss = 12,
                                   .clock = 2,
                                   .inputs_ahead = 3,
                                   .hash_lag = 12,
                                   .agreed_lag = 302,
                                   .delay_us = 1000 * FS__MESSAGE_TIME_US,
                                   .rtt_us = 300 * FS__MESSAGE_TIME_US,
                                   .first_tick = 300,
                                   .count = 2,
                                   .bundles = bundles,
                                   .size = sizeof bundles };
    return fs__put_ticks(b, ROOM, FS__MESSAGE_TICKS, &m);
}

static const struct {
    const char *name;
    fs__message_type type;
    write_fn *write;
    again_fn *again;
    bool open_ended;
} messages[] = { { "join", FS__MESSAGE_JOIN, write_join, again_join, false },
                 { "resume", FS__MESSAGE_RESUME, write_resume, again_resume, false },
                 { "key", FS__MESSAGE_KEY, write_key, again_key, false },
                 { "ticket", FS__MESSAGE_TICKET, write_ticket, again_ticket, true }, /* its bytes go to the end */
                 { "spectate", FS__MESSAGE_SPECTATE, write_spectate, again_spectate, false },
                 { "spectating", FS__MESSAGE_SPECTATING, write_spectating, again_spectating, false },
                 { "watched", FS__MESSAGE_WATCHED, write_watched, again_watched, false },
                 { "head", FS__MESSAGE_HEAD, write_head, again_head, false },
                 { "cause", FS__MESSAGE_CAUSE, write_cause, again_cause, false },
                 { "offer", FS__MESSAGE_OFFER, write_offer, again_offer, false },
                 { "ready", FS__MESSAGE_READY, write_ready, again_ready, false },
                 { "welcome", FS__MESSAGE_WELCOME, write_welcome, again_welcome, false },
                 { "start", FS__MESSAGE_START, write_start, again_start, false },
                 { "refuse", FS__MESSAGE_REFUSE, write_refuse, again_refuse, false },
                 { "told", FS__MESSAGE_DESYNC_NOTICE, write_desync_notice, again_desync_notice, false },
                 { "end", FS__MESSAGE_END, write_end, again_end, false },
                 { "next", FS__MESSAGE_NEXT, write_next, again_next, false },
                 { "notice", FS__MESSAGE_NOTICE, write_notice, again_notice, false },
                 { "challenge", FS__MESSAGE_CHALLENGE, write_challenge, again_challenge, false },
                 { "proof", FS__MESSAGE_PROOF, write_proof, again_proof, false },
                 { "chat", FS__MESSAGE_CHAT, write_chat, again_chat, false },
                 { "need", FS__MESSAGE_REPAIR_REQUEST, write_repair_request, again_repair_request, false },
                 { "chunk", FS__MESSAGE_SNAPSHOT, write_chunk, again_snapshot_chunk,
                   true }, /* its bytes go to the end */
                 { "tree_ask", FS__MESSAGE_HASH_QUERY, write_hash_query, again_hash_query, false },
                 { "tree", FS__MESSAGE_HASH_REPLY, write_hash_reply, again_hash_reply, false },
                 { "input", FS__MESSAGE_INPUT, write_input, reencode_input, false },
                 { "ticks", FS__MESSAGE_TICKS, write_ticks, reencode_ticks, false } };
enum { MESSAGES = sizeof messages / sizeof messages[0] };

START_TEST(round_trip)
{
    static uint8_t bytes[ROOM], back[ROOM];
    size_t size = messages[_i].write(bytes);
    ck_assert_uint_gt(size, 1);
    ck_assert_uint_eq(bytes[0], messages[_i].type);
    fs__reader r = fs__reader_make(bytes + 1, size - 1);
    ck_assert_msg(messages[_i].again(&r, back) == size, "%s", messages[_i].name);
    ck_assert_mem_eq(bytes, back, size);
}
END_TEST

START_TEST(other_lengths_are_refused)
{
    static uint8_t bytes[ROOM], back[ROOM];
    size_t size = messages[_i].write(bytes);
    for (size_t n = 0; n + 1 < size && !messages[_i].open_ended; n++) {
        fs__reader r = fs__reader_make(bytes + 1, n);
        ck_assert_msg(messages[_i].again(&r, back) == 0, "%s cut to %zu bytes", messages[_i].name, n);
    }
    fs__reader r = fs__reader_make(bytes + 1, size);
    if (!messages[_i].open_ended)
        ck_assert_msg(messages[_i].again(&r, back) == 0, "%s with a byte more", messages[_i].name);
}
END_TEST

/* Encoding an accepted message again gives the same bytes. */
START_TEST(only_the_canonical_form_is_accepted)
{
    static uint8_t bytes[ROOM], back[ROOM];
    size_t size = messages[_i].write(bytes);
    for (size_t bit = 8; bit < size * 8; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        fs__reader r = fs__reader_make(bytes + 1, size - 1);
        size_t again = messages[_i].again(&r, back);
        /* Zero XOR bytes in a delta are the one thing a reader lets pass:
         * repeated inputs cost the sender, not the reader. */
        if (again > 0 && messages[_i].type != FS__MESSAGE_INPUT) {
            ck_assert_msg(again == size, "%s, bit %zu", messages[_i].name, bit);
            ck_assert_mem_eq(bytes, back, size);
        }
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}
END_TEST

START_TEST(random_bodies_are_safe)
{
    static uint8_t bytes[512], back[ROOM];
    fs_rng rng = fs_rng_seed(5, (uint64_t)_i);
    for (int n = 0; n < 20000; n++) {
        size_t size = fs_rng_below(&rng, sizeof bytes);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)fs_rng_u32(&rng);
        fs__reader r = fs__reader_make(bytes, size);
        messages[_i].again(&r, back);
        ck_assert_uint_le(r.at, size);
    }
}
END_TEST

/* When not all inputs fit, the oldest are written and the count is theirs. */
START_TEST(inputs_that_do_not_fit)
{
    struct fs__input_message m = { .first_tick = 10, .count = FS__MAX_INPUTS, .hash_count = FS__MAX_STATE_HASHES },
                             back;
    uint8_t bytes[FS_MAX_PAYLOAD];
    for (size_t i = 0; i < sizeof m.inputs; i++)
        m.inputs[i] = (uint8_t)(i * 97 + i / 64);
    size_t size = fs__put_input(bytes, sizeof bytes, &m, FS_MAX_INPUT);
    ck_assert_uint_gt(size, 0);
    ck_assert_uint_gt(m.count, 10);
    ck_assert_uint_lt(m.count, FS__MAX_INPUTS);
    fs__reader r = fs__reader_make(bytes + 1, size - 1);
    ck_assert(fs__get_input(&r, &back, FS_MAX_INPUT));
    ck_assert_uint_eq(back.count, m.count);
    ck_assert_mem_eq(back.inputs, m.inputs, (size_t)m.count * FS_MAX_INPUT);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("message");
    TCase *tc = tcase_create("message");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, round_trip, 0, MESSAGES);
    tcase_add_loop_test(tc, other_lengths_are_refused, 0, MESSAGES);
    tcase_add_loop_test(tc, only_the_canonical_form_is_accepted, 0, MESSAGES);
    tcase_add_loop_test(tc, random_bodies_are_safe, 0, MESSAGES);
    tcase_add_test(tc, inputs_that_do_not_fit);
    suite_add_tcase(suite, tc);
    return suite;
}

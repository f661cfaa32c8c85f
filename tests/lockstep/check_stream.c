/* check_stream.c: round trip, canonical form and chain of bundles. */
#include "lockstep/stream.h"

#include "support/check_main.h"

/* Only the sizes matter to a stream. */
static const fs_game game = { .name = "stream", .input_size = 5 };
static const fs_config config = { .game = "stream", .hz = 60, .players = 11 };

static uint32_t next_random(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 16;
}

/* A random next tick for `stream`. */
static fs__bundle random_bundle(const fs_stream *stream, uint32_t *s, uint8_t *inputs, fs__stream_event *events)
{
    fs__bundle bundle = { inputs, 0, events, 0 };
    memcpy(inputs, stream->inputs, (size_t)stream->slots * stream->input_size);
    for (uint32_t slot = 0; slot < stream->slots; slot++) {
        bool present = stream->present >> slot & 1;
        if (next_random(s) % 8 == 0) {
            fs__stream_event *e = &events[bundle.event_count++];
            memset(e, 0, sizeof *e);
            e->kind = present ? FS__STREAM_EVENT_LEAVE : FS__STREAM_EVENT_JOIN;
            e->slot = (uint8_t)slot;
            if (!present)
                strcpy(e->text, "somebody");
        }
        if (present && bundle.event_count == 0 && next_random(s) % 4 == 0)
            events[bundle.event_count++] = (fs__stream_event){ .kind = FS__STREAM_EVENT_DELAY,
                                                               .slot = (uint8_t)slot,
                                                               .value = (uint8_t)(1 + next_random(s) % FS_MAX_DELAY) };
        if (next_random(s) % 3 == 0)
            inputs[slot * stream->input_size + next_random(s) % stream->input_size] = (uint8_t)next_random(s);
        if (next_random(s) % 5 == 0)
            bundle.substituted |= (uint64_t)1 << slot;
    }
    for (uint32_t slot = 0; slot < stream->slots && next_random(s) % 4 == 0; slot++)
        if (stream->present >> slot & 1 && bundle.event_count == 0) {
            events[bundle.event_count++] = (fs__stream_event){ .kind = FS__STREAM_EVENT_CHAT,
                                                               .slot = (uint8_t)slot,
                                                               .text = "so \xc3\xb6 \xe4\xb8\x96" };
            break;
        }
    return bundle;
}

START_TEST(round_trip_and_chain)
{
    fs_stream a, b;
    uint32_t s = 12345;
    fs__stream_init(&a, &game, &config);
    fs__stream_init(&b, &game, &config);
    for (int i = 0; i < 2000; i++) {
        uint8_t inputs[64 * FS_MAX_INPUT], bytes[FS__MAX_BUNDLE_BYTES];
        fs__stream_event events[FS_MAX_PLAYERS];
        fs__bundle bundle = random_bundle(&a, &s, inputs, events);
        size_t size = fs__stream_append(&a, &bundle, bytes);
        uint32_t tick;
        ck_assert(fs__bundle_tick(bytes, size, &tick));
        ck_assert_uint_eq(tick, (unsigned)i);
        ck_assert_int_eq(fs__stream_apply(&b, bytes, size), FS_OK);
        ck_assert_mem_eq(&a, &b, sizeof a);
    }
}
END_TEST

/* Any changed byte is refused or changes the chain; nothing is applied in part. */
START_TEST(only_the_canonical_form_is_accepted)
{
    fs_stream a, before, b;
    uint32_t s = 777;
    fs__stream_init(&a, &game, &config);
    for (int i = 0; i < 300; i++) {
        uint8_t inputs[64 * FS_MAX_INPUT], bytes[FS__MAX_BUNDLE_BYTES];
        fs__stream_event events[FS_MAX_PLAYERS];
        fs__bundle bundle = random_bundle(&a, &s, inputs, events);
        before = a;
        size_t size = fs__stream_append(&a, &bundle, bytes);
        for (size_t n = 0; n < size; n++) {
            b = before;
            ck_assert_int_eq(fs__stream_apply(&b, bytes, n), FS_E_MALFORMED);
            ck_assert_mem_eq(&b, &before, sizeof b);
        }
        bytes[size] = 0;
        ck_assert_int_eq(fs__stream_apply(&b, bytes, size + 1), FS_E_MALFORMED);
        for (size_t bit = 0; bit < size * 8; bit++) {
            b = before;
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            if (fs__stream_apply(&b, bytes, size) == FS_OK)
                ck_assert(memcmp(b.chain, a.chain, sizeof b.chain) != 0);
            else
                ck_assert_mem_eq(&b, &before, sizeof b);
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
}
END_TEST

/* A stream with a player in slot 3 and a bundle of `count` events. */
static fs_result apply_events(const fs__stream_event *events, uint32_t count)
{
    fs_stream a;
    uint8_t inputs[64 * FS_MAX_INPUT] = { 0 }, bytes[FS__MAX_BUNDLE_BYTES];
    fs__stream_event join = { .kind = FS__STREAM_EVENT_JOIN, .slot = 3, .text = "ann" };
    fs__stream_init(&a, &game, &config);
    fs__bundle first = { inputs, 0, &join, 1 };
    fs__stream_append(&a, &first, bytes);
    fs__writer w = fs__writer_make(bytes, sizeof bytes);
    fs__put_var(&w, 1);
    fs__put_u8(&w, 4);
    fs__put_var(&w, count);
    for (uint32_t i = 0; i < count; i++) {
        fs__put_u8(&w, events[i].kind);
        fs__put_u8(&w, events[i].slot);
        fs__put_text(&w, events[i].text);
    }
    return fs__stream_apply(&a, bytes, w.at);
}

START_TEST(chat_is_clean_last_and_single)
{
    enum { CHAT = FS__STREAM_EVENT_CHAT, JOIN = FS__STREAM_EVENT_JOIN };
    const fs__stream_event good[] = { { .kind = JOIN, .slot = 2, .text = "bob" },
                                      { .kind = CHAT, .slot = 2, .text = "hi" } };
    const fs__stream_event twice[] = { { .kind = CHAT, .slot = 3, .text = "a" },
                                       { .kind = CHAT, .slot = 3, .text = "b" } };
    const fs__stream_event early[] = { { .kind = CHAT, .slot = 3, .text = "hi" },
                                       { .kind = JOIN, .slot = 2, .text = "bob" } };
    const fs__stream_event absent = { .kind = CHAT, .slot = 2, .text = "hi" }, empty = { .kind = CHAT, .slot = 3 };
    static const char *const dirty[] = { " hi", "hi ", "a\xe2\x80\xaeog", "\xff", "a\xc2\x85g" };
    ck_assert_int_eq(apply_events(good, 2), FS_OK);
    ck_assert_int_eq(apply_events(twice, 2), FS_E_MALFORMED);
    ck_assert_int_eq(apply_events(early, 2), FS_E_MALFORMED);
    ck_assert_int_eq(apply_events(&absent, 1), FS_E_MALFORMED);
    ck_assert_int_eq(apply_events(&empty, 1), FS_E_MALFORMED);
    for (size_t i = 0; i < sizeof dirty / sizeof dirty[0]; i++) {
        fs__stream_event e = { .kind = CHAT, .slot = 3 };
        strcpy(e.text, dirty[i]);
        ck_assert_int_eq(apply_events(&e, 1), FS_E_MALFORMED);
    }
}
END_TEST

START_TEST(absent_players_have_no_input)
{
    fs_stream a;
    uint8_t inputs[11 * 5], bytes[FS__MAX_BUNDLE_BYTES];
    fs__stream_event join = { FS__STREAM_EVENT_JOIN, 3, "three", 0 }, leave = { FS__STREAM_EVENT_LEAVE, 3, "", 0 };
    memset(inputs, 0xff, sizeof inputs);
    fs__stream_init(&a, &game, &config);
    fs__stream_append(&a, &(fs__bundle){ inputs, 0, &join, 1 }, bytes);
    fs_inputs in = fs__stream_inputs(&a);
    for (uint32_t slot = 0; slot < 11; slot++) {
        const uint8_t *record = fs_input(&in, slot);
        ck_assert_uint_eq(record[0], slot == 3 ? 0xff : 0);
        ck_assert(fs_input_present(&in, slot) == (slot == 3));
    }
    fs__stream_append(&a, &(fs__bundle){ inputs, UINT64_MAX, &leave, 1 }, bytes);
    ck_assert(a.present == 0 && a.substituted == 0);
    for (size_t i = 0; i < sizeof inputs; i++)
        ck_assert_uint_eq(a.inputs[i], 0);
}
END_TEST

START_TEST(stream_bytes)
{
    fs_stream a, b;
    uint32_t s = 4;
    uint8_t bytes[FS__MAX_STREAM_BYTES];
    fs__stream_init(&a, &game, &config);
    for (int i = 0; i < 50; i++) {
        uint8_t inputs[64 * FS_MAX_INPUT], scratch[FS__MAX_BUNDLE_BYTES];
        fs__stream_event events[FS_MAX_PLAYERS];
        fs__bundle bundle = random_bundle(&a, &s, inputs, events);
        fs__stream_append(&a, &bundle, scratch);
    }
    fs__writer w = fs__writer_make(bytes, sizeof bytes);
    fs__stream_put(&a, &w);
    ck_assert(!w.full);
    fs__reader r = fs__reader_make(bytes, w.at);
    ck_assert_int_eq(fs__stream_get(&b, &game, &config, &r), FS_OK);
    ck_assert(fs__reader_done(&r));
    b.substituted = a.substituted; /* of the last tick only: not part of it */
    ck_assert_mem_eq(&a, &b, sizeof a);
    for (size_t n = 0; n < w.at; n++) {
        r = fs__reader_make(bytes, n);
        ck_assert_int_eq(fs__stream_get(&b, &game, &config, &r), FS_E_TRUNCATED);
    }
    bytes[4 + 1] |= 0x80; /* slot 15 of 11 present */
    r = fs__reader_make(bytes, w.at);
    ck_assert_int_eq(fs__stream_get(&b, &game, &config, &r), FS_E_MALFORMED);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("stream");
    TCase *tc = tcase_create("stream");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, round_trip_and_chain);
    tcase_add_test(tc, chat_is_clean_last_and_single);
    tcase_add_test(tc, only_the_canonical_form_is_accepted);
    tcase_add_test(tc, absent_players_have_no_input);
    tcase_add_test(tc, stream_bytes);
    suite_add_tcase(suite, tc);
    return suite;
}

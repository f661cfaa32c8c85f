/* check_replay_forged.c: recordings made to deceive are found out. */
#include <sodium.h>
#include <stdlib.h>
#include <zstd.h>

#include "support/check_main.h"
#include "replay/format.h"
#include "replay/replay_fixture.h"
#include "support/toygame.h"

/* --- another key -----------------------------------------------------------------------------------
 *
 * A forger with another key can sign any bytes; checksums and seals are right then, unless a test says otherwise. */

typedef struct forger {
    uint8_t secret[crypto_sign_SECRETKEYBYTES], public_key[32];
} forger;

/* Puts the forger's key into the header and seals everything anew. */
static void reseal(forger *f, uint8_t *bytes, size_t size, const uint8_t *old_key)
{
    fs__seal *seal = aligned_alloc(64, sizeof *seal);
    size_t at, length, cover = 0;
    uint8_t type;
    crypto_sign_keypair(f->public_key, f->secret);
    fs__seal_init(seal);
    for (uint32_t i = 0; rf_block(bytes, size, i, &at, &length, &type); i++) {
        if (type == FS__BLOCK_HEADER)
            for (size_t p = at; p + 32 <= at + length; p++)
                if (memcmp(bytes + p, old_key, 32) == 0)
                    memcpy(bytes + p, f->public_key, 32);
        if (type == FS__BLOCK_SEAL || type == FS__BLOCK_END) {
            uint8_t *recorded = bytes + at + length - FS__FRAME_TAIL_BYTES - FS__SEAL_BYTES;
            fs__seal_update(seal, bytes + cover, (size_t)(recorded - bytes) - cover);
            fs__seal_final(seal);
            memcpy(recorded, seal->last, FS__SEAL_HASH_BYTES);
            fs__seal_sign(seal, f->secret, recorded + FS__SEAL_HASH_BYTES);
            cover = at + length;
        }
        rf_fix_checksums(bytes, at);
    }
    free(seal);
}

static void get_key(const rf_match *m, uint8_t key[32])
{
    fs_replay *replay = rf_open(m);
    memcpy(key, fs_replay_get_info(replay)->public_key, 32);
    fs_replay_close(replay);
}

/* The n-th block of a type. */
static size_t find_block(const rf_match *m, uint8_t wanted, uint32_t n, size_t *length)
{
    size_t at;
    uint8_t type;
    for (uint32_t i = 0; rf_block(m->sink.bytes, m->sink.size, i, &at, length, &type); i++)
        if (type == wanted && n-- == 0)
            return at;
    ck_abort_msg("no such block");
}

/* The sealing above is the real one. */
START_TEST(a_resealed_recording_verifies)
{
    rf_match m;
    forger f;
    uint8_t key[32];
    fs_verdict verdict;
    rf_record_whole(&m, 7, 250);
    get_key(&m, key);
    reseal(&f, m.sink.bytes, m.sink.size, key);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 0);
    rf_match_free(&m);
}
END_TEST

/* A changed state hash, all checksums fixed: with the old seal a broken chain, with a
 * new seal by the old header a bad signature, with a new key a simulation mismatch. */
START_TEST(changed_state_hash)
{
    rf_match m;
    forger f;
    uint8_t key[32];
    size_t length;
    fs_verdict verdict;
    rf_record_whole(&m, 7, 250);
    get_key(&m, key);
    size_t at = find_block(&m, FS__BLOCK_TICKS, 2, &length);
    m.sink.bytes[at + length - FS__FRAME_TAIL_BYTES - 1] ^= 1; /* state hash of the block's last tick: 5 per block */
    rf_fix_checksums(m.sink.bytes, at);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 4);
    ck_assert_int_eq(verdict.result, FS_E_CHAIN);
    uint8_t nobody[32];
    memset(nobody, 0xee, sizeof nobody);
    reseal(&f, m.sink.bytes, m.sink.size, nobody); /* the header keeps its key */
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 4);
    ck_assert_int_eq(verdict.result, FS_E_SIGNATURE);
    reseal(&f, m.sink.bytes, m.sink.size, key);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 1);
    ck_assert_uint_eq(verdict.failed_tick, 14);
    rf_match_free(&m);
}
END_TEST

/* Inputs changed and signed with another key: the chain in the next keyframe differs. */
START_TEST(changed_input)
{
    rf_match m;
    forger f;
    uint8_t key[32];
    size_t length;
    fs_verdict verdict;
    rf_record_whole(&m, 7, 250);
    get_key(&m, key);
    size_t at = find_block(&m, FS__BLOCK_TICKS, 2, &length) + FS__FRAME_HEAD_BYTES + FS__TICKS_FIXED;
    /* length, tick, flags (inputs change), bitmap, mask, first changed byte */
    ck_assert_uint_eq(m.sink.bytes[at + 1], 10);
    ck_assert_uint_eq(m.sink.bytes[at + 2], 1);
    m.sink.bytes[at + 5] ^= 0x40;
    reseal(&f, m.sink.bytes, m.sink.size, key);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 4);
    ck_assert_int_eq(verdict.result, FS_E_CHAIN);
    ck_assert_msg(strstr(verdict.reason, "keyframe of tick 200") != NULL, "%s", verdict.reason);
    ck_assert_uint_eq(verdict.verified_ticks, 10);
    rf_match_free(&m);
}
END_TEST

/* Replaces the packed state of a keyframe (the recording grows or shrinks). */
static void replace_state(rf_match *m, uint32_t n, fs_state *state)
{
    size_t length, size = fs_state_encoded_size(state);
    size_t at = find_block(m, FS__BLOCK_KEYFRAME, n, &length);
    uint8_t *raw = malloc(size), *packed = malloc(ZSTD_compressBound(size));
    fs_state_encode(state, raw, size);
    size_t packed_size = ZSTD_compress(packed, ZSTD_compressBound(size), raw, size, 3);
    fs__keyframe keyframe;
    ck_assert(fs__keyframe_parse(&keyframe, m->sink.bytes + at + FS__FRAME_HEAD_BYTES, length - 16));
    size_t head = FS__FRAME_HEAD_BYTES + FS__KEYFRAME_FIXED + keyframe.stream_size;
    size_t rest = m->sink.size - at - length;
    uint8_t *bytes = malloc(m->sink.size + packed_size);
    memcpy(bytes, m->sink.bytes, at + head);
    memcpy(bytes + at + head, packed, packed_size);
    memcpy(bytes + at + head + packed_size + FS__FRAME_TAIL_BYTES, m->sink.bytes + at + length, rest);
    fs__writer w = fs__writer_make(bytes + at + 4, 4);
    fs__put_u32(&w, (uint32_t)(head - FS__FRAME_HEAD_BYTES + packed_size));
    w = fs__writer_make(bytes + at + FS__FRAME_HEAD_BYTES + 5, 8);
    fs__put_u64(&w, fs_state_hash(state));
    free(m->sink.bytes);
    m->sink.bytes = bytes;
    m->sink.size = at + head + packed_size + FS__FRAME_TAIL_BYTES + rest;
    free(raw);
    free(packed);
}

/* A doctored state, well signed: at the start and in the middle. */
START_TEST(changed_state)
{
    for (uint32_t n = 0; n < 2; n++) {
        rf_match m, doctor;
        forger f;
        uint8_t key[32];
        char name[64];
        fs_verdict verdict;
        rf_record_whole(&m, 7, 250);
        get_key(&m, key);
        rf_match_start(&doctor, 20, 7);
        rf_match_play(&doctor, n * 200);
        fs_value_ref place;
        ck_assert_int_eq(fs_value_find(toy_game.schema, "every", "u32", &place), FS_OK);
        fs_value_set(fs_sim_state(doctor.sim), place, 123456);
        replace_state(&m, n, fs_sim_state(doctor.sim));
        reseal(&f, m.sink.bytes, m.sink.size, key);
        ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 1);
        ck_assert_uint_eq(verdict.verified_ticks, n * 200);
        ck_assert_uint_eq(verdict.keyframe_tick, n * 200);
        ck_assert_uint_eq(verdict.count, 1);
        fs_value_path(toy_game.schema, verdict.differences[0].ref, name, sizeof name);
        ck_assert_str_eq(name, "every[0].u32");
        ck_assert(verdict.differences[0].left == 123456);
        rf_match_free(&m);
        rf_match_free(&doctor);
    }
}
END_TEST

/* A keyframe whose state hash is not that of its state contradicts itself. */
START_TEST(keyframe_against_itself)
{
    for (uint32_t n = 0; n < 2; n++) {
        rf_match m;
        forger f;
        uint8_t key[32];
        size_t length;
        fs_verdict verdict;
        rf_record_whole(&m, 7, 250);
        get_key(&m, key);
        m.sink.bytes[find_block(&m, FS__BLOCK_KEYFRAME, n, &length) + FS__FRAME_HEAD_BYTES + 5] ^= 1;
        reseal(&f, m.sink.bytes, m.sink.size, key);
        ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 3);
        ck_assert_uint_eq(verdict.verified_ticks, n * 200);
        rf_match_free(&m);
    }
}
END_TEST

/* Sizes inside a keyframe that are far too large must cost nothing. */
START_TEST(keyframe_bomb)
{
    rf_match m;
    forger f;
    uint8_t key[32];
    size_t length, big = 64 << 20;
    fs_verdict verdict;
    rf_record_whole(&m, 7, 30);
    get_key(&m, key);
    uint8_t *zeros = calloc(1, big), *packed = malloc(ZSTD_compressBound(big));
    size_t packed_size = ZSTD_compress(packed, ZSTD_compressBound(big), zeros, big, 3);
    size_t at = find_block(&m, FS__BLOCK_KEYFRAME, 0, &length);
    fs__keyframe keyframe;
    ck_assert(fs__keyframe_parse(&keyframe, m.sink.bytes + at + FS__FRAME_HEAD_BYTES, length - 16));
    size_t head = FS__FRAME_HEAD_BYTES + FS__KEYFRAME_FIXED + keyframe.stream_size;
    uint8_t *bytes = malloc(at + head + packed_size + FS__FRAME_TAIL_BYTES);
    memcpy(bytes, m.sink.bytes, at + head);
    memcpy(bytes + at + head, packed, packed_size);
    fs__writer w = fs__writer_make(bytes + at + 4, 4);
    fs__put_u32(&w, (uint32_t)(head - FS__FRAME_HEAD_BYTES + packed_size));
    w = fs__writer_make(bytes + at + FS__FRAME_HEAD_BYTES + 13, 4);
    fs__put_u32(&w, (uint32_t)big);
    reseal(&f, bytes, at + head + packed_size + FS__FRAME_TAIL_BYTES, key);
    ck_assert_int_eq(rf_verify(bytes, at + head + packed_size + FS__FRAME_TAIL_BYTES, &verdict), 3);
    free(bytes);
    free(zeros);
    free(packed);
    rf_match_free(&m);
}
END_TEST

/* --- segments out of place ----------------------------------------------------------------------- */

/* Offsets of the segments: [0] is where the first keyframe begins, the last is END. */
static uint32_t find_segments(const rf_match *m, size_t *starts)
{
    size_t at, length;
    uint8_t type;
    uint32_t count = 0;
    for (uint32_t i = 0; rf_block(m->sink.bytes, m->sink.size, i, &at, &length, &type); i++)
        if (type == FS__BLOCK_KEYFRAME || type == FS__BLOCK_END)
            starts[count++] = at;
    return count;
}

/* The recording with its segments in another order, from two recordings. */
static int verify_order(const rf_match *a, const rf_match *b, const char *order)
{
    size_t starts_a[8], starts_b[8], size = 0;
    uint8_t *bytes = malloc(a->sink.size + b->sink.size);
    fs_verdict verdict;
    ck_assert_uint_eq(find_segments(a, starts_a), 4);
    ck_assert_uint_eq(find_segments(b, starts_b), 4);
    memcpy(bytes, a->sink.bytes, starts_a[0]);
    size = starts_a[0];
    for (; *order != 0; order++) {
        const rf_match *from = *order >= 'a' ? b : a;
        size_t *starts = *order >= 'a' ? starts_b : starts_a;
        size_t i = (size_t)(*order >= 'a' ? *order - 'a' : *order - 'A');
        size_t end = i == 3 ? from->sink.size : starts[i + 1];
        memcpy(bytes + size, from->sink.bytes + starts[i], end - starts[i]);
        size += end - starts[i];
    }
    int code = rf_verify(bytes, size, &verdict);
    free(bytes);
    return code;
}

START_TEST(segments_out_of_place)
{
    rf_match a, b;
    rf_record_whole(&a, 7, 400); /* two full segments, one with the last state */
    rf_record_whole(&b, 7, 400); /* the same match by another key */
    static const struct {
        const char *order;
        int code;
    } cases[] = { { "ABCD", 0 }, { "ACBD", 4 }, { "BACD", 4 }, { "ABBCD", 4 }, { "ACD", 4 },  { "BCD", 4 },
                  { "ABD", 4 },  { "D", 4 },    { "AbCD", 4 }, { "aBCD", 4 },  { "ABCd", 4 }, { "abcd", 4 },
                  { "ABC", 6 },  { "AB", 6 },   { "", 6 },     { "ABCDD", 3 }, { "ABCDA", 3 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(verify_order(&a, &b, cases[i].order) == cases[i].code, "order %s is not %d", cases[i].order,
                      cases[i].code);
    rf_match_free(&a);
    rf_match_free(&b);
}
END_TEST

/* --- a lasting key ----------------------------------------------------------------------------------- */

static const uint8_t lasting_seed[FS_KEY_BYTES] = { 3, 1, 4 };

static void record_signed(rf_match *m, uint64_t seed)
{
    rf_match_start(m, 20, seed);
    m->key_seed = lasting_seed;
    ck_assert_int_eq(rf_match_record(m), FS_OK);
    rf_match_play(m, 450);
    rf_match_finish(m);
}

/* Ticks that signatures cover in the first `size` bytes; they must be of the lasting key. */
static uint32_t signed_ticks(const rf_match *m, size_t size)
{
    uint8_t key[FS_KEY_BYTES];
    fs_replay *replay;
    fs_replay_open(m->sink.bytes, size, &replay);
    const fs_replay_info *info = fs_replay_get_info(replay);
    uint32_t ticks = info->signed_end;
    ck_assert_uint_le(ticks, info->first_tick + info->ticks);
    fs_identity_key(lasting_seed, key);
    ck_assert(ticks == 0 || memcmp(info->public_key, key, sizeof key) == 0);
    fs_replay_close(replay);
    return ticks;
}

/* The key is that of the recorder, and what is cut off takes its signature with it. */
START_TEST(a_lasting_key_signs_what_is_whole)
{
    rf_match m;
    fs_verdict verdict;
    size_t length;
    record_signed(&m, 7);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 0);
    ck_assert_uint_eq(signed_ticks(&m, m.sink.size), 450);
    for (uint32_t i = 0; i < 2; i++) {
        size_t at = find_block(&m, FS__BLOCK_SEAL, i, &length);
        ck_assert_uint_eq(signed_ticks(&m, at + length - 1), 200 * i);
        ck_assert_uint_eq(signed_ticks(&m, at + length), 200 * (i + 1));
    }
    rf_match_free(&m);
}
END_TEST

/* Segments of two matches with the same key do not fit together. */
START_TEST(segments_of_one_key_cannot_be_swapped)
{
    rf_match a, b;
    fs_verdict verdict;
    size_t length;
    record_signed(&a, 7);
    record_signed(&b, 8);
    size_t first = find_block(&a, FS__BLOCK_SEAL, 0, &length) + length;
    size_t second = find_block(&a, FS__BLOCK_SEAL, 1, &length) + length;
    size_t other = find_block(&b, FS__BLOCK_SEAL, 0, &length) + length, rest = b.sink.size - other;
    uint8_t *spliced = malloc(first + rest + a.sink.size);
    memcpy(spliced, a.sink.bytes, first);
    memcpy(spliced + first, a.sink.bytes + second, a.sink.size - second);
    ck_assert_int_eq(rf_verify(spliced, a.sink.size - (second - first), &verdict), 4);
    memcpy(spliced + first, b.sink.bytes + other, rest);
    ck_assert_int_eq(rf_verify(spliced, first + rest, &verdict), 4);
    free(spliced);
    rf_match_free(&a);
    rf_match_free(&b);
}
END_TEST

/* Who seals a recording anew cannot do it with the key of somebody else. */
START_TEST(a_new_seal_has_another_key)
{
    rf_match m;
    forger f;
    uint8_t key[32], again[32];
    fs_verdict verdict;
    record_signed(&m, 7);
    get_key(&m, key);
    reseal(&f, m.sink.bytes, m.sink.size, key);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 0);
    get_key(&m, again);
    ck_assert(memcmp(key, again, sizeof key) != 0);
    rf_match_free(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("replay_forged");
    TCase *tc = tcase_create("replay_forged");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_resealed_recording_verifies);
    tcase_add_test(tc, a_lasting_key_signs_what_is_whole);
    tcase_add_test(tc, segments_of_one_key_cannot_be_swapped);
    tcase_add_test(tc, a_new_seal_has_another_key);
    tcase_add_test(tc, changed_state_hash);
    tcase_add_test(tc, changed_input);
    tcase_add_test(tc, changed_state);
    tcase_add_test(tc, keyframe_against_itself);
    tcase_add_test(tc, keyframe_bomb);
    tcase_add_test(tc, segments_out_of_place);
    suite_add_tcase(suite, tc);
    return suite;
}

/* check_replay_fuzz.c: every truncation, every flipped bit, and bytes at random.
 *
 * A damaged recording must be called damaged, with the right exit code, and
 * nothing it holds may crash a reader.
 */
#include <stdlib.h>
#include <string.h>

#include "support/brief.h"
#include "support/check_main.h"
#include "replay/recording.h"
#include "replay/replay_fixture.h"
#include "support/toygame.h"

/* A small recording with a block of every type and a restart. */
static void small_recording(rf_match *m)
{
    rf_match ahead;
    rf_match_start(&ahead, 20, 2);
    rf_match_play(&ahead, 45);
    rf_match_start(m, 20, 2);
    ck_assert_int_eq(rf_match_record(m), FS_OK);
    rf_match_play(m, 7);
    rf_match_add_desync(m);
    rf_match_report(m, &(rf_flip){ "hero", "pos.y", 1, 5 }, 1, 1);
    rf_match_restart(m, &ahead);
    rf_match_play(m, 3);
    rf_match_finish(m);
    rf_match_free(&ahead);
}

/* Whatever a report says, it is refused with a sentence or simulated. */
static void reproduce_damaged(const fs_replay *replay, size_t round)
{
    static fs_reproduction found;
    fs_recorded_desync recorded;
    for (uint32_t i = 0; fs_replay_desync(replay, i) != NULL; i++) {
        if (fs_replay_read_desync(replay, i, &recorded) != FS_OK || round % 61 != 0)
            continue;
        fs_result result = fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &found);
        ck_assert((result == FS_OK) == (found.why[0] == '\0'));
    }
}

/* The exit code of a damaged recording. The result of the structure is final when it
 * is 3 or 4, so that the simulation of the readable ticks, a hundred times slower,
 * is only run now and then. */
static int verify_damaged(const uint8_t *bytes, size_t size, size_t round)
{
    fs_verdict verdict;
    fs_replay *replay;
    fs_replay_open(bytes, size, &replay);
    ck_assert_ptr_nonnull(replay);
    int code = fs_verdict_exit_code(replay, NULL);
    reproduce_damaged(replay, round);
    fs_replay_close(replay);
    if ((code != 3 && code != 4) || round % 499 == 0) {
        int verified = rf_verify(bytes, size, &verdict);
        ck_assert(verified == code || (code != 3 && code != 4));
        code = verified;
    }
    return code;
}

/* Ticks that are whole in the first `size` bytes, counted without the reader. */
static uint32_t ticks_within(const uint8_t *bytes, size_t total, size_t size)
{
    size_t at, length;
    uint8_t type;
    uint32_t ticks = 0;
    for (uint32_t i = 0; rf_block(bytes, total, i, &at, &length, &type) && at + length <= size; i++) {
        fs__reader r = fs__reader_make(bytes + at + FS__FRAME_HEAD_BYTES + 4, 4);
        ticks += type == FS__BLOCK_TICKS ? fs__get_u32(&r) : 0;
    }
    return ticks;
}

/* Whether a block ends within a byte of `size`. */
static bool near_block_end(const rf_match *m, size_t size)
{
    size_t at, length;
    uint8_t type;
    for (uint32_t i = 0; rf_block(m->sink.bytes, m->sink.size, i, &at, &length, &type); i++)
        if (at + length >= size - 1 && at + length <= size + 1)
            return true;
    return false;
}

/* --- reports ------------------------------------------------------------------------ */

/* Changes some bytes, mostly to those that JSON and its numbers are made of. */
static void change_text(char *text, size_t size, fs_rng *rng)
{
    static const char likely[] = "0123456789-\"{}[]:,.enulltrfabcdef_ ";
    for (uint32_t n = 1 + fs_rng_below(rng, 4); n > 0; n--) {
        uint32_t at = fs_rng_below(rng, (uint32_t)size);
        text[at] = fs_rng_below(rng, 8) > 0 ? likely[fs_rng_below(rng, sizeof likely - 1)]
                                            : (char)(1 + fs_rng_below(rng, 255));
    }
}

/* What a changed report says is refused, or compared with states; it is never believed over them. */
static void check_changed(const fs_replay *replay, uint32_t *counts)
{
    static fs_reproduction found;
    fs_recorded_desync recorded;
    if (fs_replay_read_desync(replay, 0, &recorded) != FS_OK) {
        counts[0]++;
        return;
    }
    fs_result result = fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &found);
    ck_assert((result == FS_OK) == (found.why[0] == '\0'));
    ck_assert(result == FS_OK || result == FS_E_MALFORMED || result == FS_E_GONE);
    counts[result == FS_OK ? 1 : 2]++;
    for (uint32_t i = 0; result == FS_OK && i < recorded.desync.count; i++) {
        const fs_difference *d = &recorded.desync.differences[i];
        ck_assert(found.runs[0].side != FS_REPRO_SERVER ||
                  (d->left_exists == found.own[i].exists && (!d->left_exists || d->left == found.own[i].raw)));
    }
}

/* FS_ROUNDS: how many; 4,000 without it. */
START_TEST(changed_reports)
{
    const char *wanted = getenv("FS_ROUNDS");
    uint32_t rounds = wanted != NULL ? (uint32_t)atoi(wanted) : 4000, counts[3] = { 0 };
    rf_match m;
    fs_rng rng = fs_rng_seed(77, 1);
    small_recording(&m);
    fs_replay *replay = rf_open(&m);
    char *whole = replay->desyncs[1];
    size_t size = strlen(whole);
    char *text = malloc(size + 1);
    free(replay->desyncs[0]);
    replay->desyncs[0] = text;
    for (uint32_t round = 0; round < rounds; round++) {
        memcpy(text, whole, size + 1);
        change_text(text, size, &rng);
        check_changed(replay, counts);
    }
    ck_assert_uint_gt(counts[0], rounds / 4);
    ck_assert_uint_gt(counts[1], rounds / 100);
    ck_assert_uint_gt(counts[2], rounds / 100);
    fs_replay_close(replay);
    rf_match_free(&m);
}
END_TEST

/* Structure at every size; simulated where it can make a difference, and in between. */
START_TEST(every_truncation)
{
    rf_match m;
    fs_verdict verdict;
    fs_replay *replay;
    small_recording(&m);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 0);
    for (size_t size = 0; size < m.sink.size; size++) {
        fs_replay_open(m.sink.bytes, size, &replay);
        int code = fs_verdict_exit_code(replay, NULL);
        ck_assert_msg(code == 6, "%zu of %zu bytes: exit code %d", size, m.sink.size, code);
        fs_replay_close(replay);
        if (size % 16 != 0 && !near_block_end(&m, size))
            continue;
        ck_assert_int_eq(rf_verify(m.sink.bytes, size, &verdict), 6);
        ck_assert_uint_eq(verdict.verified_ticks, ticks_within(m.sink.bytes, m.sink.size, size));
    }
    rf_match_free(&m);
}
END_TEST

START_TEST(every_bit)
{
    rf_match m;
    const size_t step = play_brief() ? 5 : 1;
    small_recording(&m);
    for (size_t bit = 0; bit < m.sink.size * 8; bit += step) {
        m.sink.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        int code = verify_damaged(m.sink.bytes, m.sink.size, bit);
        ck_assert_msg(code == 1 || code == 3 || code == 4, "bit %zu of byte %zu: exit code %d", bit % 8, bit / 8, code);
        m.sink.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    rf_match_free(&m);
}
END_TEST

/* Every third (brief: every fifteenth) with the checksums fixed, so that decoders are reached: found by the
 * seal, or earlier. */
START_TEST(every_bit_with_fixed_checksums)
{
    rf_match m;
    size_t at, length;
    uint8_t type;
    const size_t step = play_brief() ? 15 : 3;
    small_recording(&m);
    uint8_t *bytes = malloc(m.sink.size);
    for (uint32_t i = 0; rf_block(m.sink.bytes, m.sink.size, i, &at, &length, &type); i++)
        for (size_t bit = (at + FS__FRAME_HEAD_BYTES) * 8; bit < (at + length - FS__FRAME_TAIL_BYTES) * 8;
             bit += step) {
            memcpy(bytes, m.sink.bytes, m.sink.size);
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            rf_fix_checksums(bytes, at);
            int code = verify_damaged(bytes, m.sink.size, bit);
            ck_assert_msg(code == 3 || code == 4, "block type %u, byte %zu: exit code %d", type,
                          bit / 8 - at - FS__FRAME_HEAD_BYTES, code);
        }
    free(bytes);
    rf_match_free(&m);
}
END_TEST

/* Many changes at once with fixed checksums: any result but "verified", and no crash. */
START_TEST(random_damage)
{
    rf_match m;
    fs_rng rng = fs_rng_seed(1, 1);
    small_recording(&m);
    uint8_t *bytes = malloc(m.sink.size);
    for (int round = 0; round < (play_brief() ? 1000 : 4000); round++) {
        size_t at, length, size = m.sink.size;
        uint8_t type;
        memcpy(bytes, m.sink.bytes, m.sink.size);
        uint32_t changes = 1 + fs_rng_below(&rng, 8);
        uint32_t block = fs_rng_below(&rng, 9);
        if (!rf_block(bytes, size, block, &at, &length, &type))
            continue;
        while (changes-- > 0) {
            size_t where = at + FS__FRAME_HEAD_BYTES + fs_rng_below(&rng, (uint32_t)(length - 16));
            bytes[where] = (uint8_t)(bytes[where] + 1 + fs_rng_below(&rng, 255));
        }
        rf_fix_checksums(bytes, at);
        if (fs_rng_below(&rng, 4) == 0)
            size = at + length;
        ck_assert_int_ne(verify_damaged(bytes, size, (size_t)round), 0);
    }
    free(bytes);
    rf_match_free(&m);
}
END_TEST

/* Random payloads in valid frames, after a valid header or before it. */
START_TEST(random_blocks)
{
    rf_match m;
    size_t at, length;
    uint8_t type, bytes[8192];
    fs_rng rng = fs_rng_seed(2, 1);
    small_recording(&m);
    ck_assert(rf_block(m.sink.bytes, m.sink.size, 1, &at, &length, &type)); /* the first keyframe */
    for (int round = 0; round < (play_brief() ? 2500 : 10000); round++) {
        size_t start = fs_rng_below(&rng, 3) == 0 ? FS__PREAMBLE_BYTES : fs_rng_below(&rng, 2) == 0 ? at : at + length;
        uint32_t size = fs_rng_below(&rng, 200);
        memcpy(bytes, m.sink.bytes, start);
        for (uint32_t i = 0; i < size; i++) {
            uint32_t draw = fs_rng_u32(&rng);
            bytes[start + FS__FRAME_HEAD_BYTES + i] = draw & 1 ? (uint8_t)(draw >> 8) : (uint8_t)(draw >> 8 & 3);
        }
        fs__frame_head(bytes + start, (fs__block_type)(1 + fs_rng_below(&rng, 7)), size);
        fs__frame_tail(bytes + start, size);
        ck_assert_int_ne(verify_damaged(bytes, start + fs__frame_size(size), (size_t)round), 0);
    }
    rf_match_free(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("replay_fuzz");
    TCase *tc = tcase_create("replay_fuzz");
    tcase_set_timeout(tc, 300);
    tcase_add_test(tc, every_truncation);
    tcase_add_test(tc, every_bit);
    tcase_add_test(tc, every_bit_with_fixed_checksums);
    tcase_add_test(tc, random_damage);
    tcase_add_test(tc, random_blocks);
    tcase_add_test(tc, changed_reports);
    suite_add_tcase(suite, tc);
    return suite;
}

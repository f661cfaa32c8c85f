/* check_keyframe.c: the state that a snapshot carries, and what is changed on its way. */
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "lockstep/spectate/keyframe.h"
#include "support/check_main.h"

enum { ROOM = 1 << 16 };

static const fs_game *game;
static fs_sim *sim;
static fs_stream stream;
static uint8_t *bytes, raw[ROOM];
static size_t size, raw_size;

static void set_up(void)
{
    game = fs_game_list_find(fs_builtin_games(), "airhockey");
    fs_config config = fs_default_config(game);
    ck_assert_int_eq(fs_sim_create(game, &config, &sim), FS_OK);
    fs__stream_init(&stream, game, &config);
    fs_inputs inputs = fs__stream_inputs(&stream);
    for (int i = 0; i < 50; i++)
        fs_sim_step(sim, &inputs);
    bytes = fs__keyframe_make(&stream, sim, &size, &raw_size);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_le(size, fs__keyframe_bound(raw_size));
}

static void tear_down(void)
{
    free(bytes);
    fs_sim_destroy(sim);
}

START_TEST(a_keyframe_has_stream_state_and_hash)
{
    uint64_t hash;
    fs_stream read;
    fs_config config = fs_default_config(game);
    ck_assert_uint_eq(fs__keyframe_open(raw, ROOM, bytes, size, &hash), raw_size);
    ck_assert_uint_eq(hash, fs_sim_state_hash(sim));
    fs__reader r = fs__reader_make(raw, raw_size);
    ck_assert_int_eq(fs__stream_get(&read, game, &config, &r), FS_OK);
    fs_sim *other;
    ck_assert_int_eq(fs_sim_create(game, &config, &other), FS_OK);
    ck_assert_int_eq(fs_sim_load(other, raw + r.at, fs__reader_remaining(&r)), FS_OK);
    ck_assert_uint_eq(fs_sim_state_hash(other), hash);
    fs_sim_destroy(other);
}
END_TEST

/* Every byte, in several ways: the content does not open, its state hash is another one, or nothing of it has changed: zstd has bits that
 * mean nothing. */
START_TEST(a_changed_byte_is_found)
{
    uint64_t hash;
    static uint8_t whole[ROOM];
    uint32_t opened_ones = 0;
    ck_assert_uint_eq(fs__keyframe_open(whole, ROOM, bytes, size, &hash), raw_size);
    for (size_t at = 0; at < size; at++)
        for (unsigned change = 1; change < 256; change = change * 2 + 1) {
            bytes[at] ^= (uint8_t)change;
            size_t opened = fs__keyframe_open(raw, ROOM, bytes, size, &hash);
            bool same = opened == raw_size && memcmp(raw, whole, raw_size) == 0;
            ck_assert_msg(opened == 0 || same || hash != fs_sim_state_hash(sim), "byte %zu ^ %u", at, change);
            opened_ones += opened != 0;
            bytes[at] ^= (uint8_t)change;
        }
    ck_assert_uint_lt(opened_ones, 8 * 8 + size / 10); /* the hash itself, and the bits that mean nothing */
}
END_TEST

START_TEST(a_cut_keyframe_is_found)
{
    uint64_t hash;
    for (size_t cut = 0; cut < size; cut++)
        ck_assert_uint_eq(fs__keyframe_open(raw, ROOM, bytes, cut, &hash), 0);
    ck_assert_uint_eq(fs__keyframe_open(raw, raw_size - 1, bytes, size, &hash), 0);
    ck_assert_uint_eq(fs__keyframe_open(raw, raw_size, bytes, size, &hash), raw_size);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("keyframe");
    TCase *tc = tcase_create("keyframe");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, a_keyframe_has_stream_state_and_hash);
    tcase_add_test(tc, a_changed_byte_is_found);
    tcase_add_test(tc, a_cut_keyframe_is_found);
    suite_add_tcase(suite, tc);
    return suite;
}

/* check_sim.c: running simulations and their configurations. */
#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>
#include <fixstep/random.h>
#include <fixstep/games.h>

#include "support/check_main.h"
#include "support/script.h"

static const fs_game *airhockey(void)
{
    const fs_game *game = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), "airhockey", &game, NULL, 0), FS_OK);
    return game;
}

/* --- configuration ---------------------------------------------------------------- */

START_TEST(the_default_configuration_is_valid)
{
    for (uint32_t i = 0; i < fs_builtin_games()->count; i++) {
        const fs_game *game = fs_builtin_games()->games[i];
        fs_config config = fs_default_config(game);
        ck_assert_int_eq(fs_config_check(game, &config, NULL, 0), FS_OK);
        ck_assert_str_eq(config.game, game->name);
        ck_assert_uint_eq(config.hz, 60);
        ck_assert_uint_eq(config.players, game->default_players);
        for (uint32_t o = 0; o < game->option_count; o++)
            ck_assert_int_eq(fs_config_option(game, &config, game->options[o].key), game->options[o].initial);
    }
}
END_TEST

START_TEST(options_are_set)
{
    static const struct {
        const char *text;
        int64_t value;
    } good[] = { { "pucks=8", 8 }, { "pucks=+2", 2 }, { "pucks=0003", 3 }, { "pucks=1", 1 } };
    const fs_game *game = airhockey();
    fs_config config = fs_default_config(game);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char why[200] = "untouched";
        ck_assert_int_eq(fs_config_set(game, &config, good[i].text, why, sizeof why), FS_OK);
        ck_assert_int_eq(fs_config_option(game, &config, "pucks"), good[i].value);
    }
}
END_TEST

/* Each is refused with an error text that names the fault, and changes nothing. */
static const struct {
    const char *text, *part, *part2;
} bad_options[] = {
    { "pucks=9", "pucks", "1..8" },
    { "pucks=0", "is 0", "1..8" },
    { "pucks=-1", "-1", "1..8" },
    { "pucks=", "''", "whole number" },
    { "pucks= 1", "' 1'", "whole number" },
    { "pucks=1 ", "'1 '", "whole number" },
    { "pucks=1.5", "'1.5'", "whole number" },
    { "pucks=0x1", "'0x1'", "whole number" },
    { "pucks=+", "'+'", "whole number" },
    { "pucks=--1", "'--1'", "whole number" },
    { "pucks=99999999999999999999", "99999999999999999999", "1..8" },
    { "pucks=9223372036854775808", "9223372036854775808", "1..8" },
    { "pucks=-9223372036854775808", "-9223372036854775808", "1..8" },
    { "puck=1", "'puck'", "restitution" },
    { "puckss=1", "'puckss'", "pucks" },
    { "PUCKS=1", "'PUCKS'", "pucks" },
    { "aVeryLongKeyThatNoGameHasEver=1", "aVeryLongKey", "pucks" },
    { "pucks", "'pucks'", "KEY=VALUE" },
    { "=1", "'=1'", "KEY=VALUE" },
    { "", "''", "KEY=VALUE" },
};

START_TEST(bad_options_are_refused)
{
    const fs_game *game = airhockey();
    fs_config config = fs_default_config(game), before = config;
    char why[300] = "";
    ck_assert_int_eq(fs_config_set(game, &config, bad_options[_i].text, why, sizeof why), FS_E_OPTION);
    ck_assert_msg(strstr(why, bad_options[_i].part) != NULL, "'%s' lacks %s", why, bad_options[_i].part);
    ck_assert_msg(strstr(why, bad_options[_i].part2) != NULL, "'%s' lacks %s", why, bad_options[_i].part2);
    ck_assert(strchr(why, '\n') == NULL);
    ck_assert_mem_eq(&config, &before, sizeof config);
    /* Without a buffer for the error text the result is the same. */
    ck_assert_int_eq(fs_config_set(game, &config, bad_options[_i].text, NULL, 0), FS_E_OPTION);
    char one[1] = "x";
    ck_assert_int_eq(fs_config_set(game, &config, bad_options[_i].text, one, sizeof one), FS_E_OPTION);
    ck_assert_int_eq(one[0], '\0');
}
END_TEST

START_TEST(configurations_are_checked)
{
    const fs_game *game = airhockey();
    fs_config good = fs_default_config(game), config;
    fs_sim *sim = NULL;
#define REFUSED(change, code)                                                    \
    do {                                                                         \
        config = good;                                                           \
        change;                                                                  \
        char why[200] = "";                                                      \
        ck_assert_int_eq(fs_config_check(game, &config, why, sizeof why), code); \
        ck_assert_msg(why[0] != '\0', #change " gives no sentence");             \
        ck_assert_int_eq(fs_sim_create(game, &config, &sim), code);              \
        ck_assert_ptr_null(sim);                                                 \
    } while (0)
    REFUSED(config.hz = FS_MIN_HZ - 1, FS_E_CONFIG);
    REFUSED(config.hz = FS_MAX_HZ + 1, FS_E_CONFIG);
    REFUSED(config.players = game->min_players - 1, FS_E_CONFIG);
    REFUSED(config.players = game->max_players + 1, FS_E_CONFIG);
    REFUSED(config.game[0] = 'x', FS_E_CONFIG);
    REFUSED(memset(config.game, 'a', sizeof config.game), FS_E_CONFIG);
    REFUSED(config.options[0] = INT64_MIN, FS_E_OPTION);
    REFUSED(config.options[game->option_count - 1] = INT64_MAX, FS_E_OPTION);
    REFUSED(config.options[game->option_count] = 1, FS_E_OPTION);
    REFUSED(config.options[FS_MAX_OPTIONS - 1] = -1, FS_E_OPTION);
#undef REFUSED
}
END_TEST

/* --- configuration as bytes ----------------------------------------------------------- */

static fs_config sample(void)
{
    fs_config config = fs_default_config(airhockey());
    config.seed = UINT64_C(0x0807060504030201);
    config.hz = 120;
    config.players = 16;
    config.options[31] = -2;
    return config;
}

START_TEST(configurations_round_trip)
{
    fs_config config = sample(), back;
    uint8_t bytes[FS_CONFIG_BYTES], again[FS_CONFIG_BYTES];
    fs_config_encode(&config, bytes);
    ck_assert_int_eq(fs_config_decode(&back, bytes), FS_OK);
    ck_assert_mem_eq(&config, &back, sizeof config);
    fs_config_encode(&back, again);
    ck_assert_mem_eq(bytes, again, sizeof bytes);
    /* Little-endian, at the documented places. */
    ck_assert_mem_eq(bytes, "airhockey\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);
    ck_assert_mem_eq(bytes + 24,
                     "\x01\x02\x03\x04\x05\x06\x07\x08"
                     "\x78\0\0\0"
                     "\x10\0\0\0",
                     16);
    ck_assert_mem_eq(bytes + 40 + 8 * 31, "\xfe\xff\xff\xff\xff\xff\xff\xff", 8);
    ck_assert_uint_eq(sizeof bytes, 296);
}
END_TEST

static void refuse_byte(size_t at, uint8_t value)
{
    fs_config config = sample(), zero;
    uint8_t bytes[FS_CONFIG_BYTES];
    memset(&zero, 0, sizeof zero);
    fs_config_encode(&config, bytes);
    bytes[at] = value;
    ck_assert_msg(fs_config_decode(&config, bytes) == FS_E_MALFORMED, "byte %zu = %u was accepted", at, value);
    ck_assert_mem_eq(&config, &zero, sizeof config);
}

START_TEST(malformed_configurations_are_refused)
{
    refuse_byte(0, '\0'); /* no name */
    refuse_byte(0, 'A');
    refuse_byte(3, '\n');
    refuse_byte(3, 0xc3);
    refuse_byte(3, ' ');
    refuse_byte(12, 'x'); /* something after the end of the name */
    refuse_byte(23, 'x');
    refuse_byte(32, 19); /* 19 Hz */
    refuse_byte(32, 121);
    refuse_byte(35, 1);
    refuse_byte(36, 0); /* no players */
    refuse_byte(36, 65);
    refuse_byte(39, 0x80);
    uint8_t bytes[FS_CONFIG_BYTES];
    fs_config config = sample();
    fs_config_encode(&config, bytes);
    memset(bytes, 'a', FS_MAX_NAME); /* not terminated */
    ck_assert_int_eq(fs_config_decode(&config, bytes), FS_E_MALFORMED);
}
END_TEST

/* Any bytes decode to an error or to a configuration that encodes to them. */
START_TEST(random_configurations_are_canonical_or_refused)
{
    fs_rng rng = fs_rng_seed(11, 0);
    int accepted = 0;
    for (int i = 0; i < 20000; i++) {
        fs_config config = sample();
        uint8_t bytes[FS_CONFIG_BYTES], again[FS_CONFIG_BYTES];
        fs_config_encode(&config, bytes);
        uint32_t changes = fs_rng_below(&rng, 4);
        for (uint32_t c = 0; c < changes; c++) {
            uint32_t at = fs_rng_below(&rng, FS_CONFIG_BYTES);
            bytes[at] = (uint8_t)fs_rng_u32(&rng);
        }
        if (fs_config_decode(&config, bytes) != FS_OK)
            continue;
        fs_config_encode(&config, again);
        ck_assert_mem_eq(bytes, again, sizeof bytes);
        (void)fs_config_check(airhockey(), &config, NULL, 0);
        accepted++;
    }
    ck_assert_int_gt(accepted, 5000);
}
END_TEST

START_TEST(the_hash_covers_every_byte)
{
    const fs_game *game = airhockey();
    fs_config config = sample();
    uint64_t hash = fs_config_hash(game, &config);
    ck_assert(hash == fs_config_hash(game, &config));
    uint8_t bytes[FS_CONFIG_BYTES];
    for (size_t i = FS_MAX_NAME; i < sizeof bytes; i++) {
        fs_config_encode(&config, bytes);
        bytes[i] ^= 1;
        fs_config other;
        if (fs_config_decode(&other, bytes) == FS_OK)
            ck_assert_msg(fs_config_hash(game, &other) != hash, "byte %zu is not hashed", i);
    }
    /* What comes after the end of the name is no part of it. */
    fs_config padded = config;
    padded.game[20] = 'x';
    ck_assert(fs_config_hash(game, &padded) == hash);
    /* And the schema is. */
    fs_game twin = *game;
    fs_schema schema = *game->schema;
    schema.table_count--;
    twin.schema = &schema;
    ck_assert(fs_config_hash(&twin, &config) != hash);
}
END_TEST

/* --- simulation -------------------------------------------------------------------------- */

START_TEST(a_new_simulation_is_at_tick_0)
{
    const fs_game *game = airhockey();
    fs_config config = fs_default_config(game);
    config.seed = 99;
    config.hz = 30;
    fs_sim *sim;
    ck_assert_int_eq(fs_sim_create(game, &config, &sim), FS_OK);
    ck_assert_uint_eq(fs_sim_tick(sim), 0);
    ck_assert_ptr_eq(fs_sim_game(sim), game);
    ck_assert_mem_eq(fs_sim_config(sim), &config, sizeof config);
    static const struct {
        const char *field;
        uint64_t value;
    } world[] = { { "hz", 30 }, { "players", 4 }, { "seed", 99 } };
    for (size_t i = 0; i < sizeof world / sizeof world[0]; i++) {
        fs_value_ref place;
        int64_t raw;
        ck_assert_int_eq(fs_value_find(game->schema, "world", world[i].field, &place), FS_OK);
        ck_assert_int_eq(fs_value_get(fs_sim_state(sim), place, &raw), FS_OK);
        ck_assert((uint64_t)raw == world[i].value);
    }
    script_step(sim);
    ck_assert_uint_eq(fs_sim_tick(sim), 1);
    ck_assert(fs_sim_state_hash(sim) == fs_state_hash(fs_sim_state(sim)));
    fs_sim_destroy(sim);
    fs_sim_destroy(NULL);
}
END_TEST

START_TEST(equal_configurations_give_equal_matches)
{
    const fs_game *game = airhockey();
    fs_sim *a = script_start(game), *b = script_start(game);
    fs_config config = *fs_sim_config(a);
    config.seed++;
    fs_sim *other;
    ck_assert_int_eq(fs_sim_create(game, &config, &other), FS_OK);
    for (int t = 0; t < 300; t++) {
        ck_assert(fs_sim_state_hash(a) == fs_sim_state_hash(b));
        ck_assert(fs_sim_state_hash(a) != fs_sim_state_hash(other));
        script_step(a);
        script_step(b);
        script_step(other);
    }
    fs_sim_destroy(a);
    fs_sim_destroy(b);
    fs_sim_destroy(other);
}
END_TEST

/* --- loading ------------------------------------------------------------------------------- */

static uint8_t *encode(fs_sim *sim, size_t *size)
{
    *size = fs_state_encoded_size(fs_sim_state(sim));
    uint8_t *bytes = malloc(*size);
    ck_assert_uint_eq(fs_state_encode(fs_sim_state(sim), bytes, *size), *size);
    return bytes;
}

START_TEST(a_loaded_match_goes_on)
{
    fs_sim *a = script_start(airhockey()), *b = script_start(airhockey());
    for (int t = 0; t < 777; t++)
        script_step(a);
    size_t size;
    uint8_t *bytes = encode(a, &size);
    ck_assert_int_eq(fs_sim_load(b, bytes, size), FS_OK);
    ck_assert_uint_eq(fs_sim_tick(b), 777);
    for (int t = 0; t < 500; t++) {
        ck_assert(fs_sim_state_hash(a) == fs_sim_state_hash(b));
        script_step(a);
        script_step(b);
    }
    fs_sim_destroy(a);
    fs_sim_destroy(b);
    free(bytes);
}
END_TEST

START_TEST(states_of_other_matches_are_refused)
{
    const fs_game *game = airhockey();
    fs_sim *a = script_start(game);
    script_step(a);
    uint64_t state_hash = fs_sim_state_hash(a);
    for (int which = 0; which < 4; which++) {
        fs_config config = *fs_sim_config(a);
        config.seed += which == 0;
        config.hz += which == 1;
        config.players -= which == 2;
        config.options[0] += which == 3; /* same shape, other rules */
        fs_sim *b;
        ck_assert_int_eq(fs_sim_create(game, &config, &b), FS_OK);
        size_t size;
        uint8_t *bytes = encode(b, &size);
        fs_result expected = which == 3 ? FS_E_MALFORMED : FS_E_CONFIG;
        ck_assert_int_eq(fs_sim_load(a, bytes, size), expected);
        ck_assert_msg(fs_sim_state_hash(a) == state_hash, "a refused state changed the match (%d)", which);
        free(bytes);
        fs_sim_destroy(b);
    }
    fs_sim_destroy(a);
}
END_TEST

/* Broken bytes change nothing; accepted ones can be stepped. */
START_TEST(broken_states_are_harmless)
{
    fs_sim *a = script_start(airhockey()), *b = script_start(airhockey());
    for (int t = 0; t < 600; t++)
        script_step(a);
    size_t size;
    uint8_t *bytes = encode(a, &size), *broken = malloc(size);
    fs_rng rng = fs_rng_seed(12, 0);
    uint64_t state_hash = fs_sim_state_hash(b);
    for (size_t n = 0; n < size; n += 7)
        ck_assert_int_ne(fs_sim_load(b, bytes, n), FS_OK);
    ck_assert(fs_sim_state_hash(b) == state_hash);
    int accepted = 0;
    for (int i = 0; i < 3000; i++) {
        memcpy(broken, bytes, size);
        for (uint32_t flips = fs_rng_below(&rng, 3) + 1; flips > 0; flips--) {
            uint32_t at = fs_rng_below(&rng, (uint32_t)size);
            broken[at] ^= (uint8_t)(1u << fs_rng_below(&rng, 8));
        }
        if (fs_sim_load(b, broken, size) != FS_OK)
            continue;
        accepted++;
        for (int t = 0; t < 10; t++)
            script_step(b);
    }
    ck_assert_int_gt(accepted, 100);
    free(bytes);
    free(broken);
    fs_sim_destroy(a);
    fs_sim_destroy(b);
}
END_TEST

START_TEST(a_new_state_is_empty_and_compatible)
{
    fs_sim *sim = script_start(airhockey());
    fs_state *state;
    ck_assert_int_eq(fs_sim_new_state(sim, &state), FS_OK);
    ck_assert_uint_eq(fs_state_tick(state), 0);
    ck_assert_int_eq(fs_state_copy(state, fs_sim_state(sim)), FS_OK);
    ck_assert(fs_state_hash(state) == fs_sim_state_hash(sim));
    fs_state_destroy(state);
    fs_sim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("sim");
    TCase *tc = tcase_create("config");
    tcase_add_test(tc, the_default_configuration_is_valid);
    tcase_add_test(tc, options_are_set);
    tcase_add_loop_test(tc, bad_options_are_refused, 0, sizeof bad_options / sizeof bad_options[0]);
    tcase_add_test(tc, configurations_are_checked);
    tcase_add_test(tc, configurations_round_trip);
    tcase_add_test(tc, malformed_configurations_are_refused);
    tcase_add_test(tc, random_configurations_are_canonical_or_refused);
    tcase_add_test(tc, the_hash_covers_every_byte);
    suite_add_tcase(suite, tc);
    tc = tcase_create("sim");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_new_simulation_is_at_tick_0);
    tcase_add_test(tc, equal_configurations_give_equal_matches);
    tcase_add_test(tc, a_loaded_match_goes_on);
    tcase_add_test(tc, states_of_other_matches_are_refused);
    tcase_add_test(tc, broken_states_are_harmless);
    tcase_add_test(tc, a_new_state_is_empty_and_compatible);
    suite_add_tcase(suite, tc);
    return suite;
}

/* check_gamma.c: the curve of sRGB in integers, and the scene that shows what it is for. */
#include <math.h>
#include <string.h>
#include <fixstep/kit/srgb.h>

#include "games/builtin.h"
#include "games/gamma/gamma.h"
#include "support/check_main.h"

/* --- the curve ------------------------------------------------------------------------- */

static double decode(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double encode(double linear)
{
    return linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055;
}

START_TEST(every_code_comes_back)
{
    for (unsigned code = 0; code < 256; code++) {
        uint16_t linear = fs_kit_srgb_decode((uint8_t)code);
        ck_assert_uint_eq(fs_kit_srgb_encode(linear), code);
        ck_assert(fabs(linear - 65535 * decode(code / 255.0)) <= 0.5001);
    }
}
END_TEST

/* The nearest code, except within the rounding of the table at the borders between two. */
START_TEST(encoding_is_the_nearest_code)
{
    unsigned before = 0;
    for (uint32_t linear = 0; linear <= 65535; linear++) {
        unsigned code = fs_kit_srgb_encode((uint16_t)linear);
        ck_assert_uint_ge(code, before);
        ck_assert(fabs(code - 255 * encode(linear / 65535.0)) <= 0.5001);
        before = code;
    }
    ck_assert_uint_eq(before, 255);
}
END_TEST

/* dec(0.5) = 0.21404; half of the light is the code 188, not 128. */
START_TEST(half_of_the_light_is_188)
{
    ck_assert_uint_eq(fs_kit_srgb_encode(32768), 188);
    ck_assert_uint_eq(fs_kit_srgb_encode((uint16_t)((fs_kit_srgb_decode(0) + fs_kit_srgb_decode(255)) / 2)), 188);
    ck_assert(fabs(fs_kit_srgb_decode(128) / 65535.0 - 0.2158605) < 1e-5);
}
END_TEST

/* --- the scene -------------------------------------------------------------------------- */

typedef struct scene {
    fs_sim *sim;
    fs_draw_list *draw;
    struct gamma_view v;
} scene;

static scene open_scene(void)
{
    scene s;
    fs_config config = fs_default_config(&fs_game_gamma);
    ck_assert_int_eq(fs_sim_create(&fs_game_gamma, &config, &s.sim), FS_OK);
    ck_assert_int_eq(fs_draw_create(&s.draw), FS_OK);
    gamma_bind(fs_sim_state(s.sim), &s.v);
    return s;
}

static void close_scene(scene *s)
{
    fs_sim_destroy(s->sim);
    fs_draw_destroy(s->draw);
}

static void step(scene *s, uint8_t held, uint8_t choice)
{
    const uint8_t bytes[2] = { held, choice };
    fs_inputs inputs = { bytes, 2, 1, 1 };
    fs_sim_step(s->sim, &inputs);
}

/* A checksum (FNV-1a) of the colours of the picture. */
static uint64_t picture_sum(scene *s)
{
    size_t count;
    uint64_t sum = 14695981039346656037u;
    fs_draw_clear(s->draw);
    fs_game_gamma.draw(fs_sim_state(s->sim), fs_sim_config(s->sim), 0, s->draw);
    const fs_draw_item *items = fs_draw_items(s->draw, &count);
    ck_assert_uint_gt(count, GAMMA_COLUMNS * GAMMA_ROWS);
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ (items[i].kind == FS_DRAW_POLYGON ? items[i].colour : 0)) * 1099511628211u;
    return sum;
}

static bool shows(const scene *s, uint32_t colour)
{
    size_t count;
    const fs_draw_item *items = fs_draw_items(s->draw, &count);
    for (size_t i = 0; i < count; i++)
        if (items[i].kind == FS_DRAW_POLYGON && items[i].colour == colour)
            return true;
    return false;
}

/* Starts with both off; keys 1, 2 and 3 reach all four, and each has a picture of its own. */
START_TEST(four_states_have_four_pictures)
{
    static const uint8_t choices[4] = { 0, GAMMA_TOGGLE_ENCODE, GAMMA_TOGGLE_DECODE, GAMMA_TOGGLE_ENCODE };
    static const uint8_t states[4][2] = { { 0, 0 }, { 0, 1 }, { 1, 1 }, { 1, 0 } };
    uint64_t sums[4];
    scene s = open_scene();
    for (int i = 0; i < 4; i++) {
        step(&s, FS_KEY_ALT, choices[i]);
        ck_assert_uint_eq(s.v.scene.decode[0], states[i][0]);
        ck_assert_uint_eq(s.v.scene.encode[0], states[i][1]);
        sums[i] = picture_sum(&s);
        ck_assert(shows(&s, states[i][1] ? 0xBCBCBC : 0x808080));
        ck_assert(shows(&s, 0xBCBCBC) == (states[i][1] == 1));
        for (int j = 0; j < i; j++)
            ck_assert_uint_ne(sums[i], sums[j]);
    }
    step(&s, FS_KEY_ALT, GAMMA_TOGGLE_BOTH);
    ck_assert(s.v.scene.decode[0] == 0 && s.v.scene.encode[0] == 1);
    ck_assert_uint_eq(picture_sum(&s), sums[1]);
    close_scene(&s);
}
END_TEST

/* Drawing and the switches change nothing else: the lamps move as without them. */
START_TEST(switches_leave_the_lamps_alone)
{
    scene a = open_scene(), b = open_scene();
    for (int i = 0; i < 500; i++) {
        step(&a, 0, (uint8_t)(i % 4));
        step(&b, 0, 0);
        if (i % 50 == 0)
            picture_sum(&a);
        ck_assert_uint_eq(a.v.scene.angle[0], b.v.scene.angle[0]);
    }
    close_scene(&a);
    close_scene(&b);
}
END_TEST

/* With correction twice the light has the same ratios between channels, in light; and a lamp at half light twice is the
 * lamp at full light. */
START_TEST(light_adds_and_keeps_its_hue)
{
    scene s = open_scene();
    step(&s, FS_KEY_ALT, GAMMA_TOGGLE_BOTH);
    for (uint32_t column = 0; column < GAMMA_COLUMNS; column += 5)
        for (uint32_t row = 0; row < GAMMA_ROWS; row += 3) {
            uint32_t full[3], half[3];
            s.v.scene.dim[0] = 0;
            fs__gamma_light(&s.v, column, row, full);
            s.v.scene.dim[0] = 1;
            fs__gamma_light(&s.v, column, row, half);
            for (int i = 0; i < 3; i++)
                ck_assert(2 * half[i] <= full[i] && full[i] <= 2 * half[i] + 2 * GAMMA_LAMPS + 2);
            uint32_t light[3] = { 30000, 30000, 30000 }, twice[3] = { 60000, 60000, 60000 };
            uint32_t stored = fs__gamma_texel(column, row), dark = fs__gamma_shade(&s.v, stored, light),
                     bright = fs__gamma_shade(&s.v, stored, twice);
            for (int shift = 0; shift < 24; shift += 8) {
                double ratio = (double)fs_kit_srgb_decode(bright >> shift & 255) /
                               fs_kit_srgb_decode(dark >> shift & 255);
                ck_assert_msg(fabs(ratio - 2) < 0.06, "ratio %g", ratio);
            }
        }
    close_scene(&s);
}
END_TEST

/* Without correction the same doubling shifts nothing either; with one switch alone it does (C 4-51). */
START_TEST(half_a_correction_changes_the_hue)
{
    scene s = open_scene();
    const uint32_t light[3] = { 32768, 32768, 32768 };
    step(&s, FS_KEY_ALT, GAMMA_TOGGLE_ENCODE);
    uint32_t shaded = fs__gamma_shade(&s.v, 0xFF8080, light);
    double red = decode((shaded >> 16) / 255.0), green = decode((shaded >> 8 & 255) / 255.0);
    ck_assert_msg(red / green < 2.2, "%g", red / green); /* stored it is 1 to 0.2159: 4.6 */
    step(&s, FS_KEY_ALT, GAMMA_TOGGLE_DECODE);
    shaded = fs__gamma_shade(&s.v, 0xFF8080, light);
    red = decode((shaded >> 16) / 255.0);
    green = decode((shaded >> 8 & 255) / 255.0);
    ck_assert_msg(fabs(red / green - 4.63) < 0.1, "%g", red / green);
    close_scene(&s);
}
END_TEST

START_TEST(space_dims_once_a_stroke)
{
    scene s = open_scene();
    for (int i = 0; i < 5; i++)
        step(&s, FS_KEY_FIRE, 0);
    ck_assert_uint_eq(s.v.scene.dim[0], 1);
    step(&s, 0, 0);
    step(&s, FS_KEY_FIRE, 0);
    ck_assert_uint_eq(s.v.scene.dim[0], 0);
    close_scene(&s);
}
END_TEST

START_TEST(damaged_states_are_refused)
{
    scene s = open_scene();
    const fs_config *config = fs_sim_config(s.sim);
    ck_assert(fs_game_gamma.valid(fs_sim_state(s.sim), config));
    uint8_t *switches[] = { s.v.scene.decode, s.v.scene.encode, s.v.scene.dim, s.v.scene.dim_key_held };
    for (size_t i = 0; i < 4; i++) {
        *switches[i] = 2;
        ck_assert(!fs_game_gamma.valid(fs_sim_state(s.sim), config));
        *switches[i] = 0;
    }
    s.v.rule.reach[0]++;
    ck_assert(!fs_game_gamma.valid(fs_sim_state(s.sim), config));
    close_scene(&s);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("gamma");
    TCase *tc = tcase_create("gamma");
    tcase_add_test(tc, every_code_comes_back);
    tcase_add_test(tc, encoding_is_the_nearest_code);
    tcase_add_test(tc, half_of_the_light_is_188);
    tcase_add_test(tc, four_states_have_four_pictures);
    tcase_add_test(tc, switches_leave_the_lamps_alone);
    tcase_add_test(tc, light_adds_and_keeps_its_hue);
    tcase_add_test(tc, half_a_correction_changes_the_hue);
    tcase_add_test(tc, space_dims_once_a_stroke);
    tcase_add_test(tc, damaged_states_are_refused);
    suite_add_tcase(suite, tc);
    return suite;
}

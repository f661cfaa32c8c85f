/* check_sound.c: what is heard in two states, and the samples it becomes. */
#include <math.h>
#include <string.h>

#include "sound/listen.h"
#include "sound/synth.h"
#include "support/check_main.h"

#define BALL_FIELDS(F, t) \
    F(t, POS2, pos, "m")  \
    F(t, VEL2, vel, "m/s")
#define TEAM_FIELDS(F, t) F(t, U32, score, "")
#define HALL_TABLES(T, P, g) \
    T(g, ball, BALL_FIELDS)  \
    T(g, team, TEAM_FIELDS)
FS_SCHEMA(hall, HALL_TABLES)

enum { BALLS = 40 };

static fs_state *state;
static struct hall_view view;
static sound_listener listener;
static sound_event events[SOUND_EVENTS];

static void open_hall(void)
{
    const uint32_t capacities[] = { 1, BALLS, 2 };
    ck_assert_int_eq(fs_state_create(&hall_schema, capacities, &state), FS_OK);
    hall_bind(state, &view);
    ck_assert_int_eq(fs_rows_resize(state, hall_T_ball, BALLS), FS_OK);
    ck_assert_int_eq(fs_rows_resize(state, hall_T_team, 2), FS_OK);
    memset(&listener, 0, sizeof listener);
}

START_TEST(a_hit_is_heard_and_gravity_is_not)
{
    open_hall();
    view.ball.vel[3].y = -3 * FS_VEL_ONE;
    ck_assert_uint_eq(sound_listen(&listener, state, 10, events), 0);
    uint64_t hash = fs_state_hash(state);
    view.ball.vel[3].y -= FS_VEL_ONE / 6; /* 10 m/s^2 at 60 Hz */
    ck_assert_uint_eq(sound_listen(&listener, state, 11, events), 0);
    view.ball.vel[3].y = 2 * FS_VEL_ONE;
    ck_assert_uint_eq(sound_listen(&listener, state, 12, events), 1);
    ck_assert(events[0].kind == SOUND_HIT && events[0].strength > 0.5f && events[0].strength < 0.8f);
    ck_assert_uint_eq(sound_listen(&listener, state, 13, events), 0);
    view.ball.vel[3].y = -3 * FS_VEL_ONE;
    ck_assert_uint_eq(fs_state_hash(state), hash);
    fs_state_destroy(state);
}
END_TEST

START_TEST(a_jump_in_a_recording_is_silent)
{
    open_hall();
    sound_listen(&listener, state, 10, events);
    view.ball.vel[0].x = 9 * FS_VEL_ONE;
    view.team.score[1] = 4;
    ck_assert_uint_eq(sound_listen(&listener, state, 500, events), 0);
    view.ball.vel[0].x = 0;
    ck_assert_uint_eq(sound_listen(&listener, state, 499, events), 0);
    view.team.score[1] = 5;
    ck_assert_uint_eq(sound_listen(&listener, state, 500, events), 1);
    ck_assert(events[0].kind == SOUND_SCORE);
    fs_state_destroy(state);
}
END_TEST

START_TEST(the_loudest_of_many_are_kept)
{
    open_hall();
    sound_listen(&listener, state, 0, events);
    for (int i = 0; i < BALLS; i++)
        view.ball.vel[i].x = (fs_vel)(i * 7 % BALLS) * FS_VEL_ONE / 8;
    ck_assert_uint_eq(sound_listen(&listener, state, 1, events), SOUND_EVENTS);
    for (unsigned i = 0; i < SOUND_EVENTS; i++)
        ck_assert(events[i].strength * 64 > BALLS - SOUND_EVENTS - 1);
    fs_state_destroy(state);
}
END_TEST

/* The frequency of a tone by its zero crossings; noise is over after the first tenth of a second. */
START_TEST(a_score_is_a_tone_that_fades)
{
    static float samples[SYNTH_HERTZ];
    synth s = { 0 };
    synth_mix(&s, samples, 100);
    for (int i = 0; i < 100; i++)
        ck_assert(samples[i] == 0);
    synth_add(&s, &(sound_event){ SOUND_SCORE, 1, 500 });
    synth_mix(&s, samples, SYNTH_HERTZ);
    unsigned crossings = 0;
    float first = 0, last = 0;
    for (int i = 0; i < SYNTH_HERTZ; i++) {
        ck_assert(fabsf(samples[i]) <= 1);
        crossings += i > 0 && i < SYNTH_HERTZ / 10 && samples[i - 1] < 0 && samples[i] >= 0;
        first = i < SYNTH_HERTZ / 10 ? fmaxf(first, fabsf(samples[i])) : first;
        last = i > SYNTH_HERTZ * 9 / 10 ? fmaxf(last, fabsf(samples[i])) : last;
    }
    ck_assert_msg(crossings >= 48 && crossings <= 53, "%u periods in 0.1 s", crossings);
    ck_assert_msg(first > 0.1f && last < first / 100, "%g, then %g", (double)first, (double)last);
}
END_TEST

START_TEST(many_voices_do_not_clip_beyond_one)
{
    static float samples[4800];
    synth s = { 0 };
    for (int i = 0; i < 100; i++)
        synth_add(&s, &(sound_event){ i % 2 ? SOUND_HIT : SOUND_SCORE, 100, 300 });
    synth_mix(&s, samples, 4800);
    float most = 0;
    for (int i = 0; i < 4800; i++)
        most = fmaxf(most, fabsf(samples[i]));
    ck_assert(most > 0.5f && most <= 1);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("sound");
    TCase *t = tcase_create("sound");
    tcase_add_test(t, a_hit_is_heard_and_gravity_is_not);
    tcase_add_test(t, a_jump_in_a_recording_is_silent);
    tcase_add_test(t, the_loudest_of_many_are_kept);
    tcase_add_test(t, a_score_is_a_tone_that_fades);
    tcase_add_test(t, many_voices_do_not_clip_beyond_one);
    suite_add_tcase(s, t);
    return s;
}

/* check_overlap3.c: bodies that are created in each other are parted, and what parts them leaves no velocity.
 *
 * FIXSTEP_FIGURES in the environment prints what is measured.
 */
#define FS__WORLD3_INTERNAL /* the columns are read */

#include "physics3d/world3_fixture.h"
#include "support/figures.h"

enum { HZ = 60, ROW = 60, CROWD = 16 };
enum { BOX, BALL, KINDS };

#define SIZE 0.5

static const char *const names[KINDS] = { "boxes", "balls" };

/* Without gravity: all motion comes from the overlap. */
static struct fixture3 open_world(void)
{
    const fs_world3_limits limits = { .bodies = ROW + 2, .shapes = ROW + 2, .joints = 1, .materials = 1, .hulls = 1 };
    fs_world3_def def = fs_default_world3_def(HZ);
    def.gravity = fs_wide3_make(0, 0, 0);
    return fixture3_start_with(HZ, &limits, &def);
}

static fs_body3 add_body(struct fixture3 *t, int kind, fs_pos3 at)
{
    if (kind == BALL)
        return fixture3_ball(t, at, SIZE / 2);
    return fixture3_box(t, FS_BODY3_DYNAMIC, at, SIZE / 2, SIZE / 2, SIZE / 2);
}

static double speed_of(const struct fixture3 *t, fs_body3 body)
{
    fs_vel3 v = fs_body3_velocity(&t->w, body);
    return sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z) / FS_VEL_ONE;
}

static double distance(const struct fixture3 *t, fs_body3 a, fs_body3 b)
{
    fs_pos3 p = fs_body3_position(&t->w, a), q = fs_body3_position(&t->w, b);
    double x = metres(p.x - q.x), y = metres(p.y - q.y), z = metres(p.z - q.z);
    return sqrt(x * x + y * y + z * z);
}

/* Of n bodies after ten seconds: the highest speed, and the least distance between any two. */
struct left {
    double speed, distance;
};

static struct left run(struct fixture3 *t, const fs_body3 *body, int n)
{
    struct left left = { 0, 1e9 };
    fixture3_step(t, 10 * HZ);
    for (int i = 0; i < n; i++) {
        left.speed = fmax(left.speed, speed_of(t, body[i]));
        for (int k = 0; k < i; k++)
            left.distance = fmin(left.distance, distance(t, body[i], body[k]));
    }
    return left;
}

/* Before, the rows of the deepest overlap flew apart at 23 m/s. */
START_TEST(a_row_of_overlapping_bodies_is_parted_and_rests)
{
    static const double overlap[] = { 0.25, 0.1, 0.05, 0.02, 0.01 };
    for (int k = 0; k < 5; k++) {
        struct fixture3 t = open_world();
        fs_body3 body[ROW];
        for (int i = 0; i < ROW; i++)
            body[i] = add_body(&t, _i, pos3_of(i * (SIZE - overlap[k]), 0, 0));
        struct left left = run(&t, body, ROW);
        fixture3_end(&t);
        print_figure("%d %s of %.1f m that overlap by %.2f m: %.4f m/s, %.4f m apart", ROW, names[_i], SIZE, overlap[k],
                     left.speed, left.distance);
        ck_assert_msg(left.speed <= 6 && left.distance >= SIZE - 0.005, "%s, %.2f m: %.4f m/s, %.4f m", names[_i],
                      overlap[k], left.speed, left.distance);
    }
}
END_TEST

START_TEST(a_crowd_in_one_place_is_parted_slowly)
{
    fs_rng rng = fs_rng_seed(7, 0);
    for (int round = 0; round < 5; round++) {
        struct fixture3 t = open_world();
        fs_body3 body[CROWD];
        for (int i = 0; i < CROWD; i++)
            body[i] = add_body(&t, _i, fixture3_random_pos(&rng, 0.1));
        struct left left = run(&t, body, CROWD);
        fixture3_end(&t);
        print_figure("%d %s of %.1f m within 0.2 m: %.4f m/s, %.4f m apart", CROWD, names[_i], SIZE, left.speed,
                     left.distance);
        ck_assert_msg(left.speed <= 0.5, "%s: %.4f m/s", names[_i], left.speed);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("overlap3");
    TCase *tc = tcase_create("overlap3");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, a_row_of_overlapping_bodies_is_parted_and_rests, 0, KINDS);
    tcase_add_loop_test(tc, a_crowd_in_one_place_is_parted_slowly, 0, KINDS);
    suite_add_tcase(suite, tc);
    return suite;
}

/* check_contact_kernels3.c: the contact kernels of every instruction set give the bits of the scalar one.
 *
 * Stages are random: what the solver makes of contacts, and any values at all.
 */
#include <string.h>

#include "num/num_util.h"
#include "physics3d/solver/contact_block.h"

enum { BODIES = 17, BLOCKS = 3, ROUNDS = 400, MAX_KERNELS = 8 };

/* All that passes write. */
struct scene {
    _Alignas(64) struct fs__solver3_body body[BODIES];
    struct fs__solver3_block block[BLOCKS];
    int64_t exact[BODIES * 8], travel[BODIES * 8];
    struct fs__solver3_velocity_part part[BODIES];
};

struct input {
    _Alignas(64) struct fs__solver3_body body[BODIES];
    struct fs__solver3_stage stage[BLOCKS];
    struct fs__solver3_constants constants;
    struct fs__solver3_velocity_gain gain;
};

static int32_t pick(test_rng *r, int32_t low, int32_t high)
{
    return (int32_t)((int64_t)low + (int64_t)(test_bits(r) % (uint64_t)((int64_t)high - low + 1)));
}

static int32_t pick_abs(test_rng *r, int32_t bound)
{
    int32_t most = bound >> (test_bits(r) & 15);
    return pick(r, -most, most);
}

static fs_vel3 pick_velocity(test_rng *r, int32_t bound)
{
    fs_vel x = pick_abs(r, bound), y = pick_abs(r, bound);
    return fs_vel3_make(x, y, pick_abs(r, bound));
}

static fs_wide3 pick_vector(test_rng *r)
{
    int64_t x = pick_abs(r, 1000), y = pick_abs(r, 1000);
    return fs_wide3_make(x, y, pick_abs(r, 1000));
}

static void fill(test_rng *r, fs__solver3_lanes *lanes, size_t count, int32_t low, int32_t high)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < FS__SOLVER3_LANES; k++)
            lanes[i][k] = pick(r, low, high);
}

/* A unit vector and one across it. */
static void fill_directions(test_rng *r, struct fs__solver3_stage *s)
{
    for (unsigned k = 0; k < FS__SOLVER3_LANES; k++) {
        fs_unit3 n, t;
        const int64_t wide = (int64_t)1 << 32;
        fs_wide3 v = pick_vector(r), u = pick_vector(r);
        v.x += 1;
        u.y += 1;
        u.z += 7;
        (void)fs_wide3_normalise(v, &n);
        if (!fs_wide3_normalise(fs_wide3_cross(fs_wide3_make((int64_t)n.x * 4, (int64_t)n.y * 4, (int64_t)n.z * 4),
                                               fs_wide3_make(u.x * wide, u.y * wide, u.z * wide)),
                                &t))
            t = fs_unit3_make(0, 0, 0);
        const int32_t both[6] = { n.x, n.y, n.z, t.x, t.y, t.z };
        for (unsigned i = 0; i < 3; i++) {
            s->normal[i][k] = both[i];
            s->tangent[i][k] = both[3 + i];
        }
    }
}

/* No movable body in two lanes of a block. */
static void fill_bodies(test_rng *r, struct fs__solver3_stage *s)
{
    uint8_t order[BODIES - 1];
    for (unsigned i = 0; i < BODIES - 1; i++)
        order[i] = (uint8_t)(i + 1);
    for (unsigned i = BODIES - 2; i > 0; i--) {
        unsigned j = (unsigned)pick(r, 0, (int32_t)i);
        uint8_t t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    s->used = (uint8_t)test_bits(r);
    s->write_a = (uint8_t)(s->used & test_bits(r));
    s->write_b = (uint8_t)(s->used & test_bits(r));
    for (unsigned k = 0; k < FS__SOLVER3_LANES; k++) {
        s->a[k] = (s->write_a >> k & 1) != 0 ? order[2 * k] : 0;
        s->b[k] = (s->write_b >> k & 1) != 0 ? order[2 * k + 1] : 0;
    }
}

/* Units of angular velocities, of which one body of each pair has the larger one. */
static void fill_units(test_rng *r, struct fs__solver3_stage *s)
{
    for (unsigned k = 0; k < FS__SOLVER3_LANES; k++) {
        int a = pick(r, 0, 4), b = pick(r, 0, 4), larger = a > b ? a : b;
        s->unit_a[k] = 1 << a;
        s->unit_b[k] = 1 << b;
        s->share_of_unit_a[k] = FS_UNIT_ONE >> (larger - a);
        s->share_of_unit_b[k] = FS_UNIT_ONE >> (larger - b);
    }
}

/* As the solver makes them. */
static void fill_stage(test_rng *r, struct fs__solver3_stage *s)
{
    const int32_t metre = FS_REL_ONE;
    *s = (struct fs__solver3_stage){ .extra = (uint8_t)(test_bits(r) & 63) };
    fill_bodies(r, s);
    fill_directions(r, s);
    fill(r, &s->bias_rate, 1, 0, 1 << 22);
    fill(r, &s->impulse_scale, 1, 0, FS_UNIT_ONE);
    fill(r, &s->static_friction, 1, 0, (1 << 30) - 1);
    fill(r, &s->dynamic_friction, 1, 0, 1 << 26);
    fill(r, s->tangent_speed, 2, -(1 << 24), 1 << 24);
    fill(r, &s->cross_friction, 1, 1 << 20, FS_UNIT_ONE);
    fill(r, s->separation, FS__SOLVER3_POINTS, -metre / 8, metre / 8);
    fill(r, s->separation_now, FS__SOLVER3_POINTS, -metre / 8, metre / 8);
    fill(r, s->reach, FS__SOLVER3_POINTS, -1, 0);
    fill(r, s->impulse, FS__SOLVER3_POINTS, 0, 1 << 22);
    fill(r, s->tangent_impulse, 2, -(1 << 22), 1 << 22);
    fill(r, s->rolling_impulse, 2, -(1 << 20), 1 << 20);
    fill(r, &s->twist_impulse, 1, -(1 << 20), 1 << 20);
    fill(r, s->middle_a, 3, -metre, metre);
    fill(r, s->middle_b, 3, -metre, metre);
    for (unsigned i = 0; i < FS__SOLVER3_POINTS; i++) {
        fill(r, s->arm_a[i], 3, -metre, metre);
        fill(r, s->arm_b[i], 3, -metre, metre);
    }
    fill_units(r, s);
    fill(r, &s->spinning, 1, 0, metre / 2);
    fill(r, &s->rolling, 1, 0, metre / 8);
    fill(r, &s->max_lever, 1, 0, metre);
    fill(r, &s->share_a, 1, 0, FS_UNIT_ONE);
    fill(r, s->inertia_a, 3, 1 << 20, 1 << 29);
    fill(r, s->inertia_b, 3, 1 << 20, 1 << 29);
    fill(r, s->inertia_a + 3, 3, -(1 << 27), 1 << 27);
    fill(r, s->inertia_b + 3, 3, -(1 << 27), 1 << 27);
    fill(r, s->ratio_a, 1, 1 << 30, INT32_MAX);
    fill(r, s->ratio_b, 1, 1 << 30, INT32_MAX);
    fill(r, s->ratio_a + 2, 1, metre, 4 * metre);
    fill(r, s->ratio_b + 2, 1, metre, 4 * metre);
    fill(r, &s->mass_scale, 1, 0, FS_UNIT_ONE);
    for (unsigned k = 0; k < FS__SOLVER3_LANES; k++) {
        s->share_b[k] = FS_UNIT_ONE - s->share_a[k];
        s->ratio_a[1][k] = 1 << pick(r, 0, 20);
        s->ratio_b[1][k] = 1 << pick(r, 0, 20);
    }
}

/* Any values in all lanes but the indices. */
static void fill_any(test_rng *r, struct fs__solver3_stage *s)
{
    fill_stage(r, s);
    for (int32_t *at = s->bias_rate; at < (int32_t *)(void *)&s->used; at++)
        *at = test_i32(r);
}

static void make_input(test_rng *r, struct input *in, bool any)
{
    int32_t speed = any ? FS__SOLVER3_MAX_VELOCITY : FS_VEL_ONE * 20;
    memset(in, 0, sizeof *in);
    for (unsigned i = 1; i < BODIES; i++) {
        in->body[i].v = pick_velocity(r, speed);
        in->body[i].w = pick_velocity(r, speed);
        fs_vel3 d = pick_velocity(r, FS_REL_ONE), turned = pick_velocity(r, FS_REL_ONE);
        in->body[i].d = fs_rel3_make(d.x, d.y, d.z);
        in->body[i].turned = fs_rel3_make(turned.x, turned.y, turned.z);
        if (any && pick(r, 0, 3) == 0) /* its magnitude does not fit 32 bits */
            in->body[i].v.y = INT32_MIN;
    }
    for (unsigned i = 0; i < BLOCKS; i++)
        (any ? fill_any : fill_stage)(r, &in->stage[i]);
    in->constants = (struct fs__solver3_constants){ .per_substep = 240 << 16,
                                                    .max_separation = FS_REL_ONE,
                                                    .min_bias_velocity = -4 * FS_VEL_ONE,
                                                    .position_step = (1 << 27) / 15 | 1 };
    const unsigned lanes[6] = { 0, 1, 2, 4, 5, 6 };
    for (unsigned i = 0; i < 8; i++)
        in->gain.bound[i] = INT32_MAX;
    for (unsigned i = 0; i < 6; i++) {
        in->gain.gain[lanes[i]] = pick_abs(r, 1 << 29);
        in->gain.bound[lanes[i]] = 1 << 29;
    }
    if (any)
        in->gain.gain[1] = 0; /* such a velocity stays */
}

static void run_kernel(const struct fs__solver3_kernel *kernel, const struct input *in, struct scene *s)
{
    struct fs__solver3_constants constants = in->constants;
    memset(s, 0, sizeof *s);
    memcpy(s->body, in->body, sizeof s->body);
    constants.exact = s->exact;
    for (unsigned i = 0; i < BODIES; i++)
        memcpy(s->part[i].v, &in->body[i], sizeof s->part[i].v);
    for (unsigned i = 0; i < BLOCKS; i++)
        kernel->prepare[i](&s->block[i], &in->stage[i], s->body);
    for (unsigned kind = 0; kind < FS__SOLVER3_KINDS; kind++)
        kernel->warm_start[kind](s->block + kind, 1, s->body, &constants);
    for (unsigned substep = 0; substep < 2; substep++) {
        uint32_t done = 0;
        while (done < BODIES)
            done += 1 + kernel->integrate_velocities(s->body + done, s->part + done, BODIES - done, &in->gain);
        for (unsigned kind = 0; kind < FS__SOLVER3_KINDS; kind++)
            kernel->solve[kind](s->block + kind, 1, s->body, &constants);
        kernel->integrate_positions(s->body, s->travel, BODIES, &constants);
        for (unsigned kind = 0; kind < FS__SOLVER3_KINDS; kind++)
            kernel->relax[kind](s->block + kind, 1, s->body, &constants);
    }
    for (unsigned kind = 0; kind < FS__SOLVER3_KINDS; kind++)
        kernel->sum_exact[kind](s->block + kind, 1, s->body, &constants);
}

static void compare_kernels(bool any)
{
    static struct input in;
    static struct scene want, got;
    test_rng r = { any ? 5 : 3 };
    for (int round = 0; round < ROUNDS; round++) {
        make_input(&r, &in, any);
        run_kernel(fs__solver3_kernel(0), &in, &want);
        for (unsigned i = 1; fs__solver3_kernel(i) != NULL; i++) {
            run_kernel(fs__solver3_kernel(i), &in, &got);
            ck_assert_msg(memcmp(&want.block, &got.block, sizeof want.block) == 0, "round %d: blocks of %s", round,
                          fs__solver3_kernel(i)->name);
            ck_assert_msg(memcmp(&want, &got, sizeof want) == 0, "round %d: bodies of %s", round,
                          fs__solver3_kernel(i)->name);
        }
    }
}

START_TEST(kernels_agree)
{
    compare_kernels(false);
}
END_TEST

START_TEST(kernels_agree_on_any_values)
{
    compare_kernels(true);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("contact_kernels3");
    TCase *t = tcase_create("contact_kernels3");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, kernels_agree);
    tcase_add_test(t, kernels_agree_on_any_values);
    suite_add_tcase(s, t);
    return s;
}

/* check_contact2.c: 2D contacts: their begin and end, their events, their stored manifolds. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <fixstep/event2.h>

#include "physics2d/world2_fixture.h"

static uint32_t count_contacts(const struct fixture2 *t)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < *t->w.contact.rows; c++)
        n += t->w.contact.gen[c] & 1u;
    return n;
}

static fs_body2 add_box_with_flags(struct fixture2 *t, fs_body2_type type, fs_pos x, fs_pos y, fs_rel half,
                                   uint32_t flags)
{
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_geometry2 shape = fixture2_box_geometry(half, half);
    fs_body2 body;
    fs_shape2 on;
    def.type = type;
    def.pos = fs_pos2_make(x, y);
    form.flags = flags;
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&t->w, body, &form, &shape, &on), FS_OK);
    return body;
}

/* A box of 1 kg falls 2 m: BEGIN once, HIT at sqrt(2 g h) with the momentum it had, END when it is lifted off. */
START_TEST(a_fall_tells_begin_hit_and_end)
{
    struct fixture2 t = fixture2_start(60);
    fixture2_add_ground(&t);
    fs_body2 box = add_box_with_flags(&t, FS_BODY2_DYNAMIC, 0, FS_POS_ONE * 5 / 2, FS_REL_ONE / 2,
                                      FS_SHAPE2_CONTACT_EVENTS | FS_SHAPE2_HIT_EVENTS);
    uint32_t begun = 0, hits = 0, ended = 0;
    for (int i = 0; i < 120; i++) {
        fixture2_step(&t, 1);
        begun += fixture2_count_events(&t, FS_EVENT2_BEGIN);
        for (uint32_t k = 0; k < t.w.event_count; k++) {
            const fs_event2 *e = &t.w.events[k];
            if (e->kind != FS_EVENT2_HIT)
                continue;
            hits++;
            fs_vel fall = fs_vel_from_ratio(6324555, 1000000);
            ck_assert_int_le(fs_abs32(e->speed - fall), FS_VEL_ONE / 4);
            ck_assert_int_le(fs_abs64(e->impulse - fs_wide_from_vel(fall)), FS_WIDE_ONE / 2);
            ck_assert_int_eq(e->normal.y, FS_UNIT_ONE);
            ck_assert_int_eq(e->body_b.handle.index1, box.handle.index1);
        }
    }
    ck_assert_uint_eq(begun, 1);
    ck_assert_uint_eq(hits, 1);
    ck_assert_int_eq(fs_body2_set_pose(&t.w, box, fs_pos2_make(0, 5 * FS_POS_ONE), fs_rot2_identity()), FS_OK);
    fixture2_step(&t, 1);
    ended += fixture2_count_events(&t, FS_EVENT2_END);
    ck_assert_uint_eq(ended, 1);
    ck_assert_uint_eq(count_contacts(&t), 0);
    fixture2_end(&t);
}
END_TEST

static fs_vel2 whole_speed(int x, int y)
{
    return fs_vel2_make(x * FS_VEL_ONE, y * FS_VEL_ONE);
}

/* How far box b is ahead of a along the diagonal, less the side of both: their faces lie across it. */
static double faces_apart(struct fixture2 *t, fs_body2 a, fs_body2 b)
{
    fs_pos2 d = fs_pos2_sub(t->w.body.pos[fixture2_row(t, b)], t->w.body.pos[fixture2_row(t, a)]);
    return ((double)d.x + (double)d.y) / (double)FS_POS_ONE * 0.7071067811865 - 0.5;
}

/* Two boxes on their corners fly side by side, too fast for slow pairs, and too far apart to meet in a tick: their manifold
 * without points is kept. When one of them is sent into the other it is made anew, and they do not overlap. */
START_TEST(fast_pairs_that_stay_apart_are_kept)
{
    struct fixture2 t = fixture2_start(60);
    const fs_rot2 eighth = fs_rot2_from_turn(1u << 29);
    fixture2_set_gravity(&t, 0);
    fs_body2 a = fixture2_add_box(&t, 0, 0, FS_REL_ONE / 4, FS_REL_ONE / 4);
    fs_body2 b = fixture2_add_box(&t, 5, 5, FS_REL_ONE / 4, FS_REL_ONE / 4);
    ck_assert_int_eq(fs_body2_set_pose(&t.w, a, fs_pos2_zero(), eighth), FS_OK);
    ck_assert_int_eq(fs_body2_set_pose(&t.w, b, fs_pos2_make(FS_POS_ONE / 2, FS_POS_ONE / 2), eighth), FS_OK);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, a, whole_speed(4, -4), 0), FS_OK);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, b, fs_vel2_make(4 * FS_VEL_ONE + FS_VEL_ONE / 16, -4 * FS_VEL_ONE), 0),
                     FS_OK);
    fixture2_step(&t, 2);
    ck_assert_uint_eq(count_contacts(&t), 1);
    fs_rel2 made_at = t.w.contact.anchor_offset[0];
    fixture2_step(&t, 6);
    ck_assert_uint_eq(count_contacts(&t), 1);
    ck_assert_int_eq(t.w.contact.anchor_offset[0].x, made_at.x);
    ck_assert_int_gt(t.w.contact.separation0[0], FS_REL_ONE / 8);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, a, whole_speed(12, 4), 0), FS_OK);
    for (int i = 0; i < 20; i++) {
        fixture2_step(&t, 1);
        ck_assert(faces_apart(&t, a, b) > -0.005);
    }
    ck_assert_int_gt(t.w.body.vel[fixture2_row(&t, b)].y, -2 * FS_VEL_ONE);
    fixture2_end(&t);
}
END_TEST

START_TEST(what_is_destroyed_ends_its_contacts)
{
    struct fixture2 t = fixture2_start(60);
    fixture2_add_ground(&t);
    fs_body2 box[3];
    for (int i = 0; i < 3; i++)
        box[i] = add_box_with_flags(&t, FS_BODY2_DYNAMIC, i * 3 * FS_POS_ONE, FS_POS_ONE / 2, FS_REL_ONE / 2,
                                    FS_SHAPE2_CONTACT_EVENTS);
    fixture2_step(&t, 2);
    for (int i = 2; i >= 0; i--)
        ck_assert_int_eq(fs_body2_destroy(&t.w, box[i]), FS_OK);
    fixture2_step(&t, 1);
    ck_assert_uint_eq(t.w.event_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(t.w.events[i].kind, FS_EVENT2_END);
        ck_assert_uint_eq(t.w.events[i].shape_b.handle.index1, i + 2);
    }
    fixture2_end(&t);
}
END_TEST

START_TEST(sensors_tell_and_do_not_touch)
{
    struct fixture2 t = fixture2_start(60);
    add_box_with_flags(&t, FS_BODY2_STATIC, 0, 0, FS_REL_ONE, FS_SHAPE2_SENSOR);
    fs_body2 ball = fixture2_add_disc(&t, 0, 3, FS_REL_ONE / 2);
    uint32_t begun = 0, ended = 0;
    for (int i = 0; i < 120; i++) {
        fixture2_step(&t, 1);
        begun += fixture2_count_events(&t, FS_EVENT2_SENSOR_BEGIN);
        ended += fixture2_count_events(&t, FS_EVENT2_SENSOR_END);
    }
    ck_assert_uint_eq(begun, 1);
    ck_assert_uint_eq(ended, 1);
    /* 120 ticks of free fall, to the step: g n (n + 1) / 2 h^2 with four substeps. */
    fs_pos fallen = 3 * FS_POS_ONE - t.w.body.pos[fixture2_row(&t, ball)].y;
    ck_assert_int_le(fs_abs64(fallen - fs_pos_from_ratio((int64_t)10 * 480 * 481, 2 * 240 * 240)), FS_POS_ONE / 10000);
    fixture2_end(&t);
}
END_TEST

START_TEST(filters_decide_who_touches)
{
    static const struct {
        uint32_t category_a, mask_a, category_b, mask_b;
        int16_t group_a, group_b;
        bool touch;
    } rows[] = {
        { 1, UINT32_MAX, 1, UINT32_MAX, 0, 0, true },
        { 1, 2, 2, 1, 0, 0, true },
        { 1, 2, 4, 1, 0, 0, false },
        { 1, 2, 2, 4, 0, 0, false },
        { 1, 0, 1, 0, 3, 3, true },
        { 1, 1, 1, 1, -3, -3, false },
        { 1, 0, 1, 0, 3, 4, false },
        { 1, 1, 1, 1, -3, -4, true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture2 t = fixture2_start(60);
        fixture2_set_gravity(&t, 0);
        fixture2_add_box(&t, 0, 0, FS_REL_ONE, FS_REL_ONE);
        fixture2_add_box(&t, FS_POS_ONE, 0, FS_REL_ONE, FS_REL_ONE);
        ck_assert_int_eq(
            fs_shape2_set_filter(&t.w, fs_shape2_at(&t.w, 0), rows[i].category_a, rows[i].mask_a, rows[i].group_a),
            FS_OK);
        ck_assert_int_eq(
            fs_shape2_set_filter(&t.w, fs_shape2_at(&t.w, 1), rows[i].category_b, rows[i].mask_b, rows[i].group_b),
            FS_OK);
        fixture2_step(&t, 1);
        ck_assert_uint_eq(count_contacts(&t), rows[i].touch ? 1 : 0);
        fixture2_end(&t);
    }
}
END_TEST

/* One contact row for two pairs: the second pair gets it when the first is gone. */
START_TEST(a_full_contact_table_is_refilled)
{
    const fs_world2_limits limits = { .bodies = 8, .shapes = 8, .contacts = 1, .joints = 1, .materials = 1 };
    fs_world2_def def = fs_default_world2_def(60);
    struct fixture2 t = fixture2_start_with(60, &limits, &def);
    fixture2_set_gravity(&t, 0);
    fixture2_add_ground(&t);
    fs_body2 first = fixture2_add_box(&t, 0, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
    fixture2_add_box(&t, 4 * FS_POS_ONE, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
    fixture2_step(&t, 5);
    ck_assert_uint_eq(t.w.contact.shape_b[0], 1);
    ck_assert_int_eq(fs_body2_destroy(&t.w, first), FS_OK);
    fixture2_step(&t, 1);
    ck_assert_uint_eq(count_contacts(&t), 1);
    ck_assert_uint_eq(t.w.contact.shape_b[0], 2);
    fixture2_end(&t);
}
END_TEST

/* A box that slides to a stop, with recycled and with new manifolds: v^2 / (2 mu g) both times. */
START_TEST(kept_and_new_manifolds_slide_alike)
{
    fs_pos end[2];
    for (int keep = 0; keep < 2; keep++) {
        struct fixture2 t = fixture2_start(60);
        *t.w.rules.flags = (uint16_t)(keep ? *t.w.rules.flags : *t.w.rules.flags & ~FS_WORLD2_RECYCLING);
        fixture2_add_ground(&t);
        fs_body2 box = fixture2_add_box(&t, -5 * FS_POS_ONE, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
        fixture2_step(&t, 1);
        ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_make(6 * FS_VEL_ONE, 0), 0), FS_OK);
        fixture2_step(&t, 120);
        end[keep] = t.w.body.pos[fixture2_row(&t, box)].x;
        /* 36 / (2 * 0.6 * 10) = 3 m. */
        ck_assert_int_le(fs_abs64(end[keep] + 2 * FS_POS_ONE), FS_POS_ONE / 25);
        fixture2_end(&t);
    }
    ck_assert_int_le(fs_abs64(end[0] - end[1]), FS_POS_ONE / 100);
}
END_TEST

static void remove_friction(struct fixture2 *t)
{
    fs_material2_def ice = fs_default_material2_def();
    ice.dynamic_friction = ice.static_friction = 0;
    ck_assert_int_eq(fs_material2_set(&t->w, 0, &ice), FS_OK);
}

/* A floor of 1 m segments, and a flat hill: a box keeps its speed over every joint. */
START_TEST(chains_do_not_catch)
{
    for (int kind = 0; kind < 2; kind++) {
        struct fixture2 t = fixture2_start(60);
        fs_body2_def def = fs_default_body2_def();
        fs_shape2_def form = fs_default_shape2_def();
        fs_pos2 point[21];
        fs_body2 ground;
        def.type = FS_BODY2_STATIC;
        remove_friction(&t);
        for (int i = 0; i < 21; i++)
            point[i] = fs_pos2_make((10 - i) * FS_POS_ONE, 0);
        ck_assert_int_eq(fs_body2_create(&t.w, &def, &ground), FS_OK);
        ck_assert_int_eq(fs_shape2_create_chain(&t.w, ground, &form, point, 21, false), FS_OK);
        fs_rel half = FS_REL_ONE / 4;
        fs_body2 body = kind == 0 ? fixture2_add_box(&t, -8 * FS_POS_ONE, FS_POS_ONE / 4, half, half)
                                  : fixture2_add_disc(&t, -8, 1, half);
        fixture2_step(&t, 60);
        ck_assert_int_eq(fs_body2_set_velocity(&t.w, body, fs_vel2_make(4 * FS_VEL_ONE, 0), 0), FS_OK);
        uint32_t row = fixture2_row(&t, body);
        for (int i = 0; i < 210; i++) {
            fixture2_step(&t, 1);
            ck_assert_int_le(fs_abs32(t.w.body.vel[row].x - 4 * FS_VEL_ONE), FS_VEL_ONE / 1000);
            ck_assert_int_le(fs_abs64(t.w.body.pos[row].y - FS_POS_ONE / 4), FS_POS_ONE / 100);
        }
        ck_assert_int_gt(t.w.body.pos[row].x, 5 * FS_POS_ONE);
        fixture2_end(&t);
    }
}
END_TEST

START_TEST(chains_have_one_side)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    const fs_pos2 point[2] = { { 5 * FS_POS_ONE, 0 }, { -5 * FS_POS_ONE, 0 } };
    fs_body2 ground;
    def.type = FS_BODY2_STATIC;
    ck_assert_int_eq(fs_body2_create(&t.w, &def, &ground), FS_OK);
    ck_assert_int_eq(fs_shape2_create_chain(&t.w, ground, &form, point, 1, false), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_shape2_create_chain(&t.w, ground, &form, point, 2, true), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_shape2_create_chain(&t.w, ground, &form, point, 2, false), FS_OK);
    fs_body2 up = fixture2_add_box(&t, 0, -2 * FS_POS_ONE, FS_REL_ONE / 4, FS_REL_ONE / 4);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, up, fs_vel2_make(0, 9 * FS_VEL_ONE), 0), FS_OK);
    fixture2_step(&t, 300);
    /* It rose from below through the chain and rests on top. */
    ck_assert_int_le(fs_abs64(t.w.body.pos[fixture2_row(&t, up)].y - FS_POS_ONE / 4), FS_POS_ONE / 50);
    fixture2_end(&t);
}
END_TEST

/* Ten boxes on each other, 0.1 m to 10 m, for 20 s: the top creeps less than 0.05 mm in the last 10 s. */
START_TEST(towers_do_not_creep)
{
    static const int decimetres[] = { 1, 5, 10, 100 };
    for (int k = 0; k < 4; k++) {
        struct fixture2 t = fixture2_start(60);
        fs_rel half = (fs_rel)((int64_t)FS_REL_ONE * decimetres[k] / 20);
        fs_pos side = (fs_pos)half * 2 * 64;
        fs_body2 top = { { 0, 0 } };
        *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
        fixture2_add_ground(&t);
        for (int i = 0; i < 10; i++)
            top = fixture2_add_box(&t, 0, side / 2 + i * side, half, half);
        uint32_t row = fixture2_row(&t, top);
        fixture2_step(&t, 600);
        fs_pos y = t.w.body.pos[row].y;
        fixture2_step(&t, 600);
        ck_assert_int_le(fs_abs64(t.w.body.pos[row].y - y), FS_POS_ONE / 20000);
        ck_assert_int_le(fs_abs32(t.w.body.vel[row].x) + fs_abs32(t.w.body.vel[row].y), FS_VEL_ONE / 5000);
        ck_assert_int_gt(y, 19 * side / 2 - FS_POS_ONE / 20);
        fixture2_end(&t);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("contact2");
    TCase *tc = tcase_create("contact2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_fall_tells_begin_hit_and_end);
    tcase_add_test(tc, fast_pairs_that_stay_apart_are_kept);
    tcase_add_test(tc, what_is_destroyed_ends_its_contacts);
    tcase_add_test(tc, sensors_tell_and_do_not_touch);
    tcase_add_test(tc, filters_decide_who_touches);
    tcase_add_test(tc, a_full_contact_table_is_refilled);
    tcase_add_test(tc, kept_and_new_manifolds_slide_alike);
    tcase_add_test(tc, chains_do_not_catch);
    tcase_add_test(tc, chains_have_one_side);
    tcase_add_test(tc, towers_do_not_creep);
    suite_add_tcase(suite, tc);
    return suite;
}

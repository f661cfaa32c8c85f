/* check_shape2.c: shapes on bodies: every creator, its errors, and the surface numbers of a def. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "physics2d/world2_fixture.h"

static fs_body2 add_body(struct fixture2 *t, fs_body2_type type)
{
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body;
    def.type = type;
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    return body;
}

static uint32_t row_of(const struct fixture2 *t, fs_shape2 shape)
{
    uint32_t row = UINT32_MAX;
    ck_assert_int_eq(fs_shape2_row(&t->w, shape, &row), FS_OK);
    return row;
}

static fs_pos2 pos2(int64_t x, int64_t y)
{
    return fs_pos2_make(x * FS_POS_ONE, y * FS_POS_ONE);
}

static const fs_pos2 triangle[] = { { 0, 0 }, { FS_POS_ONE, 0 }, { 0, FS_POS_ONE } };

/* One call of every creator, with sizes in metres. */
static fs_result create_kind(struct fixture2 *t, fs_body2 body, const fs_shape2_def *def, int kind, int64_t size,
                             fs_shape2 *out)
{
    fs_pos s = size * FS_POS_ONE;
    fs_pos2 corner[3] = { pos2(0, 0), pos2(size, 0), pos2(0, size) };
    switch (kind) {
    case 0: return fs_shape2_create_box(&t->w, body, def, s, s, out);
    case 1: return fs_shape2_create_box_at(&t->w, body, def, s, s, pos2(1, 2), fs_rot2_identity(), out);
    case 2: return fs_shape2_create_circle(&t->w, body, def, pos2(1, 2), s, out);
    case 3: return fs_shape2_create_capsule(&t->w, body, def, pos2(0, 0), pos2(size, 0), FS_POS_ONE, out);
    case 4: return fs_shape2_create_polygon(&t->w, body, def, corner, 3, FS_POS_ONE / 8, out);
    default: return fs_shape2_create_segment(&t->w, body, def, pos2(0, 0), pos2(size, 0), out);
    }
}
enum { CREATORS = 6, CIRCLE = 2, SEGMENT = 5 };

START_TEST(creators_make_shapes)
{
    static const uint8_t kind[CREATORS] = { FS_GEOMETRY2_POLYGON, FS_GEOMETRY2_POLYGON, FS_GEOMETRY2_CIRCLE,
                                            FS_GEOMETRY2_CAPSULE, FS_GEOMETRY2_POLYGON, FS_GEOMETRY2_SEGMENT };
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = add_body(&t, FS_BODY2_STATIC);
    for (int k = 0; k < CREATORS; k++) {
        fs_shape2 shape;
        ck_assert_int_eq(create_kind(&t, body, NULL, k, 2, &shape), FS_OK);
        ck_assert_uint_eq(t.w.shape.kind[row_of(&t, shape)], kind[k]);
        ck_assert(!fs_shape2_is_large(&t.w, row_of(&t, shape)));
        ck_assert_int_eq(create_kind(&t, body, NULL, k, 2, NULL), FS_OK);
    }
    ck_assert_uint_eq(*t.w.shape.rows, 2 * CREATORS);
    ck_assert(fs_world2_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

/* A box of the creator is the box of the geometric value, bit for bit. */
START_TEST(creators_agree_with_values)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = add_body(&t, FS_BODY2_DYNAMIC);
    fs_geometry2 value, made;
    fs_shape2 shape;
    fs_rot2 rot = fs_rot2_from_turn(0x12345678);
    ck_assert_int_eq(fs_geometry2_box(3 * FS_REL_ONE, FS_REL_ONE, fs_rel2_make(FS_REL_ONE, 0), rot, &value), FS_OK);
    ck_assert_int_eq(fs_shape2_create_box_at(&t.w, body, NULL, 3 * FS_POS_ONE, FS_POS_ONE, pos2(1, 0), rot, &shape),
                     FS_OK);
    fs_shape2_geometry(&t.w, row_of(&t, shape), &made);
    ck_assert_uint_eq(made.count, value.count);
    for (unsigned i = 0; i < value.count; i++) {
        ck_assert_int_le(fs_abs32(made.corner[i].x - value.corner[i].x), 2);
        ck_assert_int_le(fs_abs32(made.corner[i].y - value.corner[i].y), 2);
    }
    fixture2_end(&t);
}
END_TEST

START_TEST(large_shapes_need_a_static_body)
{
    struct fixture2 t = fixture2_start(60);
    fs_shape2_def light = fs_default_shape2_def();
    light.density = 0;
    for (int type = FS_BODY2_STATIC; type < FS_BODY2_TYPES; type++) {
        fs_body2 body = add_body(&t, (fs_body2_type)type);
        for (int k = 0; k < CREATORS; k++) {
            fs_shape2 shape;
            bool fits = type == FS_BODY2_STATIC && k != CIRCLE;
            ck_assert_int_eq(create_kind(&t, body, &light, k, 1000000, &shape), fits ? FS_OK : FS_E_ARGUMENT);
            ck_assert_int_eq(shape.handle.index1 != 0, fits);
            if (fits)
                ck_assert(fs_shape2_is_large(&t.w, row_of(&t, shape)));
        }
    }
    ck_assert_int_eq(fs_body2_set_type(&t.w, fs_body2_at(&t.w, 0), FS_BODY2_DYNAMIC), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_body2_set_type(&t.w, fs_body2_at(&t.w, 0), FS_BODY2_KINEMATIC), FS_E_ARGUMENT);
    ck_assert(fs_world2_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

START_TEST(corners_are_exact)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = add_body(&t, FS_BODY2_STATIC);
    fs_pos2 point[3] = { { -123456789012345, 7 }, { 987654321098765, -1 }, { 5, 99999999999999 } }, corner[8];
    fs_shape2 shape;
    ck_assert_int_eq(fs_shape2_create_polygon(&t.w, body, NULL, point, 3, 0, &shape), FS_OK);
    ck_assert_uint_eq(fs_shape2_corners(&t.w, row_of(&t, shape), corner), 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(corner[i].x, point[i].x);
        ck_assert_int_eq(corner[i].y, point[i].y);
    }
    fixture2_end(&t);
}
END_TEST

START_TEST(wrong_numbers_are_refused)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = add_body(&t, FS_BODY2_STATIC), gone = { { 77, 1 } };
    fs_shape2 shape;
    for (int k = 0; k < CREATORS; k++) {
        ck_assert_int_eq(create_kind(&t, gone, NULL, k, 1, &shape), FS_E_STALE);
        ck_assert_int_ne(create_kind(&t, body, NULL, k, 0, &shape), FS_OK);
        ck_assert_int_eq(shape.handle.index1, 0);
        ck_assert_int_eq(create_kind(&t, body, NULL, k, INT32_MAX, &shape), FS_E_ARGUMENT);
    }
    ck_assert_int_eq(fs_shape2_create_box(&t.w, body, NULL, -FS_POS_ONE, FS_POS_ONE, &shape), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_shape2_create_box(&t.w, body, NULL, -100 * FS_POS_ONE, FS_POS_ONE, &shape), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_shape2_create_capsule(&t.w, body, NULL, pos2(0, 0), pos2(100, 0), 5 * FS_POS_ONE, &shape),
                     FS_E_ARGUMENT);
    ck_assert_int_eq(fs_shape2_create_polygon(&t.w, body, NULL, triangle, 2, 0, &shape), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_shape2_create_polygon(&t.w, body, NULL, triangle, 65, 0, &shape), FS_E_CAPACITY);
    ck_assert_int_eq(fs_shape2_create_polygon(&t.w, body, NULL, triangle, 3, -1, &shape), FS_E_ARGUMENT);
    fs_body2 mobile = add_body(&t, FS_BODY2_DYNAMIC);
    ck_assert_int_eq(create_kind(&t, mobile, NULL, SEGMENT, 1, &shape), FS_E_ARGUMENT);
    ck_assert_uint_eq(*t.w.shape.rows, 0);
    fixture2_end(&t);
}
END_TEST

/* ---- surfaces ------------------------------------------------------------------------------------------------- */

START_TEST(surface_numbers_share_rows)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = add_body(&t, FS_BODY2_STATIC);
    fs_shape2_def def = fs_default_shape2_def();
    fs_shape2 a, b, c;
    def.restitution = FS_UNIT_ONE / 2;
    ck_assert_int_eq(create_kind(&t, body, &def, 0, 1, &a), FS_OK);
    ck_assert_int_eq(create_kind(&t, body, &def, 0, 1, &b), FS_OK);
    def.static_friction = FS_FIX16_ONE / 4;
    ck_assert_int_eq(create_kind(&t, body, &def, 0, 1, &c), FS_OK);
    ck_assert_uint_eq(*t.w.material.rows, 3);
    ck_assert_uint_eq(t.w.shape.material[row_of(&t, a)], 1);
    ck_assert_uint_eq(t.w.shape.material[row_of(&t, b)], 1);
    ck_assert_uint_eq(t.w.shape.material[row_of(&t, c)], 2);
    ck_assert_int_eq(t.w.material.restitution[2], FS_UNIT_ONE / 2);
    ck_assert_int_eq(t.w.material.static_friction[2], FS_FIX16_ONE / 4);
    ck_assert_int_eq(t.w.material.dynamic_friction[2], FS_FIX16_ONE / 4);
    def = fs_default_shape2_def();
    def.dynamic_friction = 2 * FS_FIX16_ONE;
    ck_assert_int_eq(create_kind(&t, body, &def, 0, 1, &c), FS_OK);
    ck_assert_int_eq(t.w.material.static_friction[3], 2 * FS_FIX16_ONE);
    def.static_friction = FS_FIX16_ONE;
    ck_assert_int_eq(create_kind(&t, body, &def, 0, 1, &c), FS_E_ARGUMENT);
    ck_assert_uint_eq(*t.w.material.rows, 4);
    fixture2_end(&t);
}
END_TEST

/* A full table of materials: nothing changes, and a shape with numbers that exist is still made. */
START_TEST(a_full_material_table_is_an_error)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = add_body(&t, FS_BODY2_STATIC);
    fs_shape2_def def = fs_default_shape2_def();
    fs_shape2 shape;
    for (int i = 1; i < 16; i++) {
        def.restitution = i;
        ck_assert_int_eq(create_kind(&t, body, &def, 0, 1, &shape), FS_OK);
    }
    uint32_t shapes = *t.w.shape.rows;
    def.restitution = 99;
    ck_assert_int_eq(create_kind(&t, body, &def, 0, 1, &shape), FS_E_CAPACITY);
    ck_assert_uint_eq(*t.w.shape.rows, shapes);
    def.restitution = 7;
    ck_assert_int_eq(create_kind(&t, body, &def, 0, 1, &shape), FS_OK);
    fixture2_end(&t);
}
END_TEST

START_TEST(chains_take_points_of_any_size)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = add_body(&t, FS_BODY2_STATIC);
    const fs_pos2 point[4] = { pos2(10000, 0), pos2(2, 0), pos2(-2, 0), pos2(-10000, 0) };
    fs_shape2_def sensor = fs_default_shape2_def();
    sensor.flags = FS_SHAPE2_SENSOR;
    ck_assert_int_eq(fs_shape2_create_chain(&t.w, body, NULL, point, 4, false), FS_OK);
    ck_assert_uint_eq(*t.w.shape.rows, 3);
    ck_assert_int_eq(fs_shape2_create_chain(&t.w, body, NULL, point, 1, false), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_shape2_create_chain(&t.w, body, &sensor, point, 4, false), FS_E_ARGUMENT);
    const fs_pos2 twice[4] = { pos2(4, 0), pos2(2, 0), pos2(2, 0), pos2(0, 0) };
    ck_assert_int_eq(fs_shape2_create_chain(&t.w, body, NULL, twice, 4, false), FS_E_DEGENERATE);
    uint32_t live = 0;
    for (uint32_t i = 0; i < *t.w.shape.rows; i++)
        live += t.w.shape.gen[i] & 1u;
    ck_assert_uint_eq(live, 3);
    ck_assert(fs_world2_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("shape2");
    TCase *tc = tcase_create("shape2");
    tcase_add_test(tc, creators_make_shapes);
    tcase_add_test(tc, creators_agree_with_values);
    tcase_add_test(tc, large_shapes_need_a_static_body);
    tcase_add_test(tc, corners_are_exact);
    tcase_add_test(tc, wrong_numbers_are_refused);
    tcase_add_test(tc, surface_numbers_share_rows);
    tcase_add_test(tc, a_full_material_table_is_an_error);
    tcase_add_test(tc, chains_take_points_of_any_size);
    suite_add_tcase(suite, tc);
    return suite;
}

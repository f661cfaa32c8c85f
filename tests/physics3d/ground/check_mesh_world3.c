/* check_mesh_world3.c: triangle meshes as static ground of a 3D world. */
#include "physics3d/ground/mesh3_fixture.h"
#include "support/parallel_tasks.h"

/* ---- creating --------------------------------------------------------------------------------------------------- */

static const fs_pos3 square[4] = {
    { 0, 0, 0 }, { 0, 0, FS_POS_ONE }, { FS_POS_ONE, 0, FS_POS_ONE }, { FS_POS_ONE, 0, 0 }
};
static const uint32_t square_index[6] = { 0, 1, 2, 0, 2, 3 };

static fs_result put(fs_world3 *w, fs_body3 body, const fs_pos3 *vertex, uint32_t vertices, const uint32_t *index,
                     uint32_t triangles)
{
    uint64_t before = fs_state_hash(fs_world3_state(w));
    fs_shape3 shape = { { 7, 7 } };
    fs_result result = fs_shape3_create_mesh(w, body, NULL, vertex, vertices, index, triangles, &shape);
    if (result != FS_OK) {
        ck_assert(fs_state_hash(fs_world3_state(w)) == before);
        ck_assert(shape.handle.index1 == 0 && shape.handle.generation == 0);
        ck_assert_int_gt((int)strlen(fs_world3_error(w)), 0);
    }
    return result;
}

/* Every bad input has a name, and changes no bit. */
START_TEST(bad_meshes_have_names)
{
    fs_world3 *w = mesh3_world(16, 8);
    fs_body3 ground = mesh3_body(w, FS_BODY3_STATIC, fs_pos3_zero()), box = mesh3_body(w, FS_BODY3_DYNAMIC, square[1]);
    const uint32_t twice[3] = { 0, 1, 1 }, beyond[3] = { 0, 1, 4 }, extreme[3] = { 0, 1, UINT32_MAX };
    fs_pos3 far[4], same[4], line[4];
    memcpy(far, square, sizeof far);
    memcpy(same, square, sizeof same);
    memcpy(line, square, sizeof line);
    same[1] = same[0];
    line[2] = pos3_of(0, 0, 2);
    ck_assert_int_eq(put(w, box, square, 4, square_index, 2), FS_E_ARGUMENT);
    ck_assert_int_eq(put(w, (fs_body3){ { 9, 9 } }, square, 4, square_index, 2), FS_E_STALE);
    ck_assert_int_eq(put(w, ground, square, 4, square_index, 0), FS_E_DEGENERATE);
    ck_assert_int_eq(put(w, ground, square, 4, twice, 1), FS_E_DEGENERATE);
    ck_assert_int_eq(put(w, ground, same, 4, square_index, 2), FS_E_DEGENERATE);
    ck_assert_int_eq(put(w, ground, line, 4, square_index, 1), FS_E_DEGENERATE);
    ck_assert_int_eq(put(w, ground, square, 4, beyond, 1), FS_E_ARGUMENT);
    ck_assert_int_eq(put(w, ground, square, 4, extreme, 1), FS_E_ARGUMENT);
    ck_assert_int_eq(put(w, ground, square, 0, square_index, 2), FS_E_ARGUMENT);
    const fs_pos values[] = { FS_SHAPE3_MAX_EXTENT + 1, -FS_SHAPE3_MAX_EXTENT - 1, FS_POS_MAX, FS_POS_MIN };
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        far[3].y = values[i];
        ck_assert_int_eq(put(w, ground, far, 4, square_index, 1), FS_E_ARGUMENT);
    }
    ck_assert_int_eq(put(w, ground, square, 4, square_index, FS_MESH3_MAX_TRIANGLES + 1), FS_E_CAPACITY);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(put(w, ground, square, 4, square_index, 2), FS_OK);
    ck_assert_int_eq(put(w, ground, square, 4, square_index, 2), FS_E_CAPACITY);
    ck_assert_str_eq(fs_world3_error(w), "table mesh_vertex3 is full (8 rows)");
    ck_assert_int_eq(fs_body3_set_type(w, ground, FS_BODY3_DYNAMIC), FS_E_ARGUMENT);
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

/* A world without the tables has no meshes. */
START_TEST(without_tables_there_are_no_meshes)
{
    struct fixture3 t = fixture3_start(60);
    fs_body3 ground = fixture3_body(&t, FS_BODY3_STATIC, fs_pos3_zero());
    ck_assert_int_eq(put(&t.w, ground, square, 4, square_index, 2), FS_E_CAPACITY);
    fixture3_step(&t, 2);
    ck_assert(fs_world3_valid(&t.w));
    fixture3_end(&t);
}
END_TEST

/* Whichever mesh is destroyed, what is left works and is valid, and its rows are those of a world that never had it. */
START_TEST(destroyed_meshes_leave_no_gap)
{
    for (int gone = 0; gone < 3; gone++) {
        fs_world3 *w = mesh3_world(16, 4096);
        fs_body3 body[3];
        fs_shape3 shape[3];
        for (int i = 0; i < 3; i++) {
            struct mesh3_grid *g = mesh3_make_grid(5 + 2 * i, 1, mesh3_flat);
            body[i] = mesh3_body(w, FS_BODY3_STATIC, pos3_of(40 * i, 0, 0));
            shape[i] = mesh3_put(w, body[i], g, NULL);
            free(g);
        }
        fs_body3 ball[3];
        for (int i = 0; i < 3; i++) {
            ball[i] = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(40 * i + 0.3, 0.6, 0.2));
            ck_assert_int_eq(fs_shape3_create_sphere(w, ball[i], NULL, fs_pos3_zero(), pos_of(0.5), NULL), FS_OK);
        }
        mesh3_steps(w, 60);
        ck_assert_int_eq(gone == 2 ? fs_body3_destroy(w, body[gone]) : fs_shape3_destroy(w, shape[gone]), FS_OK);
        ck_assert(fs_world3_valid(w));
        mesh3_steps(w, 60);
        for (int i = 0; i < 3; i++) {
            double y = metres(w->body.pos[mesh3_row(w, ball[i])].y);
            ck_assert_msg(i == gone ? y < -3 : fabs(y - 0.5) < 1e-3, "mesh %d gone: ball %d at %g", gone, i, y);
        }
        uint32_t left = 0;
        for (int i = 0; i < 3; i++)
            left += i == gone ? 0 : 2 * (uint32_t)((4 + 2 * i) * (4 + 2 * i));
        ck_assert_uint_eq(*w->mesh_triangle.rows, left);
        fs_world3_destroy(w);
    }
}
END_TEST

/* ---- motion ----------------------------------------------------------------------------------------------------- */

static fs_body3 add_any(fs_world3 *w, fs_pos3 at, unsigned kind, fs_rng *rng)
{
    struct fixture3 t = { .w = *w };
    return fixture3_any(&t, at, kind, rng);
}

static void put_floor(fs_world3 *w)
{
    fs_body3 ground = mesh3_body(w, FS_BODY3_STATIC, pos3_of(0, -1, 0));
    ck_assert_int_eq(fs_shape3_create_box(w, ground, NULL, pos3_of(16, 1, 16), NULL), FS_OK);
}

/* A body of the first six kinds lies on flat ground and is pushed; its pose after two seconds. */
static fs_pos3 slide(bool on_mesh, unsigned kind, double *energy)
{
    fs_world3 *w = mesh3_world(16, 20000);
    fs_rng rng = fs_rng_seed(1, 3);
    if (on_mesh)
        mesh3_terrain(w, fs_pos3_zero(), 65, 0.5, mesh3_flat, false);
    else
        ck_assert_int_eq(
            fs_shape3_create_box(w, mesh3_body(w, FS_BODY3_STATIC, pos3_of(0, -1, 0)), NULL, pos3_of(16, 1, 16), NULL),
            FS_OK);
    fs_body3 body = add_any(w, pos3_of(-10, 1, -3), kind, &rng);
    mesh3_steps(w, 240);
    ck_assert_int_eq(fs_body3_set_velocity(w, body, fs_vel3_make(8 * FS_VEL_ONE, 0, 3 * FS_VEL_ONE), fs_vel3_zero()),
                     FS_OK);
    mesh3_steps(w, 120);
    fs_pos3 at = w->body.pos[mesh3_row(w, body)];
    *energy = (double)fs_world3_kinetic_energy(w) / (double)FS_WIDE_ONE;
    fs_world3_destroy(w);
    return at;
}

/* Inner edges do not catch: on 8,192 triangles a body slides and rolls as on one box. Of a ball every bit is equal; others
 * slide over 5 m and 11 edges and end within 1 cm. */
START_TEST(a_flat_mesh_is_a_plane)
{
    for (unsigned kind = 0; kind < 6; kind++) {
        double energy[2];
        fs_pos3 a = slide(false, kind, &energy[0]), b = slide(true, kind, &energy[1]);
        fs_pos far = fs_pos3_dist(a, b);
        ck_assert_msg(far <= (kind == 0 ? 0 : pos_of(0.01)), "kind %u: %g m apart", kind, metres(far));
        ck_assert_msg(fabs(energy[0] - energy[1]) <= 1e-3 * (1 + energy[0]), "kind %u: %g J and %g J", kind, energy[0],
                      energy[1]);
    }
}
END_TEST

/* Without friction a box keeps its speed over 40 edges to 2^-18 m/s, and its height as on a plane. */
START_TEST(a_box_without_friction_keeps_its_speed)
{
    fs_pos height[2];
    for (int on_mesh = 0; on_mesh < 2; on_mesh++) {
        fs_world3 *w = mesh3_world(16, 20000);
        if (on_mesh)
            mesh3_terrain(w, fs_pos3_zero(), 65, 0.25, mesh3_flat, false);
        else
            put_floor(w);
        fs_body3 body = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(-7, 0.3, -2));
        fs_shape3_def def = fs_default_shape3_def();
        def.static_friction = def.dynamic_friction = 0;
        ck_assert_int_eq(fs_shape3_create_box(w, body, &def, pos3_of(0.4, 0.3, 0.5), NULL), FS_OK);
        mesh3_steps(w, 30);
        const fs_vel3 speed = { 5 * FS_VEL_ONE, 0, FS_VEL_ONE };
        ck_assert_int_eq(fs_body3_set_velocity(w, body, speed, fs_vel3_zero()), FS_OK);
        uint32_t row = mesh3_row(w, body);
        for (int i = 0; i < 120; i++) {
            fs_world3_step(w);
            fs_vel3 v = w->body.vel[row];
            ck_assert_msg(fs_abs32(v.x - speed.x) <= 8 && fs_abs32(v.z - speed.z) <= 8, "tick %d: %d %d", i,
                          v.x - speed.x, v.z - speed.z);
        }
        height[on_mesh] = w->body.pos[row].y;
        fs_world3_destroy(w);
    }
    ck_assert_msg(fs_abs64(height[0] - height[1]) < pos_of(2e-5), "heights differ by %g m",
                  metres(height[0] - height[1]));
}
END_TEST

static double slope_of_a_quarter(double x, double z)
{
    (void)z;
    return -0.25 * x;
}

/* A ball rolls down a slope of many triangles with 5/7 g sin. */
START_TEST(a_ball_rolls_with_five_sevenths)
{
    fs_world3 *w = mesh3_world(16, 20000);
    mesh3_terrain(w, fs_pos3_zero(), 65, 0.5, slope_of_a_quarter, false);
    fs_body3 ball = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(-12, 3 + 0.3 * sqrt(1 + 0.0625), 0.1));
    ck_assert_int_eq(fs_shape3_create_sphere(w, ball, NULL, fs_pos3_zero(), pos_of(0.3), NULL), FS_OK);
    mesh3_steps(w, 120);
    double sine = 0.25 / sqrt(1.0625), cosine = 1 / sqrt(1.0625), way = 5.0 / 7 * 10 * sine * 2 * 2 / 2;
    double x = metres(w->body.pos[mesh3_row(w, ball)].x) + 12;
    ck_assert_msg(fabs(x - way * cosine) < 0.01 * way, "rolled %g m, not %g", x, way * cosine);
    ck_assert(fs_abs64(w->body.pos[mesh3_row(w, ball)].z - pos_of(0.1)) < pos_of(1e-4));
    fs_world3_destroy(w);
}
END_TEST

/* Boxes fall on the steps of a mesh stair, come to rest and sleep; none is lower than its step. */
START_TEST(boxes_rest_on_stairs)
{
    fs_world3 *w = mesh3_world(64, 20000);
    mesh3_terrain(w, fs_pos3_zero(), 41, 0.25, mesh3_stairs, false);
    fs_body3 box[8];
    for (int i = 0; i < 8; i++) {
        box[i] = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(i - 3.65, 3, 0.13 * i));
        ck_assert_int_eq(fs_shape3_create_box(w, box[i], NULL, pos3_of(0.2, 0.15, 0.2), NULL), FS_OK);
    }
    mesh3_steps(w, 300);
    for (int i = 0; i < 8; i++) {
        uint32_t row = mesh3_row(w, box[i]);
        fs_pos3 at = w->body.pos[row];
        double floor_y = mesh3_stairs(metres(at.x), 0);
        ck_assert_msg(fabs(metres(at.y) - floor_y - 0.15) < 0.01, "box %d at %g, %g", i, metres(at.x), metres(at.y));
        ck_assert((w->body.flags[row] & FS_BODY3_ASLEEP) != 0);
    }
    fs_world3_destroy(w);
}
END_TEST

/* How far the body's centre is over the hills; beside them 1 m. */
static double height_over_hills(const fs_world3 *w, uint32_t row)
{
    fs_pos3 at = w->body.pos[row];
    if (fs_uabs64(at.x) > (uint64_t)10 * FS_POS_ONE || fs_uabs64(at.z) > (uint64_t)10 * FS_POS_ONE)
        return 1;
    return metres(at.y) - mesh3_hills(metres(at.x), metres(at.z));
}

static fs_world3 *rain(fs_pos3 origin, unsigned count)
{
    fs_world3 *w = mesh3_world(count + 8, 20000);
    fs_rng rng = fs_rng_seed(5, 3);
    mesh3_terrain(w, origin, 41, 0.5, mesh3_hills, false);
    for (unsigned i = 0; i < count; i++)
        add_any(w, fs_pos3_add(origin, pos3_of(i % 8 * 1.5 - 6, 4 + i / 64 * 1.5, i / 8 % 8 * 1.5 - 6)), i, &rng);
    return w;
}

/* Bodies of every kind stay above the ground. */
START_TEST(rain_stays_above_the_hills)
{
    fs_world3 *w = rain(fs_pos3_zero(), 64);
    for (int i = 0; i < 180; i++) {
        fs_world3_step(w);
        for (uint32_t row = 1; row < *w->body.rows; row++) {
            double over = height_over_hills(w, row);
            ck_assert_msg(over > 0, "tick %d: body %u is %g m below", i, row, -over);
        }
    }
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

/* At 1,000 km from the origin every position is the same to the bit, moved. */
START_TEST(distance_from_the_origin_changes_nothing)
{
    fs_pos3 origin = pos3_of(1000000, -2000, 999000);
    fs_world3 *a = rain(fs_pos3_zero(), 16), *b = rain(origin, 16);
    mesh3_steps(a, 120);
    mesh3_steps(b, 120);
    for (uint32_t row = 0; row < *a->body.rows; row++) {
        ck_assert(fs_pos3_eq(fs_pos3_add(a->body.pos[row], origin), b->body.pos[row]));
        ck_assert(fs_vel3_eq(a->body.vel[row], b->body.vel[row]));
    }
    fs_world3_destroy(a);
    fs_world3_destroy(b);
}
END_TEST

/* Small fast bodies of every kind, thrown at flat ground and at hills from any side above, do not pass through. */
START_TEST(fast_bodies_do_not_pass)
{
    fs_world3 *w = mesh3_world(80, 20000);
    fs_rng rng = fs_rng_seed(9, 3);
    fs_body3 body[70];
    mesh3_terrain(w, fs_pos3_zero(), 41, 0.5, mesh3_hills, false);
    for (unsigned i = 0; i < 70; i++) {
        body[i] = add_any(w, pos3_of(i % 10 * 1.7 - 8, 6 + i / 10 * 2.2, i % 7 * 1.9 - 6), i, &rng);
        double x = fixture3_uniform(&rng, -20, 20), y = fixture3_uniform(&rng, -300, -100);
        double z = fixture3_uniform(&rng, -20, 20);
        const fs_vel3 v = { (fs_vel)(x * FS_VEL_ONE), (fs_vel)(y * FS_VEL_ONE), (fs_vel)(z * FS_VEL_ONE) };
        ck_assert_int_eq(fs_body3_set_velocity(w, body[i], v, fixture3_random_vel(&rng, 20)), FS_OK);
    }
    for (int i = 0; i < 60; i++) {
        fs_world3_step(w);
        for (unsigned k = 0; k < 70; k++) {
            uint32_t row = mesh3_row(w, body[k]);
            double over = height_over_hills(w, row);
            ck_assert_msg(over > -0.05, "tick %d: body %u is %g m below", i, k, -over);
        }
    }
    fs_world3_destroy(w);
}
END_TEST

/* ---- contacts, events, sensors ---------------------------------------------------------------------------------- */

static double valley_along_z(double x, double z)
{
    (void)z;
    return fabs(x);
}

/* A ball in a valley has two contacts with the mesh and one BEGIN; when it leaves one END. */
START_TEST(a_pair_begins_and_ends_once)
{
    fs_world3 *w = mesh3_world(16, 20000);
    mesh3_terrain(w, fs_pos3_zero(), 17, 1, valley_along_z, false);
    fs_body3 ball = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(0.2, 1.5, 0.3));
    fs_shape3_def def = fs_default_shape3_def();
    def.flags = FS_SHAPE3_CONTACT_EVENTS;
    ck_assert_int_eq(fs_shape3_create_sphere(w, ball, &def, fs_pos3_zero(), pos_of(0.5), NULL), FS_OK);
    unsigned begins = 0, ends = 0, most = 0;
    for (int i = 0; i < 240; i++) {
        fs_world3_step(w);
        for (uint32_t k = 0; k < w->event_count; k++) {
            begins += w->events[k].kind == FS_EVENT3_BEGIN;
            ends += w->events[k].kind == FS_EVENT3_END;
        }
        unsigned touching = 0;
        for (uint32_t c = 0; c < *w->contact.rows; c++)
            touching += (w->contact.gen[c] & 1) != 0 && w->contact.count[c] > 0;
        most = touching > most ? touching : most;
    }
    ck_assert_uint_eq(most, 2);
    ck_assert_uint_eq(begins, 1 + ends);
    ck_assert_uint_le(begins, 4);
    unsigned before = ends;
    ck_assert_int_eq(fs_body3_set_velocity(w, ball, fs_vel3_make(0, 10 * FS_VEL_ONE, 0), fs_vel3_zero()), FS_OK);
    for (int i = 0; i < 20; i++) {
        fs_world3_step(w);
        for (uint32_t k = 0; k < w->event_count; k++)
            ends += w->events[k].kind == FS_EVENT3_END;
    }
    ck_assert_uint_eq(ends, before + 1);
    fs_world3_destroy(w);
}
END_TEST

/* With a full table of contacts nothing breaks, and bodies still rest on what contacts there are. */
START_TEST(a_full_table_is_no_trap)
{
    const fs_world3_limits limits = { .bodies = 64, .shapes = 64, .contacts = 20, .mesh_triangles = 20000 };
    fs_world3 *w;
    fs_rng rng = fs_rng_seed(2, 3);
    ck_assert_int_eq(fs_world3_create(&limits, NULL, &w), FS_OK);
    mesh3_terrain(w, fs_pos3_zero(), 33, 0.5, mesh3_hills, false);
    for (unsigned i = 0; i < 30; i++)
        add_any(w, pos3_of(i % 6 - 3.0, 3 + i / 6, i % 5 - 2.0), i + 1, &rng);
    mesh3_steps(w, 100);
    ck_assert(fs_world3_valid(w));
    ck_assert_uint_eq(*w->contact.rows, 20);
    fs_world3_destroy(w);
}
END_TEST

/* ---- queries ---------------------------------------------------------------------------------------------------- */

START_TEST(queries_find_the_mesh)
{
    fs_world3 *w = mesh3_world(16, 20000);
    fs_pos3 at = pos3_of(500, 20, -300);
    fs_shape3 mesh = mesh3_terrain(w, at, 33, 0.5, mesh3_flat, false);
    uint32_t row, found[4];
    fs_filter3 all = fs_default_filter3();
    ck_assert_int_eq(fs_shape3_row(w, mesh, &row), FS_OK);
    fs_query_hit3 h = fs_query3_ray(w, fs_pos3_add(at, pos3_of(1.3, 4, 2.1)), fs_wide3_make(0, pos_of(-8), 0), all);
    ck_assert(h.hit && h.shape == row && fs_abs32(h.fraction - FS_UNIT_ONE / 2) < 16 && h.normal.y == FS_UNIT_ONE);
    ck_assert(fs_pos3_dist(h.at, fs_pos3_add(at, pos3_of(1.3, 0, 2.1))) < pos_of(1e-6));
    h = fs_query3_ray(w, fs_pos3_add(at, pos3_of(0.3, -4, 0.1)), fs_wide3_make(0, pos_of(8), 0), all);
    ck_assert_msg(!h.hit, "from behind");
    h = fs_query3_ray(w, fs_pos3_add(at, pos3_of(100000, 100000, 0)),
                      fs_wide3_make(pos_of(-200000), pos_of(-200000), 0), all);
    ck_assert(h.hit && fs_pos3_dist(h.at, at) < pos_of(1e-3));
    fs_geometry3 ball;
    ck_assert_int_eq(fs_geometry3_sphere(fs_rel3_zero(), FS_REL_ONE / 2, &ball), FS_OK);
    fs_pose3 pose = { fs_pos3_add(at, pos3_of(1.3, 10, 2.1)), fs_quat_identity() };
    h = fs_query3_cast(w, &ball, pose, fs_rel3_make(0, -20 * FS_REL_ONE, 0), all);
    ck_assert(h.hit && fabs((double)h.fraction / FS_UNIT_ONE - 0.475) < 1e-4 && h.normal.y > FS_UNIT_ONE - 64);
    ck_assert(fs_pos3_dist(h.at, fs_pos3_add(at, pos3_of(1.3, 0, 2.1))) < pos_of(1e-2));
    ck_assert_uint_eq(fs_query3_geometry(w, &ball, pose, all, found, 4), 0);
    for (int side = -1; side <= 1; side += 2) {
        pose.pos = fs_pos3_add(at, pos3_of(1.3, 0.45 * side, 2.1));
        ck_assert_uint_eq(fs_query3_geometry(w, &ball, pose, all, found, 4), 1);
        h = fs_query3_closest(w, fs_pos3_add(at, pos3_of(-2, 3 * side, 1)), 5 * FS_REL_ONE, all);
        ck_assert(h.hit && h.shape == row && fabs((double)h.fraction / FS_UNIT_ONE - 0.6) < 1e-6);
        ck_assert(fs_pos3_dist(h.at, fs_pos3_add(at, pos3_of(-2, 0, 1))) < pos_of(1e-6));
    }
    ck_assert(!fs_query3_closest(w, fs_pos3_add(at, pos3_of(-2, 6, 1)), 5 * FS_REL_ONE, all).hit);
    ck_assert_uint_eq(fs_query3_aabb(w, (fs_aabb3){ at, at }, all, found, 4), 1);
    ck_assert_uint_eq(fs_query3_point(w, at, all, found, 4), 0);
    fs_world3_destroy(w);
}
END_TEST

/* ---- determinism, states from elsewhere ------------------------------------------------------------------------- */

static fs_state *copy_state(const fs_world3 *w)
{
    const fs_state *from = fs_world3_state(w);
    uint32_t rows[FS_MAX_TABLES];
    fs_state *to;
    for (unsigned i = 0; i < fs_state_schema(from)->table_count; i++)
        rows[i] = fs_state_capacity(from, i);
    ck_assert_int_eq(fs_state_create(fs_state_schema(from), rows, &to), FS_OK);
    return to;
}

/* A view as a game binds it, with scratch that holds anything, and on threads: the bits are those of the world alone. */
START_TEST(scratch_and_threads_change_nothing)
{
    fs_world3 *w = rain(fs_pos3_zero(), 16), *other = rain(fs_pos3_zero(), 16), *threaded = rain(fs_pos3_zero(), 16);
    const fs_world3_limits limits = { .bodies = w->body.capacity,
                                      .shapes = w->shape.capacity,
                                      .contacts = w->contact.capacity,
                                      .joints = w->joint.capacity,
                                      .materials = w->material.capacity,
                                      .hulls = w->hull.capacity };
    fs_scratch scratch = { .size = fs_world3_scratch_size(&limits) };
    struct parallel_tasks threads;
    fs_world3 view;
    scratch.bytes = malloc(scratch.size);
    parallel_start(&threads, 4);
    fs_world3_set_tasks(threaded, &threads.tasks);
    for (int i = 0; i < 90; i++) {
        memset(scratch.bytes, 0xA5 + i, scratch.size);
        fs_world3_bind(fs_world3_state(other), 1, &scratch, &view);
        fs_mesh3_bind(fs_world3_state(other), 1 + FS_WORLD3_TABLE_COUNT, &view);
        fs_world3_step(&view);
        ++*view.world.tick;
        mesh3_steps(w, 1);
        mesh3_steps(threaded, 1);
        uint64_t hash = fs_state_hash(fs_world3_state(w));
        ck_assert_msg(fs_state_hash(fs_world3_state(other)) == hash, "scratch, tick %d", i);
        ck_assert_msg(fs_state_hash(fs_world3_state(threaded)) == hash, "threads, tick %d", i);
    }
    parallel_stop(&threads);
    free(scratch.bytes);
    fs_world3_destroy(w);
    fs_world3_destroy(other);
    fs_world3_destroy(threaded);
}
END_TEST

/* A snapshot in the middle goes on to the same hash, and so does every kernel. */
START_TEST(snapshots_and_kernels_give_the_same_bits)
{
    fs_world3 *w = rain(fs_pos3_zero(), 16), *other = rain(fs_pos3_zero(), 16);
    mesh3_steps(w, 70);
    size_t size = fs_state_encoded_size(fs_world3_state(w));
    void *bytes = malloc(size);
    ck_assert_uint_eq(fs_state_encode(fs_world3_state(w), bytes, size), size);
    mesh3_steps(other, 3);
    ck_assert_int_eq(fs_state_decode(fs_world3_state(other), bytes, size), FS_OK);
    ck_assert(fs_world3_valid(other));
    mesh3_steps(w, 50);
    uint64_t hash = fs_state_hash(fs_world3_state(w));
    for (uint32_t kernel = 1; kernel <= 3; kernel++) {
        if (fs_world3_set_kernel(other, kernel) != FS_OK)
            continue;
        ck_assert_int_eq(fs_state_decode(fs_world3_state(other), bytes, size), FS_OK);
        mesh3_steps(other, 50);
        ck_assert_msg(fs_state_hash(fs_world3_state(other)) == hash, "kernel %u", kernel);
    }
    free(bytes);
    fs_world3_destroy(w);
    fs_world3_destroy(other);
}
END_TEST

/* Numbers of the tables of meshes and of contacts are overwritten: the state is refused, or it can be stepped and queried. */
START_TEST(hostile_tables_are_no_trap)
{
    static const char *const table[] = {
        "mesh3", "mesh_vertex3", "mesh_triangle3", "mesh_node3", "shape3", "contact3"
    };
    fs_world3 *w = rain(fs_pos3_zero(), 12);
    fs_rng rng = fs_rng_seed(77, 1);
    mesh3_steps(w, 60);
    fs_state *state = fs_world3_state(w), *before = copy_state(w);
    const fs_schema *schema = fs_state_schema(state);
    unsigned refused = 0, stepped = 0;
    ck_assert_int_eq(fs_state_copy(before, state), FS_OK);
    for (int round = 0; round < 400; round++) {
        ck_assert_int_eq(fs_state_copy(state, before), FS_OK);
        const char *name = table[fs_rng_below(&rng, 6)];
        for (unsigned t = 0; t < schema->table_count; t++) {
            if (strcmp(schema->tables[t].name, name) != 0)
                continue;
            fs_value_ref ref = { .table = (uint16_t)t };
            ref.row = fs_rng_below(&rng, fs_state_rows(state, t));
            ref.field = (uint16_t)fs_rng_below(&rng, schema->tables[t].field_count);
            static const int64_t odd[] = { 0, 1, -1, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 5, 1 << 20, 255 };
            (void)fs_value_set(state, ref, odd[fs_rng_below(&rng, 10)]);
        }
        if (!fs_world3_valid(w)) {
            refused++;
            continue;
        }
        stepped++;
        mesh3_steps(w, 2);
        (void)fs_query3_ray(w, pos3_of(0, 9, 0), fs_wide3_make(pos_of(1), pos_of(-20), 0), fs_default_filter3());
        (void)fs_query3_closest(w, pos3_of(0, 1, 0), 5 * FS_REL_ONE, fs_default_filter3());
    }
    ck_assert_uint_gt(refused, 50);
    ck_assert_uint_gt(stepped, 50);
    fs_state_destroy(before);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("mesh_world3");
    TCase *t = tcase_create("mesh_world3");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, bad_meshes_have_names);
    tcase_add_test(t, without_tables_there_are_no_meshes);
    tcase_add_test(t, destroyed_meshes_leave_no_gap);
    tcase_add_test(t, a_flat_mesh_is_a_plane);
    tcase_add_test(t, a_box_without_friction_keeps_its_speed);
    tcase_add_test(t, a_ball_rolls_with_five_sevenths);
    tcase_add_test(t, boxes_rest_on_stairs);
    tcase_add_test(t, rain_stays_above_the_hills);
    tcase_add_test(t, distance_from_the_origin_changes_nothing);
    tcase_add_test(t, fast_bodies_do_not_pass);
    tcase_add_test(t, a_pair_begins_and_ends_once);
    tcase_add_test(t, a_full_table_is_no_trap);
    tcase_add_test(t, queries_find_the_mesh);
    tcase_add_test(t, scratch_and_threads_change_nothing);
    tcase_add_test(t, snapshots_and_kernels_give_the_same_bits);
    tcase_add_test(t, hostile_tables_are_no_trap);
    suite_add_tcase(suite, t);
    return suite;
}

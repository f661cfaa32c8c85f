/* check_resolver.c: many contacts: detectors, the order of resolution, bad input.
 *
 * Numbers such as 7.10 name the rows of the feature tables in lib/doc/COVERAGE.md.
 */
#include "support/check_main.h"
#include "particles/link_fixture.h"
#include "base/tournament_tree.h"
#include "num/random_vectors.h"

static const fs_unit3 UP = { 0, FS_UNIT_ONE, 0 };

static fs_contact make_contact(uint32_t a, uint32_t b, fs_unit3 normal, double depth, double c)
{
    return (fs_contact){ .a = a, .b = b, .normal = normal, .depth = wide_of(depth), .restitution = unit_of(c) };
}

static void open_plain(struct link_fixture *r)
{
    open_link_fixture(r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
}

static fs_contact_report resolve_contacts(struct link_fixture *r, fs_contact *at, uint32_t count)
{
    struct fs_contacts contacts = { .at = at, .count = count, .capacity = count };
    fs_contact_report report;
    SAME(fs_contacts_resolve(&contacts, &r->p, NULL, (fs_contact_limits){ 0, 0 }, r->arena, &report), FS_OK);
    return report;
}

static fs_detector_def ground_how(double c)
{
    fs_detector_def how = fs_default_detector_def();
    how.restitution = unit_of(c);
    return how;
}

/* --- resolver ------------------------------------------------------------------------------- */

/* 7.10: the ball falls into a corner; after the steeper contact is resolved the other one
 * separates, so one iteration is used. */
START_TEST(row_7_10_worst_first)
{
    struct link_fixture r;
    open_plain(&r);
    uint32_t a = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(1, -5, 0));
    fs_unit3 tilted = fs_unit3_make(unit_of(0.6), unit_of(0.8), 0);
    fs_contact list[] = { make_contact(a, FS_CONTACT_STATIC, UP, 0, 0.5),
                          make_contact(a, FS_CONTACT_STATIC, tilted, 0, 0.5) };
    /* -5 on the flat one against -3.4 on the tilted one: afterwards 0.6 + 2 > 0. */
    SAME(resolve_contacts(&r, list, 2).velocity_iterations, 1);
    NEAR(of_vel(r.p.vel[a].y), 2.5, 1e-12);
    close_link_fixture(&r);
}
END_TEST

/* Equal contacts: the first in the sorted order, here the lower particle, goes first. */
START_TEST(row_7_10_ties_go_to_the_first)
{
    struct fs__tournament race;
    int64_t key[8] = { 0, -3, -7, 2, -7, -1, 0, 0 };
    uint32_t winner[8];
    race = (struct fs__tournament){ key, winner, fs__tournament_leaf_count(6) };
    SAME(race.leaf_count, 8);
    fs__tournament_build(&race);
    SAME(fs__tournament_min_index(&race), 2);
    fs__tournament_set(&race, 2, -1);
    SAME(fs__tournament_min_index(&race), 4);
    fs__tournament_set(&race, 0, -7);
    SAME(fs__tournament_min_index(&race), 0);
}
END_TEST

enum { CROWD = 40, CROWD_CONTACTS = 120 };

static void add_random_particle(struct link_fixture *r, test_rng *rng, int i)
{
    double mass = (double)(1 + test_bits(rng) % 9), x = (double)(test_bits(rng) % 100) / 10 - 5;
    double y = (double)(test_bits(rng) % 100) / 10 - 5;
    add_particle(r, mass, pos3_of(i, 0, 0), vel3_of(x, y, 0));
}

static fs_contact any_contact(test_rng *rng, uint32_t feature)
{
    fs_contact c = { .a = (uint32_t)(test_bits(rng) % 10), .feature = feature };
    c.b = (uint32_t)(test_bits(rng) % 10);
    c.normal = test_unit3(rng);
    c.depth = test_i64(rng);
    c.restitution = test_i32(rng);
    c.surface.static_friction = test_i64(rng);
    c.surface.dynamic_friction = test_i64(rng);
    if (c.b == 9)
        c.b = FS_CONTACT_STATIC;
    return c;
}

static void make_crowd(struct link_fixture *r, fs_contact *list, uint64_t seed)
{
    test_rng rng = { seed };
    open_plain(r);
    for (int i = 0; i < CROWD; i++)
        add_random_particle(r, &rng, i);
    for (int k = 0; k < CROWD_CONTACTS; k++) {
        uint32_t a = (uint32_t)(test_bits(&rng) % CROWD), b = (uint32_t)(test_bits(&rng) % (CROWD + 3));
        fs_vel3 any = fs_vel3_make((fs_vel)(test_bits(&rng) % 9999) - 5000, 0, 77);
        any.y = (fs_vel)(test_bits(&rng) % 9999) - 5000;
        fs_unit3 n;
        HOLDS(fs_vel3_normalise(any, &n));
        list[k] = make_contact(a, b >= CROWD ? FS_CONTACT_STATIC : b, n, (double)(test_bits(&rng) % 100) / 1000 - 0.03,
                               0.5);
        list[k].feature = (uint32_t)k;
    }
}

static double energy(const struct link_fixture *r)
{
    double sum = 0;
    for (uint32_t i = 0; i < r->p.count; i++)
        sum += of_wide(fs_particle_kinetic_energy(&r->p, i));
    return sum;
}

/* 7.12: random sets end within the limit, and no energy is made. */
START_TEST(row_7_12_random_sets)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct link_fixture r;
        fs_contact list[CROWD_CONTACTS], room[CROWD_CONTACTS];
        struct fs_contacts contacts = { .at = room, .capacity = CROWD_CONTACTS };
        make_crowd(&r, list, seed);
        for (int k = 0; k < CROWD_CONTACTS; k++)
            fs_contact_add(&contacts, list[k]);
        double before = energy(&r);
        fs_contact_report used = resolve_contacts(&r, room, contacts.count);
        HOLDS(energy(&r) <= before * (1 + 1e-6));
        HOLDS(used.velocity_iterations <= 2 * contacts.count && used.position_iterations <= 2 * contacts.count);
        close_link_fixture(&r);
    }
}
END_TEST

/* 7.10: the order in which detectors report has no effect on the result. */
START_TEST(row_7_10_permuted_contacts)
{
    uint64_t root = 0;
    for (int order = 0; order < 4; order++) {
        struct link_fixture r;
        fs_contact list[CROWD_CONTACTS], room[CROWD_CONTACTS];
        struct fs_contacts contacts = { .at = room, .capacity = CROWD_CONTACTS };
        make_crowd(&r, list, 77);
        static const int stride[] = { 1, 7, 11, 119 };
        for (int k = 0; k < CROWD_CONTACTS; k++)
            fs_contact_add(&contacts, list[(k * stride[order] + order) % CROWD_CONTACTS]);
        resolve_contacts(&r, room, contacts.count);
        if (order == 0)
            root = fs_state_hash(r.state);
        HOLDS(fs_state_hash(r.state) == root);
        close_link_fixture(&r);
    }
}
END_TEST

/* 7.11: three balls of diameter 1, 0.6 apart. Without following the moves of its neighbours
 * a depth would be corrected again; with it the gaps end at 1 and the middle stays. */
START_TEST(row_7_11_chain_of_three)
{
    struct link_fixture r;
    open_plain(&r);
    for (int i = 0; i < 3; i++)
        add_particle(&r, 1, pos3_of(0.6 * i, 0, 0), vel3_of(0, 0, 0));
    fs_unit3 left = { -FS_UNIT_ONE, 0, 0 };
    fs_contact list[] = { make_contact(0, 1, left, 0.4, 0), make_contact(1, 2, left, 0.4, 0) };
    struct fs_contacts contacts = { .at = list, .count = 2, .capacity = 2 };
    fs_contact_limits limits = { 0, 100 };
    SAME(fs_contacts_resolve(&contacts, &r.p, NULL, limits, r.arena, NULL), FS_OK);
    NEAR(of_wide(list[0].depth), 0, 1e-7);
    NEAR(of_wide(list[1].depth), 0, 1e-7);
    NEAR(of_wide(r.p.pos[1].x - r.p.pos[0].x), 1, 1e-12);
    NEAR(of_wide(r.p.pos[2].x - r.p.pos[1].x), 1, 9e-8);
    NEAR(of_wide(r.p.pos[0].x + r.p.pos[1].x + r.p.pos[2].x), 1.8, 2e-10);
    close_link_fixture(&r);
}
END_TEST

/* --- detectors --------------------------------------------------------------------------------- */

/* 7.17: depth r - y, exactly. */
START_TEST(row_7_17_ground)
{
    struct link_fixture r;
    fs_contact room[4];
    struct fs_contacts list = { .at = room, .capacity = 4 };
    open_plain(&r);
    add_particle(&r, 1, pos3_of(5, 0.3, 1), vel3_of(0, 0, 0));
    add_particle(&r, 1, pos3_of(5, 0.7, 1), vel3_of(0, 0, 0));
    add_particle(&r, 0, pos3_of(5, -3, 1), vel3_of(0, 0, 0));
    add_particle(&r, 1, pos3_of(5, -0.25, 1), vel3_of(0, 0, 0));
    fs_detector_def how = ground_how(0.5);
    how.radius = FS_POS_ONE / 2;
    fs_detect_ground(&list, &r.p, &how, 0);
    SAME(list.count, 2);
    SAME(room[0].depth, FS_POS_ONE / 2 - r.p.pos[0].y);
    SAME(room[1].a, 3);
    SAME(room[1].depth, FS_POS_ONE / 2 + FS_POS_ONE / 4);
    close_link_fixture(&r);
}
END_TEST

static fs_contact plank_contact(struct link_fixture *r, fs_pos3 ball, uint32_t *count)
{
    fs_contact room[1] = { { 0 } };
    struct fs_contacts list = { .at = room, .capacity = 1 };
    fs_detector_def how = ground_how(0);
    how.radius = FS_POS_ONE / 2;
    r->p.pos[2] = ball;
    fs_detect_plank(&list, &r->p, &how, 2, 0, 1);
    *count = list.count;
    return room[0];
}

/* 8.4: over the plank, beyond an end, on it, and of a plank without length. Contacts are
 * stored with the lower particle first, so the normal here leads from the ball down. */
START_TEST(row_8_4_ball_against_plank)
{
    struct link_fixture r;
    uint32_t found;
    open_plain(&r);
    add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
    add_particle(&r, 1, pos3_of(4, 0, 0), vel3_of(0, 0, 0));
    add_particle(&r, 5, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
    fs_contact c = plank_contact(&r, pos3_of(1, 0.4, 0), &found);
    SAME(found, 1);
    SAME(c.a, 0);
    SAME(c.normal.y, -FS_UNIT_ONE);
    NEAR(of_wide(c.depth), 0.1, 3e-10);
    SAME(plank_contact(&r, pos3_of(3, 0.4, 0), &found).a, 1);
    SAME(plank_contact(&r, pos3_of(2, 0.4, 0), &found).a, 0);
    c = plank_contact(&r, pos3_of(4.3, 0.3, 0), &found);
    NEAR(of_wide(c.depth), 0.5 - sqrt(0.18), 1e-9);
    NEAR((double)c.normal.x / FS_UNIT_ONE, -sqrt(0.5), 2e-11);
    plank_contact(&r, pos3_of(4.6, 0.3, 0), &found);
    SAME(found, 0);
    c = plank_contact(&r, pos3_of(1, 0, 0), &found);
    SAME(c.normal.y, -FS_UNIT_ONE);
    SAME(c.depth, FS_POS_ONE / 2);
    r.p.pos[1] = r.p.pos[0];
    c = plank_contact(&r, pos3_of(0, 0.25, 0), &found);
    SAME(c.a, 0);
    SAME(c.depth, FS_POS_ONE / 4);
    close_link_fixture(&r);
}
END_TEST

/* All pairs, against two loops over all; coincident ones included. */
START_TEST(pairs_equal_brute_force)
{
    struct link_fixture r;
    test_rng rng = { 9 };
    static fs_contact room[4096];
    struct fs_contacts list = { .at = room, .capacity = 4096 };
    open_plain(&r);
    for (int i = 0; i < 300; i++) {
        double x = (double)(test_bits(&rng) % 50) / 10, y = (double)(test_bits(&rng) % 50) / 10;
        double z = (double)(test_bits(&rng) % 20) / 10;
        add_particle(&r, i % 7 == 0 ? 0 : 1, pos3_of(x, y, z), vel3_of(0, 0, 0));
    }
    fs_detector_def how = ground_how(0);
    how.radius = FS_POS_ONE / 5;
    SAME(fs_detect_pairs(&list, &r.p, &how, r.arena), FS_OK);
    uint32_t k = 0;
    for (uint32_t a = 0; a < 300; a++)
        for (uint32_t b = a + 1; b < 300; b++) {
            bool near = fs_pos3_dist_sq_cmp(r.p.pos[a], r.p.pos[b], 2 * how.radius) <= 0;
            if (!near || (a % 7 == 0 && b % 7 == 0))
                continue;
            HOLDS(k < list.count && room[k].a == a && room[k].b == b);
            if (fs_pos3_eq(r.p.pos[a], r.p.pos[b]))
                SAME(room[k].normal.y, FS_UNIT_ONE);
            k++;
        }
    SAME(k, list.count);
    HOLDS(k > 100);
    close_link_fixture(&r);
}
END_TEST

static void detect_wall(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    fs_detector_def how = ground_how(0);
    (void)context;
    (void)arena;
    how.radius = FS_POS_ONE / 10;
    fs_detect_plank(out, p, &how, 2, 0, 1);
}

/* 7.20: a ball of radius r against a thin wall: found while v h <= 2 r, then it may pass
 * between two ticks. r = 0.1 at 60 Hz: 12 m/s. The start is chosen so that the faster ball
 * steps over it. */
START_TEST(row_7_20_where_tunnelling_starts)
{
    for (int fast = 0; fast < 2; fast++) {
        struct link_fixture r;
        open_plain(&r);
        r.detect = detect_wall;
        add_particle(&r, 0, pos3_of(0, -5, 0), vel3_of(0, 0, 0));
        add_particle(&r, 0, pos3_of(0, 5, 0), vel3_of(0, 0, 0));
        double v = fast ? 12.6 : 11.9;
        add_particle(&r, 1, pos3_of(-v / 120 - 10 * v / 60, 0, 0), vel3_of(v, 0, 0));
        step_ticks(&r, 30);
        HOLDS(fast ? of_wide(r.p.pos[2].x) > 1 : of_wide(r.p.pos[2].x) < 0.2);
        close_link_fixture(&r);
    }
}
END_TEST

/* --- mirror ------------------------------------------------------------------------------------- */

/* The crowd with x turned around stays its mirror image, to the bit. */
START_TEST(mirrored_contacts_stay_mirrored)
{
    struct link_fixture r, m;
    fs_contact list[CROWD_CONTACTS], mirrored[CROWD_CONTACTS], room[2][CROWD_CONTACTS];
    struct fs_contacts contacts[2] = { { .at = room[0], .capacity = CROWD_CONTACTS },
                                       { .at = room[1], .capacity = CROWD_CONTACTS } };
    make_crowd(&r, list, 3);
    make_crowd(&m, mirrored, 3);
    for (uint32_t i = 0; i < CROWD; i++) {
        m.p.vel[i].x = -m.p.vel[i].x;
        m.p.pos[i].x = -m.p.pos[i].x;
    }
    for (int k = 0; k < CROWD_CONTACTS; k++) {
        list[k].surface.static_friction = mirrored[k].surface.static_friction = wide_of(0.4);
        list[k].surface.dynamic_friction = mirrored[k].surface.dynamic_friction = wide_of(0.3);
        mirrored[k].normal.x = -mirrored[k].normal.x;
        fs_contact_add(&contacts[0], list[k]);
        fs_contact_add(&contacts[1], mirrored[k]);
    }
    resolve_contacts(&r, room[0], contacts[0].count);
    resolve_contacts(&m, room[1], contacts[1].count);
    for (uint32_t i = 0; i < CROWD; i++) {
        SAME(m.p.vel[i].x, -r.p.vel[i].x);
        SAME(m.p.vel[i].y, r.p.vel[i].y);
        SAME(m.p.pos[i].x, -r.p.pos[i].x);
        SAME(m.p.pos[i].z, r.p.pos[i].z);
    }
    close_link_fixture(&r);
    close_link_fixture(&m);
}
END_TEST

/* --- bad input -------------------------------------------------------------------------------------- */

/* Contacts with anything in them, particles with anything in them: no fault, and nothing
 * immovable moves. */
START_TEST(garbage_is_safe)
{
    test_rng rng = { 11 };
    for (int round = 0; round < 200; round++) {
        struct link_fixture r;
        fs_contact room[40];
        struct fs_contacts list = { .at = room, .capacity = 40 };
        open_plain(&r);
        for (int i = 0; i < 8; i++) {
            fs_pos3 at = test_pos3(&rng, 0);
            add_particle(&r, 1, at, test_vel3(&rng, 0));
            r.p.inv_mass[i] = test_scaled(&rng);
        }
        r.p.inv_mass[0].m = -5;
        fs_pos3 held = r.p.pos[0];
        for (uint32_t k = 0; k < 40; k++)
            fs_contact_add(&list, any_contact(&rng, k));
        fs_detector_def how = { .radius = test_i64(&rng), .feature = 1 };
        how.margin = test_i64(&rng);
        fs_detect_plank(&list, &r.p, &how, 1, 2, 3);
        fs_detect_plane(&list, &r.p, &how, fs_pos3_make(test_i64(&rng), 0, 0), UP);
        SAME(fs_contacts_resolve(&list, &r.p, r.p.pos, (fs_contact_limits){ 0, 0 }, r.arena, NULL), FS_OK);
        HOLDS(fs_pos3_eq(r.p.pos[0], held));
        close_link_fixture(&r);
    }
}
END_TEST

/* The stated size is enough on the worst alignment; a byte of less than it needs is not. */
START_TEST(resolver_memory)
{
    struct link_fixture r;
    fs_contact list[3];
    open_plain(&r);
    for (int i = 0; i < 3; i++) {
        add_particle(&r, 1, pos3_of(i, 0, 0), vel3_of(0, -1, 0));
        list[i] = make_contact((uint32_t)i, FS_CONTACT_STATIC, UP, 0.1, 0);
    }
    struct fs_contacts contacts = { .at = list, .count = 3, .capacity = 3 };
    fs_arena tight = fs_arena_make((uint8_t *)r.memory + 1, fs_contacts_scratch_size(3, 3));
    uint64_t root = fs_state_hash(r.state);
    fs_arena none = fs_arena_make(r.memory, 64);
    SAME(fs_contacts_resolve(&contacts, &r.p, NULL, (fs_contact_limits){ 0, 0 }, none, NULL), FS_E_MEMORY);
    HOLDS(fs_state_hash(r.state) == root);
    SAME(fs_contacts_resolve(&contacts, &r.p, NULL, (fs_contact_limits){ 0, 0 }, tight, NULL), FS_OK);
    SAME(r.p.vel[2].y, 0);
    close_link_fixture(&r);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("resolver");
    TCase *many = tcase_create("many");
    tcase_add_test(many, row_7_10_worst_first);
    tcase_add_test(many, row_7_10_ties_go_to_the_first);
    tcase_add_test(many, row_7_12_random_sets);
    tcase_add_test(many, row_7_10_permuted_contacts);
    tcase_add_test(many, row_7_11_chain_of_three);
    tcase_add_test(many, mirrored_contacts_stay_mirrored);
    suite_add_tcase(s, many);
    TCase *detect = tcase_create("detect");
    tcase_add_test(detect, row_7_17_ground);
    tcase_add_test(detect, row_8_4_ball_against_plank);
    tcase_add_test(detect, pairs_equal_brute_force);
    tcase_add_test(detect, row_7_20_where_tunnelling_starts);
    suite_add_tcase(s, detect);
    TCase *bad = tcase_create("bad input");
    tcase_add_test(bad, garbage_is_safe);
    tcase_add_test(bad, resolver_memory);
    suite_add_tcase(s, bad);
    return s;
}

/* check_loops2.c: loops of joints in the plane keep their energy and their momenta, stay together, and carry loads.
 *
 * FIXSTEP_LONG in the environment: 10,000 ticks of 1/60 s, in 4 substeps. FIXSTEP_FIGURES prints what is measured.
 */
#define FS__WORLD2_INTERNAL /* the columns are read */

#include <stdlib.h>
#include <fixstep/trig.h>

#include "physics2d/joint/same_bits2.h"
#include "physics2d/joint/tumbling2.h"
#include "support/figures.h"

#define GRAVITY 10.0

static const double length = 0.3; /* of a link, m */

static int tick_count(void)
{
    return getenv("FIXSTEP_LONG") != NULL ? 10000 : 1000;
}

/* ---- scenes --------------------------------------------------------------------------------------------------------- */

/* A closed ring of links, hinged at their ends; every second one has the mass `heavy`. */
static void add_ring(struct assembly2 *a, int links, double heavy)
{
    const double radius = length / 2 / tan(M_PI / links), corner = radius / cos(M_PI / links);
    for (int i = 0; i < links; i++) {
        const double angle = 2 * M_PI * i / links;
        add_rod(a, radius * cos(angle), radius * sin(angle), i % 2 == 0 ? 1 : heavy, length);
    }
    for (int i = 0; i < links; i++) {
        const double angle = 2 * M_PI * (i + 0.5) / links;
        joint_at(&a->t, FS_JOINT2_REVOLUTE, a->body[i], a->body[(i + 1) % links], corner * cos(angle),
                 corner * sin(angle));
    }
}

/* A body that is faster than the joints let it be sets the links of the ring in motion. */
static void kick(struct assembly2 *a, int i)
{
    const fs_vel2 v = fs_vel2_make(VEL(vel_x(&a->t, a->body[i]) + 0.3), VEL(vel_y(&a->t, a->body[i]) + 0.2));
    ck_assert_int_eq(fs_body2_set_velocity(&a->t.w, a->body[i], v, VEL(spin(&a->t, a->body[i]))), FS_OK);
}

/* ---- rings ------------------------------------------------------------------------------------------------------------ */

static const int ring_links[] = { 3, 4, 6, 12, 24 };
static const double ring_rates[] = { 2, 5, 20 }, ring_heavy[] = { 1, 10, 100 };
enum { RINGS = 5 * 3 * 3 };

/* Whether the energy does not fall either. Links that a joint pulls hard lose spin: see joint_direct_body.c. */
static bool keeps(int links, double rate, double heavy)
{
    if (rate == 20)
        return heavy == 1 ? links < 24 : heavy == 10 ? links < 12 : links == 3;
    return heavy < 100 || (links == 4 ? rate == 5 : links < 24 || rate == 2);
}

START_TEST(rings_that_tumble_keep_their_motion)
{
    const int links = ring_links[_i / 9];
    const double rate = ring_rates[_i / 3 % 3], heavy = ring_heavy[_i % 3];
    struct assembly2 a = start_assembly(0);
    add_ring(&a, links, heavy);
    turn_all(&a, rate);
    kick(&a, 1);
    fixture2_step(&a.t, 2); /* until all links have their share of the throw */
    const double energy = motion_of(&a).energy;
    const struct drift2 d = watch(&a, tick_count());
    print_figure("ring of %d, 1:%g, %g rad/s: energy rises by %.2g and falls by %.2g of it, momentum changes by %.2g, "
                 "angular momentum by %.2g, gap %.2g m",
                 links, heavy, rate, d.rise / energy, d.fall / energy, d.slip, d.turn, d.gap);
    ck_assert_msg(d.rise / energy <= 2e-7 * tick_count(), "energy rises by %.2e", d.rise / energy);
    ck_assert_msg(d.slip <= 1e-8, "momentum changes by %.2e", d.slip);
    ck_assert_msg(d.gap <= length / 300, "gap %.2e m", d.gap);
    ck_assert_msg(!keeps(links, rate, heavy) || d.fall / energy <= 3e-6 * tick_count(), "energy falls by %.2e",
                  d.fall / energy);
    ck_assert_msg(!keeps(links, rate, heavy) || d.turn <= 2e-6 * tick_count(), "angular momentum changes by %.2e",
                  d.turn);
    fixture2_end(&a.t);
}
END_TEST

/* ---- rings that hang ------------------------------------------------------------------------------------------------ */

static const struct hung {
    int links, anchors;
    double heavy, gap; /* m */
} hung[] = {
    { 6, 1, 1, 1e-3 },    { 12, 1, 1, 4e-3 }, { 24, 1, 1, 8e-3 }, { 6, 1, 10, 1e-3 },
    { 12, 1, 100, 2e-3 }, { 6, 2, 1, 1e-3 },  { 24, 2, 1, 0.01 }, { 24, 2, 100, 0.01 },
};
enum { HUNG = sizeof hung / sizeof *hung };

START_TEST(rings_that_hang_gain_nothing)
{
    const struct hung *h = &hung[_i];
    struct assembly2 a = start_assembly(GRAVITY);
    double mass = 0;
    add_ring(&a, h->links, h->heavy);
    fs_body2 ground = mass_at(&a.t, 0, 0, 0, 0);
    for (int i = 0; i < h->anchors; i++) {
        const fs_body2 link = a.body[i * h->links / 2];
        joint_at(&a.t, FS_JOINT2_REVOLUTE, ground, link, pos_x(&a.t, link), pos_y(&a.t, link));
    }
    for (int i = 0; i < a.bodies; i++)
        mass += i % 2 == 0 ? 1 : h->heavy;
    const struct drift2 d = watch(&a, tick_count());
    print_figure("ring of %d, 1:%g, hung at %d points: energy rises by %.2g m of height, falls by %.2g m, gap %.2g m, "
                 "at last %.2g m",
                 h->links, h->heavy, h->anchors, d.rise / mass / GRAVITY, d.fall / mass / GRAVITY, d.gap, gap_of(&a));
    ck_assert_msg(d.rise / mass / GRAVITY <= 3e-4, "energy rises by %.2e m of height", d.rise / mass / GRAVITY);
    ck_assert_msg(d.gap <= h->gap && gap_of(&a) <= 6e-4, "gap %.2e m, at last %.2e m", d.gap, gap_of(&a));
    fixture2_end(&a.t);
}
END_TEST

/* ---- linkages ------------------------------------------------------------------------------------------------------- */

/* A crank of 0.3 m that turns, a coupler of 0.9 m and a rocker of 0.7 m on a frame of 1 m, which is the ground or a free body. */
static const struct linkage {
    bool free;
    double heavy, rate; /* kg of the coupler; of the crank at first, rad/s */
} linkages[] = {
    { false, 1, 5 }, { false, 1, 20 }, { false, 100, 5 }, { true, 1, 5 }, { true, 1, 20 }, { true, 100, 5 }
};
enum { LINKAGES = sizeof linkages / sizeof *linkages };

START_TEST(four_bar_linkages_turn)
{
    const struct linkage *l = &linkages[_i];
    const double crank = 0.3, coupler = 0.9, rocker = 0.7, frame = 1;
    struct assembly2 a = start_assembly(0);
    /* The crank stands up at first. */
    const double span = hypot(frame, crank), at = atan2(-crank, frame);
    const double turn = acos((span * span + coupler * coupler - rocker * rocker) / (2 * span * coupler));
    const double px = coupler * cos(at + turn), py = crank + coupler * sin(at + turn);
    const fs_body2 base = l->free ? add_rod(&a, frame / 2, 0, 10, frame) : mass_at(&a.t, frame / 2, 0, 0, 0);
    const fs_body2 first = add_rod(&a, 0, crank / 2, 1, crank),
                   middle = add_rod(&a, px / 2, (crank + py) / 2, l->heavy, coupler);
    const fs_body2 last = add_rod(&a, (frame + px) / 2, py / 2, 1, rocker);
    joint_at(&a.t, FS_JOINT2_REVOLUTE, base, first, 0, 0);
    joint_at(&a.t, FS_JOINT2_REVOLUTE, first, middle, 0, crank);
    joint_at(&a.t, FS_JOINT2_REVOLUTE, middle, last, px, py);
    joint_at(&a.t, FS_JOINT2_REVOLUTE, last, base, frame, 0);
    ck_assert_int_eq(fs_body2_set_velocity(&a.t.w, first, fs_vel2_make(VEL(-l->rate * crank / 2), 0), VEL(l->rate)),
                     FS_OK);
    fixture2_step(&a.t, 2);
    const double energy = motion_of(&a).energy;
    const struct drift2 d = watch(&a, tick_count());
    print_figure(
        "four-bar linkage on %s, coupler of %g kg, %g rad/s: energy rises by %.2g and falls by %.2g of it, gap %.2g m",
        l->free ? "a free frame" : "the ground", l->heavy, l->rate, d.rise / energy, d.fall / energy, d.gap);
    ck_assert_msg(d.rise / energy <= 1e-5, "energy rises by %.2e", d.rise / energy);
    ck_assert_msg(d.fall / energy <= (l->free ? 3e-7 : 5e-5) * tick_count(), "energy falls by %.2e", d.fall / energy);
    ck_assert_msg(d.gap <= (l->free ? 1e-6 : 5e-4), "gap %.2e m", d.gap);
    fixture2_end(&a.t);
}
END_TEST

/* ---- trusses -------------------------------------------------------------------------------------------------------- */

/* A truss of triangles of 1 m between supports: bars of 1 kg hinged at their ends, or point masses joined by rods. A load hangs at
 * the middle of the lower chord. */
static const struct truss {
    bool bars;
    int triangles;
    double load;
} trusses[] = { { true, 3, 1 },  { true, 3, 100 },  { true, 7, 1 },  { true, 7, 100 },  { true, 7, 1000 },
                { false, 3, 1 }, { false, 3, 100 }, { false, 7, 1 }, { false, 7, 100 }, { false, 7, 1000 } };
enum { TRUSSES = sizeof trusses / sizeof *trusses };

static double node_x(int i)
{
    return 0.5 * i;
}

static double node_y(int i)
{
    return i % 2 == 0 ? 0 : sqrt(3) / 2;
}

static void add_rod_truss(struct assembly2 *a, const struct truss *s, fs_body2 ground)
{
    const int nodes = s->triangles + 2;
    for (int i = 0; i < nodes; i++)
        add_rod(a, node_x(i), node_y(i), i == nodes / 2 / 2 * 2 ? s->load : 1, 0.1);
    for (int i = 0; i < nodes; i++)
        for (int k = 1; k <= 2 && i + k < nodes; k++) {
            fs_joint2_def def = joint_def(&a->t, FS_JOINT2_DISTANCE, a->body[i], a->body[i + k], node_x(i), node_y(i),
                                          node_x(i + k), node_y(i + k));
            joint_make(&a->t, &def);
        }
    joint_at(&a->t, FS_JOINT2_REVOLUTE, ground, a->body[0], node_x(0), node_y(0));
    const int end = nodes - 1 - (nodes - 1) % 2;
    joint_at(&a->t, FS_JOINT2_REVOLUTE, ground, a->body[end], node_x(end), node_y(end));
}

static void add_bar_truss(struct assembly2 *a, const struct truss *s, fs_body2 ground)
{
    const int nodes = s->triangles + 2;
    fs_body2 last[16]; /* by node: the last bar that ends there */
    bool any[16] = { false };
    for (int i = 0; i < nodes; i++)
        for (int k = 1; k <= 2 && i + k < nodes; k++) {
            const fs_body2 bar = add_rod(a, (node_x(i) + node_x(i + k)) / 2, (node_y(i) + node_y(i + k)) / 2, 1, 1);
            for (int end = i; end <= i + k; end += k) {
                if (any[end])
                    joint_at(&a->t, FS_JOINT2_REVOLUTE, last[end], bar, node_x(end), node_y(end));
                last[end] = bar;
                any[end] = true;
            }
        }
    const int end = nodes - 1 - (nodes - 1) % 2, middle = nodes / 2 / 2 * 2;
    joint_at(&a->t, FS_JOINT2_REVOLUTE, ground, a->body[0], node_x(0), node_y(0));
    joint_at(&a->t, FS_JOINT2_REVOLUTE, ground, last[end], node_x(end), node_y(end));
    const fs_body2 load = add_rod(a, node_x(middle), node_y(middle) - 0.5, s->load, 0.5);
    joint_at(&a->t, FS_JOINT2_REVOLUTE, last[middle], load, node_x(middle), node_y(middle));
}

START_TEST(trusses_carry_loads)
{
    const struct truss *s = &trusses[_i];
    struct assembly2 a = start_assembly(GRAVITY);
    double sag = 0, x[ASSEMBLY2_MAX_BODIES], y[ASSEMBLY2_MAX_BODIES], gap = 0;
    const fs_body2 ground = mass_at(&a.t, 0, 0, 0, 0);
    if (s->bars)
        add_bar_truss(&a, s, ground);
    else
        add_rod_truss(&a, s, ground);
    for (int i = 0; i < a.bodies; i++) {
        x[i] = pos_x(&a.t, a.body[i]);
        y[i] = pos_y(&a.t, a.body[i]);
    }
    for (int tick = 0; tick < tick_count(); tick++) {
        fixture2_step(&a.t, 1);
        gap = fmax(gap, gap_of(&a));
        for (int i = 0; i < a.bodies; i++)
            sag = fmax(sag, hypot(pos_x(&a.t, a.body[i]) - x[i], pos_y(&a.t, a.body[i]) - y[i]));
    }
    print_figure("truss of %d triangles of %s, load of %g kg: moves by %.2g m, gap %.2g m, at last %.2g m",
                 s->triangles, s->bars ? "bars" : "rods", s->load, sag, gap, gap_of(&a));
    ck_assert_msg(sag <= 1e-4 && gap <= 1e-4, "moves by %.2e m, gap %.2e m", sag, gap);
    fixture2_end(&a.t);
}
END_TEST

/* ---- loops on the ground ---------------------------------------------------------------------------------------------- */

/* A box of this mass that is turned by an angle. */
static fs_body2 add_box(struct assembly2 *a, double x, double y, double half_x, double half_y, double angle,
                        double mass)
{
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    const fs_geometry2 box = fixture2_box_geometry(REL(half_x), REL(half_y));
    fs_shape2 on;
    ck_assert_int_lt(a->bodies, ASSEMBLY2_MAX_BODIES);
    fs_body2 *body = &a->body[a->bodies++];
    def.type = FS_BODY2_DYNAMIC;
    def.pos = AT(x, y);
    def.rot = fs_rot2_from_turn((uint32_t)(int64_t)llround(ldexp(angle / (2 * M_PI), 32)));
    form.density = WIDE(mass / (4 * half_x * half_y));
    ck_assert_int_eq(fs_body2_create(&a->t.w, &def, body), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&a->t.w, *body, &form, &box, &on), FS_OK);
    return *body;
}

/* A square of welded beams of 1 m with boxes on top; heavy ones too. */
static void add_frame(struct assembly2 *a, double load)
{
    const double at[4][3] = { { 0, 0.05, 0 }, { 0.55, 0.6, M_PI / 2 }, { 0, 1.15, 0 }, { -0.55, 0.6, M_PI / 2 } };
    const double corner[4][2] = { { 0.55, 0.05 }, { 0.55, 1.15 }, { -0.55, 1.15 }, { -0.55, 0.05 } };
    fs_body2 beam[4];
    for (int i = 0; i < 4; i++)
        beam[i] = add_box(a, at[i][0], at[i][1], 0.5, 0.05, at[i][2], 10);
    for (int i = 0; i < 4; i++)
        joint_at(&a->t, FS_JOINT2_WELD, beam[i], beam[(i + 1) % 4], corner[i][0], corner[i][1]);
    for (int i = 0; i < 3; i++)
        add_box(a, 0, 1.45 + 0.5 * i, 0.25, 0.25, 0, i == 2 ? load : 10);
}

enum { TRACK_LINKS = 30 };
static const double wheel = 0.5, belt = 0.59, wheelbase = 2, axle_height = 0.7;

/* The point of the belt at a distance along it from the left end of the lower part. */
static fs_pos2 point_of_belt(double s)
{
    const double half = M_PI * belt;
    if (s < wheelbase)
        return AT(s - wheelbase / 2, axle_height - belt);
    if (s < wheelbase + half)
        return AT(wheelbase / 2 + belt * sin((s - wheelbase) / belt), axle_height - belt * cos((s - wheelbase) / belt));
    s -= wheelbase + half;
    if (s < wheelbase)
        return AT(wheelbase / 2 - s, axle_height + belt);
    return AT(-wheelbase / 2 - belt * sin((s - wheelbase) / belt), axle_height + belt * cos((s - wheelbase) / belt));
}

static void add_wheels(struct assembly2 *a)
{
    const fs_geometry2 disc = fixture2_disc_geometry(REL(wheel));
    const fs_mass_data2 mass = { scaled(40), scaled(5), fs_rel2_zero() };
    const fs_body2 chassis = add_box(a, 0, axle_height, 0.9, 0.2, 0, 200);
    for (int i = 0; i < 2; i++) {
        const double x = (i - 0.5) * wheelbase;
        const fs_body2 body = fixture2_add_body(&a->t, FS_BODY2_DYNAMIC, POS(x), POS(axle_height), &disc);
        ck_assert_int_eq(fs_body2_set_mass(&a->t.w, body, mass), FS_OK);
        joint_at(&a->t, FS_JOINT2_REVOLUTE, chassis, body, x, axle_height);
        a->body[a->bodies++] = body;
    }
}

/* A track of 30 links about two wheels on a chassis. */
static void add_track(struct assembly2 *a)
{
    const double step = (2 * wheelbase + 2 * M_PI * belt) / TRACK_LINKS;
    fs_body2 link[TRACK_LINKS];
    add_wheels(a);
    for (int i = 0; i < TRACK_LINKS; i++) {
        const fs_pos2 p = point_of_belt(step * i), q = point_of_belt(step * ((i + 1) % TRACK_LINKS));
        const double px = metres(p.x), py = metres(p.y), qx = metres(q.x), qy = metres(q.y);
        link[i] = add_box(a, (px + qx) / 2, (py + qy) / 2, step / 2, 0.05, atan2(qy - py, qx - px), 2);
    }
    for (int i = 0; i < TRACK_LINKS; i++) {
        const fs_pos2 p = point_of_belt(step * i);
        joint_at(&a->t, FS_JOINT2_REVOLUTE, link[(i + TRACK_LINKS - 1) % TRACK_LINKS], link[i], metres(p.x),
                 metres(p.y));
    }
}

/* Three squares of hinged bars with a diagonal each, a tower. */
static void add_tower(struct assembly2 *a, double load)
{
    fs_body2 foot[2], at[2];
    for (int i = 0; i < 2; i++)
        at[i] = foot[i] = add_box(a, i, 0.1, 0.1, 0.1, 0, 1);
    for (int level = 0; level < 3; level++) {
        fs_body2 next[2];
        double y = 0.1 + level;
        for (int i = 0; i < 2; i++)
            next[i] = add_box(a, i, y + 1, 0.1, 0.1, 0, level == 2 ? load : 1);
        const fs_body2 pair[4][2] = { { at[0], next[0] },
                                      { at[1], next[1] },
                                      { at[0], next[1] },
                                      { next[0], next[1] } };
        const double x[4][2] = { { 0, 0 }, { 1, 1 }, { 0, 1 }, { 0, 1 } }, up[4] = { 0, 0, 0, 1 };
        for (int k = 0; k < 4; k++) {
            fs_joint2_def d = joint_def(&a->t, FS_JOINT2_DISTANCE, pair[k][0], pair[k][1], x[k][0], y + up[k], x[k][1],
                                        y + 1);
            joint_make(&a->t, &d);
        }
        at[0] = next[0];
        at[1] = next[1];
    }
}

static const struct resting {
    const char *name;
    double load, gap, late; /* kg; widest gaps, m: of 10 s, and of the last 5 */
} resting[] = {
    { "frame", 10, 1e-6, 1e-6 }, { "frame", 1000, 1e-6, 1e-6 }, { "frame", 10000, 1e-6, 1e-6 },
    { "tower", 1, 1e-6, 1e-6 },  { "tower", 100, 1e-6, 1e-6 },  { "tower", 1000, 0.01, 1e-6 },
    { "track", 0, 3e-3, 1e-3 },
};
enum { RESTING = sizeof resting / sizeof *resting, FRAMES = 3, TOWERS = 3 };

START_TEST(loops_rest_on_the_ground)
{
    const struct resting *r = &resting[_i];
    struct assembly2 a = start_assembly(GRAVITY);
    double gap = 0, late = 0, speed = 0;
    fixture2_add_ground(&a.t);
    if (_i < FRAMES)
        add_frame(&a, r->load);
    else if (_i < FRAMES + TOWERS)
        add_tower(&a, r->load);
    else
        add_track(&a);
    for (int tick = 0; tick < 10 * ASSEMBLY2_HZ; tick++) {
        fixture2_step(&a.t, 1);
        gap = fmax(gap, gap_of(&a));
        late = tick < 5 * ASSEMBLY2_HZ ? 0 : fmax(late, gap_of(&a));
    }
    for (int i = 0; i < a.bodies; i++)
        speed = fmax(speed, hypot(vel_x(&a.t, a.body[i]), vel_y(&a.t, a.body[i])));
    print_figure("%s under %g kg: gap %.2g m, from 5 s on %.2g m, speed %.2g m/s", r->name, r->load, gap, late, speed);
    ck_assert_msg(gap <= r->gap && late <= r->late, "gap %.2e m, from 5 s on %.2e m", gap, late);
    ck_assert_msg(_i >= FRAMES + TOWERS || speed <= 1e-4, "speed %.2e m/s", speed);
    fixture2_end(&a.t);
}
END_TEST

/* ---- a load that pulls a ring straight -------------------------------------------------------------------------------- */

/* A ring that hangs by one link, with the mass of the lowest one: it falls, and stops where the ring is straight. */
START_TEST(loads_pull_rings_straight)
{
    static const double loads[] = { 10, 100, 1000 };
    const int links = _i < 3 ? 12 : 24;
    const double load = loads[_i % 3];
    struct assembly2 a = start_assembly(GRAVITY);
    double least = INFINITY, rise = 0, gap = 0;
    add_ring(&a, links, 1);
    const uint32_t row = fixture2_row(&a.t, a.body[links / 2]);
    a.t.w.body.inv_mass[row] = scaled(1 / load);
    a.t.w.body.inv_inertia[row] = scaled(12 / load / (length * length));
    joint_at(&a.t, FS_JOINT2_REVOLUTE, mass_at(&a.t, 0, 0, 0, 0), a.body[0], pos_x(&a.t, a.body[0]), 0);
    for (int tick = 0; tick < tick_count(); tick++) {
        fixture2_step(&a.t, 1);
        const double energy = motion_of(&a).energy / (load + links - 1) / GRAVITY;
        least = fmin(least, energy);
        rise = fmax(rise, energy - least);
        gap = fmax(gap, gap_of(&a));
    }
    print_figure(
        "ring of %d with a load of %g kg: energy rises over the least by %.2g m of height, gap %.2g m, at last %.2g m",
        links, load, rise, gap, gap_of(&a));
    ck_assert_msg(rise <= 0.2 && gap <= 0.06 && gap_of(&a) <= 3e-3, "rises by %.2e m, gap %.2e m, at last %.2e m", rise,
                  gap, gap_of(&a));
    fixture2_end(&a.t);
}
END_TEST

/* ---- equal everywhere ------------------------------------------------------------------------------------------------- */

/* Frames, a tower, a track, rings and trees of eight hinges, which lanes take, fall. */
static uint64_t loops_hash(uint32_t kernel, const fs_tasks *tasks)
{
    struct assembly2 a = start_assembly(GRAVITY);
    a.t.w.kernel = kernel;
    a.t.w.tasks = tasks;
    fixture2_add_ground(&a.t);
    add_track(&a);
    for (int n = 0; n < 12; n++) {
        fs_body2 last = mass_at(&a.t, n, 9, 1, 0.02);
        for (int i = 1; i <= 8; i++) {
            const fs_body2 next = mass_at(&a.t, n + 0.1 * i, 9, 1, 0.02);
            joint_at(&a.t, FS_JOINT2_REVOLUTE, last, next, n + 0.1 * i - 0.05, 9);
            last = next;
        }
        a.bodies = 0;
        add_ring(&a, 3 + n, 1 + n);
        turn_all(&a, 1 + n);
    }
    a.bodies = 0;
    add_tower(&a, 10);
    fixture2_step(&a.t, 120);
    const uint64_t hash = fs_state_hash(a.t.state);
    fixture2_end(&a.t);
    return hash;
}

START_TEST(kernels_give_the_same_bits)
{
    assert_kernels_agree(loops_hash);
}
END_TEST

START_TEST(threads_change_nothing)
{
    assert_threads_agree(loops_hash);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("loops2");
    TCase *tc = tcase_create("loops2");
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, rings_that_tumble_keep_their_motion, 0, RINGS);
    tcase_add_loop_test(tc, rings_that_hang_gain_nothing, 0, HUNG);
    tcase_add_loop_test(tc, four_bar_linkages_turn, 0, LINKAGES);
    tcase_add_loop_test(tc, trusses_carry_loads, 0, TRUSSES);
    tcase_add_loop_test(tc, loops_rest_on_the_ground, 0, RESTING);
    tcase_add_loop_test(tc, loads_pull_rings_straight, 0, 6);
    tcase_add_test(tc, kernels_give_the_same_bits);
    tcase_add_test(tc, threads_change_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}

/* contacts.c: the platforms of the game of blobs and the detection of contacts.
 *
 * A hill in the middle that rests on the ground, planks above it, and shelves at the walls. Nothing here may change a
 * particle.
 */
#include "games/blob/blob.h"

/* Ends, dm. */
static const int16_t planks[BLOB_PLANKS][4] = {
    { -90, 0, -25, 28 }, { -25, 28, 25, 28 },    { 25, 28, 90, 0 },    { -165, 52, -75, 60 },   { 75, 60, 165, 52 },
    { -45, 92, 45, 92 }, { -240, 84, -195, 76 }, { 195, 76, 240, 84 }, { -150, 131, -80, 124 }, { 80, 124, 150, 131 },
};

void fs__blob_plank_ends(uint32_t plank, fs_pos3 *from, fs_pos3 *to)
{
    const int16_t *p = planks[plank % BLOB_PLANKS];
    *from = fs_pos3_make(fs_pos_from_ratio(p[0], 10), fs_pos_from_ratio(p[1], 10), 0);
    *to = fs_pos3_make(fs_pos_from_ratio(p[2], 10), fs_pos_from_ratio(p[3], 10), 0);
}

/* Whether a particle is in the box around the plank, `margin` larger on all sides: tested
 * first, because it is cheap. */
static bool is_near(fs_pos3 at, fs_pos3 from, fs_pos3 to, fs_pos margin)
{
    return at.x >= from.x - margin && at.x <= to.x + margin && at.y >= fs_min64(from.y, to.y) - margin &&
           at.y <= fs_max64(from.y, to.y) + margin;
}

static void detect_planks(const struct blob_rules *rules, const struct fs_particles *p, const fs_detector_def *how,
                          uint32_t parts, struct fs_contacts *out)
{
    fs_pos margin = fs_sat64_add(rules->particle_radius, how->margin);
    for (uint32_t plank = 0; plank < BLOB_PLANKS; plank++) {
        fs_pos3 from, to;
        fs__blob_plank_ends(plank, &from, &to);
        for (uint32_t i = 0; i < parts; i++)
            if (p->kind[i] != 0 && is_near(p->pos[i], from, to, margin))
                fs_detect_plank(out, p, how, i, parts + 2 * plank, parts + 2 * plank + 1);
    }
}

/* Two particles; coincident ones part along y. */
static void add_pair_contact(const struct fs_particles *p, const fs_detector_def *how, uint32_t a, uint32_t b,
                             struct fs_contacts *out)
{
    fs_pos3 delta = fs_pos3_sub(p->pos[a], p->pos[b]);
    fs_pos depth = 2 * how->radius - fs_pos3_length(delta);
    fs_contact c = { .a = a, .b = b, .feature = how->feature, .depth = depth, .surface = how->surface };
    if (depth < -how->margin)
        return;
    if (!fs_pos3_normalise(delta, &c.normal))
        c.normal = fs_unit3_make(0, FS_UNIT_ONE, 0);
    fs_contact_add(out, c);
}

/* Testing all pairs is faster than fs_detect_pairs() and its grid for so few particles close together. Their positions
 * are within the walls, except in states loaded from outside. */
static void detect_pairs(const struct fs_particles *p, const fs_detector_def *how, uint32_t parts,
                         struct fs_contacts *out)
{
    const fs_pos reach = 2 * how->radius + how->margin;
    for (uint32_t a = 0; a < parts; a++) {
        if (p->kind[a] == 0)
            continue;
        fs_pos left = fs_sat64_sub(p->pos[a].x, reach), right = fs_sat64_add(p->pos[a].x, reach);
        fs_pos low = fs_sat64_sub(p->pos[a].y, reach), high = fs_sat64_add(p->pos[a].y, reach);
        for (uint32_t b = a + 1; b < parts; b++) {
            fs_pos3 at = p->pos[b];
            if (at.x > left && at.x < right && at.y > low && at.y < high && p->kind[b] != 0)
                add_pair_contact(p, how, a, b, out);
        }
    }
}

void fs__blob_detect(const struct blob_rules *rules, const struct fs_particles *p, fs_pos margin,
                     struct fs_contacts *out)
{
    const fs_pos3 left = { -BLOB_HALF_WIDTH * FS_POS_ONE, 0, 0 }, right = { BLOB_HALF_WIDTH * FS_POS_ONE, 0, 0 };
    const fs_pos3 top = { 0, BLOB_HEIGHT * FS_POS_ONE, 0 };
    const uint32_t parts = p->count - 2 * BLOB_PLANKS;
    fs_detector_def how = fs_default_detector_def();
    how.radius = rules->particle_radius;
    how.margin = margin;
    how.surface = (fs_surface){ fs_wide_from_ratio(2, 5), fs_wide_from_ratio(3, 10) };
    fs_detect_ground(out, p, &how, 0);
    how.feature = 1;
    fs_detect_plane(out, p, &how, left, fs_unit3_make(FS_UNIT_ONE, 0, 0));
    how.feature = 2;
    fs_detect_plane(out, p, &how, right, fs_unit3_make(-FS_UNIT_ONE, 0, 0));
    how.feature = 3;
    fs_detect_plane(out, p, &how, top, fs_unit3_make(0, -FS_UNIT_ONE, 0));
    how.feature = 4;
    detect_planks(rules, p, &how, parts, out);
    how.feature = 5;
    detect_pairs(p, &how, parts, out);
}

/* scene.c: the fireworks' types, and the town: hills, pond, houses, towers of crates. */
#include "games/fireworks2d/fireworks2d.h"

#include <fixstep/kit/scene2.h>

/* Peony, crossette, willow, salute (an iron ball), crackers; star, comet, willow's star, cracker. */
const struct fireworks2d_type fs__fireworks2d_types[FIREWORKS2D_TYPES] = {
    { "peony", 130, 160, { -3, -3 }, { 3, 3 }, 100, 14, 6, 6, 10, 0xF04030 },
    { "crossette", 110, 140, { -3, -3 }, { 3, 3 }, 100, 14, 6, 7, 4, 0xF0A030 },
    { "willow", 140, 170, { -3, -3 }, { 3, 3 }, 100, 14, 6, 8, 12, 0xE8D890 },
    { "salute", 500, 600, { -1, -1 }, { 1, 1 }, 100, 20, 8, 0, 0, 0x98A8B8 },
    { "crackers", 100, 130, { -3, -3 }, { 3, 3 }, 100, 16, 6, 9, 3, 0x60D870 },
    { "star", 50, 90, { -70, -70 }, { 70, 70 }, 15, 6, 3, 0, 0, 0xF8E060 },
    { "comet", 40, 60, { -60, -60 }, { 60, 60 }, 60, 9, 4, 6, 4, 0x58D8E8 },
    { "tail", 180, 250, { -50, -10 }, { 50, 60 }, 25, 5, 3, 0, 0, 0xF0C868 },
    { "cracker", 150, 200, { -40, -40 }, { 40, 40 }, 90, 10, 4, 6, 5, 0xE870E8 },
};

/* From right to left, so that the chain is solid below. */
const int16_t fs__fireworks2d_ground[FIREWORKS2D_GROUND_POINTS][2] = {
    { 1580, 330 }, { 1520, 50 },  { 1060, 50 },  { 970, 100 },  { 850, 120 },   { 740, 90 }, { 660, 0 },
    { 170, 0 },    { 130, -90 },  { 0, -140 },   { -130, -90 }, { -170, 0 },    { -660, 0 }, { -740, 90 },
    { -850, 120 }, { -970, 100 }, { -1060, 50 }, { -1520, 50 }, { -1580, 330 },
};

const int16_t fs__fireworks2d_houses[FIREWORKS2D_HOUSES][4] = {
    { -450, 110, 190, 130 }, { 450, 110, 190, 130 }, { 0, 100, 25, 240 },
    { 0, 355, 140, 15 },     { -850, 160, 80, 90 },  { 850, 160, 80, 90 },
};

const int16_t fs__fireworks2d_gables[FIREWORKS2D_GABLES][3][2] = {
    { { -955, 250 }, { -745, 250 }, { -850, 370 } },
    { { 745, 250 }, { 955, 250 }, { 850, 370 } },
};

const int16_t fs__fireworks2d_crates[FIREWORKS2D_CRATES][5] = {
    { 0, -514, 270, 30, 30 }, { 0, -450, 270, 30, 30 }, { 0, -386, 270, 30, 30 }, { 0, -482, 330, 30, 30 },
    { 0, -418, 330, 30, 30 }, { 0, -450, 390, 30, 30 }, { 1, -50, 415, 12, 45 },  { 1, 50, 415, 12, 45 },
    { 1, 0, 468, 75, 8 },     { 1, -40, 521, 12, 45 },  { 1, 40, 521, 12, 45 },   { 1, 0, 574, 65, 8 },
    { 1, 0, 612, 30, 30 },    { 2, 405, 268, 28, 28 },  { 2, 495, 268, 28, 28 },  { 2, 405, 324, 28, 28 },
    { 2, 495, 324, 28, 28 },  { 2, 405, 380, 28, 28 },  { 2, 495, 380, 28, 28 },  { 2, 405, 436, 28, 28 },
    { 2, 495, 436, 28, 28 },
};

const int16_t fs__fireworks2d_platform_tops[FIREWORKS2D_PLATFORMS] = { 240, 370, 240 };

fs_pos2 fs__fireworks2d_mortar_pos(uint32_t slot)
{
    int64_t x = 1130 + 100 * (int64_t)(slot / 2u % 4u);
    return fs_pos2_make(fs_pos_from_ratio(slot % 2u == 0 ? -x : x, 100), fs_pos_from_ratio(1, 2));
}

static fs_rel2 vector_from_cm(const int16_t at[2])
{
    return fs_rel2_make(fs_rel_from_ratio(at[0], 100), fs_rel_from_ratio(at[1], 100));
}

static fs_result add_static(struct fs_world2 *w, const fs_geometry2 *shape)
{
    fs_body2_def at = fs_default_body2_def();
    fs_shape2_def def = fs_default_shape2_def();
    fs_body2 body;
    at.type = FS_BODY2_STATIC;
    return fs_kit_body2_add(w, &at, shape, &def, &body);
}

static fs_result build_ground(struct fs_world2 *w)
{
    fs_body2_def at = fs_default_body2_def();
    fs_shape2_def def = fs_default_shape2_def();
    fs_pos2 points[FIREWORKS2D_GROUND_POINTS];
    fs_body2 body;
    at.type = FS_BODY2_STATIC;
    for (uint32_t i = 0; i < FIREWORKS2D_GROUND_POINTS; i++) {
        fs_rel2 at_point = vector_from_cm(fs__fireworks2d_ground[i]);
        points[i] = fs_pos2_make(fs_pos_from_rel(at_point.x), fs_pos_from_rel(at_point.y));
    }
    fs_result result = fs_body2_create(w, &at, &body);
    return result == FS_OK ? fs_shape2_create_chain(w, body, &def, points, FIREWORKS2D_GROUND_POINTS, false) : result;
}

static fs_result make_box(const int16_t *half, fs_rel2 centre, fs_geometry2 *shape)
{
    return fs_geometry2_box(fs_rel_from_ratio(half[0], 100), fs_rel_from_ratio(half[1], 100), centre,
                            fs_rot2_identity(), shape);
}

fs_result fs__fireworks2d_build(struct fs_world2 *w)
{
    fs_geometry2 shape;
    fs_result result = build_ground(w);
    for (uint32_t i = 0; result == FS_OK && i < FIREWORKS2D_HOUSES; i++) {
        const int16_t *house = fs__fireworks2d_houses[i];
        result = make_box(house + 2, vector_from_cm(house), &shape);
        if (result == FS_OK)
            result = add_static(w, &shape);
    }
    for (uint32_t i = 0; result == FS_OK && i < FIREWORKS2D_GABLES; i++) {
        fs_rel2 corner[3];
        for (uint32_t k = 0; k < 3; k++)
            corner[k] = vector_from_cm(fs__fireworks2d_gables[i][k]);
        result = fs_geometry2_hull(corner, 3, 0, &shape);
        if (result == FS_OK)
            result = add_static(w, &shape);
    }
    return result;
}

fs_result fs__fireworks2d_add_crate(struct fs_world2 *w, uint32_t crate, fs_body2 *body)
{
    const int16_t *c = fs__fireworks2d_crates[crate];
    fs_body2_def at = fs_default_body2_def();
    fs_shape2_def def = fs_default_shape2_def();
    fs_geometry2 shape;
    at.pos = fs_pos2_make(fs_pos_from_ratio(c[1], 100), fs_pos_from_ratio(c[2], 100));
    def.user = FIREWORKS2D_USER_CRATE + crate;
    fs_result result = make_box(c + 3, fs_rel2_zero(), &shape);
    return result == FS_OK ? fs_kit_body2_add(w, &at, &shape, &def, body) : result;
}

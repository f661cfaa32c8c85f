/* contacts.c: contacts of the balls of the bridge.
 *
 * Called in every substep; it must not change the state.
 */
#include "games/bridge/bridge.h"

/* The ball at `row` against the nearest point of a fixed obstacle. */
static void add_contact(struct fs_contacts *out, const struct fs_particles *p, const struct bridge_detector *touch,
                        uint32_t row, fs_pos3 nearest, uint32_t feature)
{
    fs_pos3 offset = fs_pos3_sub(p->pos[row], nearest);
    fs_contact c = { .a = row, .b = FS_CONTACT_STATIC, .feature = feature };
    c.depth = fs_sat64_sub(touch->rules->radius, fs_pos3_length(offset));
    if (c.depth < -touch->margin || !fs_pos3_normalise(offset, &c.normal))
        return;
    fs_contact_add(out, c);
}

/* A bank is all that is beyond its edge and below the ground; a ball whose middle is inside
 * is lifted. */
static void detect_bank(struct fs_contacts *out, const struct fs_particles *p, const struct bridge_detector *touch,
                        uint32_t row, int side)
{
    fs_pos3 pos = p->pos[row], nearest = pos;
    fs_pos half = touch->rules->half_span;
    nearest.x = side < 0 ? fs_min64(pos.x, -half) : fs_max64(pos.x, half);
    nearest.y = fs_min64(pos.y, 0);
    bool inside = nearest.x == pos.x && pos.y <= 0;
    if (!inside) {
        add_contact(out, p, touch, row, nearest, (uint32_t)(2 + side));
        return;
    }
    fs_contact c = { .a = row,
                     .b = FS_CONTACT_STATIC,
                     .feature = (uint32_t)(2 + side),
                     .normal = fs_unit3_make(0, FS_UNIT_ONE, 0) };
    c.depth = fs_sat64_sub(touch->rules->radius, pos.y);
    fs_contact_add(out, c);
}

/* The fence around the banks: beyond `limit` in one direction of an axis. */
static void detect_fence(struct fs_contacts *out, const struct bridge_detector *touch, uint32_t row, fs_pos beyond,
                         fs_unit3 normal, uint32_t feature)
{
    fs_contact c = { .a = row,
                     .b = FS_CONTACT_STATIC,
                     .feature = feature,
                     .normal = normal,
                     .restitution = FS_UNIT_ONE / 4 };
    c.depth = fs_sat64_add(beyond, touch->rules->radius);
    if (c.depth >= 0)
        fs_contact_add(out, c);
}

static void detect_fences(struct fs_contacts *out, const struct fs_particles *p, const struct bridge_detector *touch,
                          uint32_t row)
{
    fs_pos3 pos = p->pos[row];
    fs_pos end = touch->rules->half_span + BRIDGE_BANK_LENGTH * FS_POS_ONE, side = BRIDGE_BANK_HALF_WIDTH * FS_POS_ONE;
    detect_fence(out, touch, row, fs_sat64_sub(-end, pos.x), fs_unit3_make(FS_UNIT_ONE, 0, 0), 4);
    detect_fence(out, touch, row, fs_sat64_sub(pos.x, end), fs_unit3_make(-FS_UNIT_ONE, 0, 0), 5);
    detect_fence(out, touch, row, fs_sat64_sub(-side, pos.z), fs_unit3_make(0, 0, FS_UNIT_ONE), 6);
    detect_fence(out, touch, row, fs_sat64_sub(pos.z, side), fs_unit3_make(0, 0, -FS_UNIT_ONE), 7);
}

/* A plank whose two ends are both farther away along the bridge cannot touch. */
static void detect_planks(struct fs_contacts *out, const struct fs_particles *p, const struct bridge_detector *touch,
                          uint32_t row)
{
    fs_detector_def how = fs_default_detector_def();
    how.radius = touch->rules->radius;
    how.margin = touch->margin;
    fs_pos reach = fs_sat64_add(how.radius, how.margin);
    for (uint32_t k = 0; k < touch->rules->planks; k++) {
        fs_pos a = fs_sat64_sub(p->pos[2 * k].x, p->pos[row].x), b = fs_sat64_sub(p->pos[2 * k + 1].x, p->pos[row].x);
        bool beyond = (a > reach && b > reach) || (a < -reach && b < -reach);
        if (!beyond)
            fs_detect_plank(out, p, &how, row, 2 * k, 2 * k + 1);
    }
}

void fs__bridge_detect(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    const struct bridge_detector *touch = context;
    for (uint32_t row = 2 * touch->rules->planks; row < p->count; row++) {
        if (p->kind[row] != BRIDGE_KIND_BALL)
            continue;
        detect_planks(out, p, touch, row);
        detect_bank(out, p, touch, row, -1);
        detect_bank(out, p, touch, row, 1);
        detect_fences(out, p, touch, row);
    }
    fs_detector_def pairs = fs_default_detector_def();
    pairs.kind = BRIDGE_KIND_BALL;
    pairs.radius = touch->rules->radius;
    pairs.restitution = FS_UNIT_ONE / 2;
    pairs.feature = 8;
    fs_detect_pairs(out, p, &pairs, arena);
}

uint32_t fs__bridge_max_contacts(uint32_t planks, uint32_t players)
{
    return players * (planks + 6 + players);
}

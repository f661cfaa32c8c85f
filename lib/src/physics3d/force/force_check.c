/* force_check.c: the ranges of the numbers of generators and fluids: of a def, and of rows from elsewhere. */
#include "physics3d/force/force.h"

#define MAX_ANCHOR (FS_REL_ONE * 16)
#define MAX_FLOW (FS_WIDE_ONE * 512)

static fs_result check_anchors(struct fs_world3 *w, const fs_force3_def *d)
{
    const struct fs__range ranges[] = { { "anchor_a.x", d->anchor_a.x, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_a.y", d->anchor_a.y, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_a.z", d->anchor_a.z, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_b.x", d->anchor_b.x, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_b.y", d->anchor_b.y, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_b.z", d->anchor_b.z, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC } };
    return fs__error3_check(w, ranges, sizeof ranges / sizeof ranges[0]);
}

static fs_result check_numbers(struct fs_world3 *w, const fs_force3_def *d)
{
    const int64_t any = d->kind == FS_FORCE3_GOVERNOR ? -FS_WIDE_MAX : 0;
    const struct fs__range ranges[] = {
        { "kind", d->kind, FS_FORCE3_GRAVITY, FS_FORCE3_KINDS - 1, 0 },
        { "flags", d->flags, 0, FS_FORCE3_OFF | FS_FORCE3_SLACK, 0 },
        { "control", d->control, -FS_FORCE3_FULL_CONTROL, FS_FORCE3_FULL_CONTROL, 0 },
        { "k", d->k, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
        { "k2", d->k2, any, FS_WIDE_MAX, FS_WIDE_FRAC },
        { "length", d->length, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
        { "limit", d->limit, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
    };
    return fs__error3_check(w, ranges, sizeof ranges / sizeof ranges[0]);
}

static bool joins_two(const fs_force3_def *d)
{
    return d->kind == FS_FORCE3_SPRING || d->kind == FS_FORCE3_ORIENTATION_SPRING;
}

fs_result fs__force3_check_def(struct fs_world3 *w, const fs_force3_def *d)
{
    fs_result result = check_numbers(w, d);
    if (result == FS_OK)
        result = check_anchors(w, d);
    if (result == FS_OK && (d->rot.x | d->rot.y | d->rot.z | d->rot.w) == 0)
        result = fs__error3_set(w, FS_E_ARGUMENT, "rot of the generator is zero");
    if (result == FS_OK && d->body_b.handle.index1 != 0 && !joins_two(d))
        result = fs__error3_set(w, FS_E_ARGUMENT, "only springs have a body_b");
    if (result == FS_OK && d->body_a.handle.index1 != 0 && d->body_a.handle.index1 == d->body_b.handle.index1)
        result = fs__error3_set(w, FS_E_ARGUMENT, "body_a and body_b are the same body");
    return result;
}

fs_result fs__fluid3_check_def(struct fs_world3 *w, const fs_fluid3_def *d)
{
    const struct fs__range ranges[] = {
        { "density", d->density, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
        { "velocity.x", d->velocity.x, -MAX_FLOW, MAX_FLOW, FS_WIDE_FRAC },
        { "velocity.y", d->velocity.y, -MAX_FLOW, MAX_FLOW, FS_WIDE_FRAC },
        { "velocity.z", d->velocity.z, -MAX_FLOW, MAX_FLOW, FS_WIDE_FRAC },
        { "variation.x", d->variation.x, 0, MAX_FLOW, FS_WIDE_FRAC },
        { "variation.y", d->variation.y, 0, MAX_FLOW, FS_WIDE_FRAC },
        { "variation.z", d->variation.z, 0, MAX_FLOW, FS_WIDE_FRAC },
        { "period", d->period, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
    };
    return fs__error3_check(w, ranges, sizeof ranges / sizeof ranges[0]);
}

/* ---- rows from elsewhere -------------------------------------------------------------------------------------- */

static bool row_valid(const struct fs_world3 *w, uint32_t row)
{
    const struct fs_force3_view *f = &w->force;
    const fs_force3_def def = { .kind = (fs_force3_kind)f->kind[row],
                                .body_a = { f->body_a[row] },
                                .body_b = { f->body_b[row] },
                                .anchor_a = f->anchor_a[row],
                                .anchor_b = f->anchor_b[row],
                                .rot = f->rot[row],
                                .control = f->control[row],
                                .k = f->k[row],
                                .k2 = f->k2[row],
                                .length = f->length[row],
                                .limit = f->limit[row],
                                .flags = f->flags[row] };
    bool has_tensor = f->aero[row] < *w->aero.rows || def.kind != FS_FORCE3_AERO;
    return has_tensor && f->fluid[row] <= *w->fluid.rows && fs__force3_check_def(NULL, &def) == FS_OK;
}

static bool fluid_valid(const struct fs_world3 *w, uint32_t row)
{
    const fs_fluid3_def def = { .density = w->fluid.density[row],
                                .velocity = w->fluid.velocity[row],
                                .variation = w->fluid.variation[row],
                                .period = w->fluid.period[row] };
    return w->fluid.surface[row] <= 1 && fs__fluid3_check_def(NULL, &def) == FS_OK;
}

bool fs__force3_all_valid(const struct fs_world3 *w)
{
    if (w->force.rows == NULL)
        return true;
    for (uint32_t row = 0; row < *w->fluid.rows; row++)
        if (!fluid_valid(w, row))
            return false;
    for (uint32_t row = 0; row < *w->force.rows; row++)
        if (fs__world3_row_live(w->force.gen, row) && !row_valid(w, row))
            return false;
    return true;
}

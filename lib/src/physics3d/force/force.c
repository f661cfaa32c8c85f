/* force.c: force generators as rows of a table: tables, creation, setters. */
#include <stddef.h>

#include "physics/world/tables.h"
#include "physics3d/force/force.h"

/* ---- tables ------------------------------------------------------------------------------------------------- */

FS__POOL_TABLE(force3, FS_FORCE3_FIELDS)
FS__PLAIN_TABLE(aero3, FS_AERO3_FIELDS)
FS__PLAIN_TABLE(fluid3, FS_FLUID3_FIELDS)

void fs_force3_bind(fs_state *state, unsigned first_table, struct fs_world3 *w)
{
    static const fs_table tables[FS_FORCE3_TABLE_COUNT] = {
        FS__TABLE(fs_world3, force3, force, true),
        FS__TABLE(fs_world3, aero3, aero, false),
        FS__TABLE(fs_world3, fluid3, fluid, false),
    };
    w->first_force_table = first_table;
    for (unsigned i = 0; i < FS_FORCE3_TABLE_COUNT; i++)
        fs_table_bind(state, first_table + i, &tables[i], w);
}

void fs_force3_bind_readonly(const fs_state *state, unsigned first_table, struct fs_world3 *w)
{
    fs_force3_bind((fs_state *)(uintptr_t)state, first_table, w);
}

void fs_force3_capacities(uint32_t forces, uint32_t tensors, uint32_t fluids, uint32_t *rows)
{
    rows[FS__FORCE3_TABLE_FORCE] = forces;
    rows[FS__FORCE3_TABLE_AERO] = tensors;
    rows[FS__FORCE3_TABLE_FLUID] = fluids;
}

/* ---- rows --------------------------------------------------------------------------------------------------- */

static unsigned force_table(const struct fs_world3 *w)
{
    return w->first_force_table + FS__FORCE3_TABLE_FORCE;
}

fs_result fs_force3_row(const struct fs_world3 *w, fs_force3 force, uint32_t *row)
{
    return w->force.rows == NULL ? FS_E_STALE : fs_pool_row(w->state, force_table(w), force.handle, row);
}

fs_force3 fs_force3_at(const struct fs_world3 *w, uint32_t row)
{
    if (w->force.rows == NULL)
        return (fs_force3){ { 0, 0 } };
    return (fs_force3){ fs_pool_handle(w->state, force_table(w), row) };
}

static fs_result find_force(struct fs_world3 *w, fs_force3 force, uint32_t *row)
{
    return fs_force3_row(w, force, row) == FS_OK ? FS_OK : fs__error3_stale(w, "force3");
}

static void wake_body(struct fs_world3 *w, fs_handle body)
{
    uint32_t row;
    if (fs_body3_row(w, (fs_body3){ body }, &row) == FS_OK && fs__body3_is_dynamic(w, row))
        fs__body3_wake_row(w, row);
}

static void wake_bodies(struct fs_world3 *w, uint32_t row)
{
    wake_body(w, w->force.body_a[row]);
    wake_body(w, w->force.body_b[row]);
}

void fs__force3_destroy_row(struct fs_world3 *w, uint32_t row)
{
    (void)fs_pool_destroy(w->state, force_table(w), fs_pool_handle(w->state, force_table(w), row));
}

/* ---- creating ----------------------------------------------------------------------------------------------- */

fs_force3_def fs_default_force3_def(fs_force3_kind kind)
{
    bool at_rest = kind == FS_FORCE3_AERO || kind == FS_FORCE3_THRUST;
    return (fs_force3_def){ .kind = kind, .rot = fs_quat_identity(), .control = at_rest ? 0 : FS_FORCE3_FULL_CONTROL };
}

static fs_result check_references(struct fs_world3 *w, const fs_force3_def *d)
{
    uint32_t row;
    fs_result result = fs__body3_find(w, d->body_a, &row);
    if (result == FS_OK && d->body_b.handle.index1 != 0)
        result = fs__body3_find(w, d->body_b, &row);
    if (result == FS_OK && d->fluid > *w->fluid.rows)
        result = fs__error3_set(w, FS_E_ARGUMENT, "fluid of the generator does not exist");
    if (result == FS_OK && d->kind == FS_FORCE3_AERO && d->aero >= *w->aero.rows)
        result = fs__error3_set(w, FS_E_ARGUMENT, "aero of the generator does not exist");
    return result;
}

static fs_result check_create(struct fs_world3 *w, const fs_force3_def *d)
{
    if (d == NULL)
        return fs__error3_set(w, FS_E_ARGUMENT, "a generator has no default kind");
    if (w->force.rows == NULL)
        return fs__error3_set(w, FS_E_CAPACITY, "the world has no tables of generators: see force3.h");
    fs_result result = fs__force3_check_def(w, d);
    return result == FS_OK ? check_references(w, d) : result;
}

static void store_row(struct fs_world3 *w, uint32_t row, const fs_force3_def *d)
{
    const struct fs_force3_view *f = &w->force;
    f->kind[row] = (uint8_t)d->kind;
    f->flags[row] = (uint8_t)d->flags;
    f->control[row] = (int8_t)d->control;
    f->fluid[row] = d->fluid;
    f->aero[row] = d->aero;
    f->body_a[row] = d->body_a.handle;
    f->body_b[row] = d->body_b.handle;
    f->anchor_a[row] = d->anchor_a;
    f->anchor_b[row] = d->anchor_b;
    f->point[row] = d->point;
    f->rot[row] = fs_quat_normalise(d->rot);
    f->vec[row] = d->vec;
    f->k[row] = d->k;
    f->k2[row] = d->k2;
    f->length[row] = d->length;
    f->limit[row] = d->limit;
    f->force[row] = fs_wide3_zero();
    f->torque[row] = fs_wide3_zero();
    f->user[row] = d->user;
}

fs_result fs_force3_create(struct fs_world3 *w, const fs_force3_def *def, fs_force3 *out)
{
    fs_handle handle = { 0, 0 };
    if (out != NULL)
        *out = (fs_force3){ handle };
    fs_result result = check_create(w, def);
    if (result != FS_OK)
        return result;
    result = fs_pool_create(w->state, force_table(w), &handle);
    if (result == FS_E_CAPACITY)
        return fs__error3_full(w, force_table(w));
    if (result != FS_OK)
        return result;
    store_row(w, handle.index1 - 1, def);
    wake_bodies(w, handle.index1 - 1);
    if (out != NULL)
        *out = (fs_force3){ handle };
    return FS_OK;
}

fs_result fs_force3_destroy(struct fs_world3 *w, fs_force3 force)
{
    uint32_t row;
    fs_result result = find_force(w, force, &row);
    if (result != FS_OK)
        return result;
    wake_bodies(w, row);
    fs__force3_destroy_row(w, row);
    return FS_OK;
}

/* ---- setters ------------------------------------------------------------------------------------------------ */

fs_result fs_force3_set_control(struct fs_world3 *w, fs_force3 force, int32_t control)
{
    const struct fs__range range = { "control", control, -FS_FORCE3_FULL_CONTROL, FS_FORCE3_FULL_CONTROL, 0 };
    uint32_t row;
    fs_result result = find_force(w, force, &row);
    if (result == FS_OK)
        result = fs__error3_check(w, &range, 1);
    if (result != FS_OK || w->force.control[row] == control)
        return result;
    w->force.control[row] = (int8_t)control;
    wake_bodies(w, row);
    return FS_OK;
}

static bool is_equal(fs_quat a, fs_quat b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

fs_result fs_force3_set_rotation(struct fs_world3 *w, fs_force3 force, fs_quat rot)
{
    uint32_t row;
    fs_result result = find_force(w, force, &row);
    if (result == FS_OK && (rot.x | rot.y | rot.z | rot.w) == 0)
        result = fs__error3_set(w, FS_E_ARGUMENT, "rot of the generator is zero");
    if (result != FS_OK)
        return result;
    rot = fs_quat_normalise(rot);
    if (is_equal(rot, w->force.rot[row]))
        return FS_OK;
    w->force.rot[row] = rot;
    wake_bodies(w, row);
    return FS_OK;
}

fs_result fs_force3_set_strength(struct fs_world3 *w, fs_force3 force, fs_wide k)
{
    const struct fs__range range = { "k", k, 0, FS_WIDE_MAX, FS_WIDE_FRAC };
    uint32_t row;
    fs_result result = find_force(w, force, &row);
    if (result == FS_OK)
        result = fs__error3_check(w, &range, 1);
    if (result != FS_OK || w->force.k[row] == k)
        return result;
    w->force.k[row] = k;
    wake_bodies(w, row);
    return FS_OK;
}

fs_result fs_force3_set_point(struct fs_world3 *w, fs_force3 force, fs_pos3 point)
{
    uint32_t row;
    fs_result result = find_force(w, force, &row);
    if (result != FS_OK || fs_pos3_eq(w->force.point[row], point))
        return result;
    w->force.point[row] = point;
    wake_bodies(w, row);
    return FS_OK;
}

fs_result fs_force3_set_enabled(struct fs_world3 *w, fs_force3 force, bool enabled)
{
    uint32_t row;
    fs_result result = find_force(w, force, &row);
    if (result != FS_OK || enabled == ((w->force.flags[row] & FS_FORCE3_OFF) == 0))
        return result;
    w->force.flags[row] ^= FS_FORCE3_OFF;
    wake_bodies(w, row);
    return FS_OK;
}

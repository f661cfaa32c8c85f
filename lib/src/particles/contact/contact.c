/* contact.c: the buffer of contacts and their order.
 *
 * This file must never read a particle.
 */
#include <string.h>

#include "particles/contact/contact_internal.h"

/* --- buffer ------------------------------------------------------------------------- */

static fs_surface clamp_surface(fs_surface s)
{
    s.static_friction = fs_max64(s.static_friction, 0);
    s.dynamic_friction = fs_clamp64(s.dynamic_friction, 0, s.static_friction);
    return s;
}

fs_result fs_contacts_alloc(fs_arena *arena, uint32_t capacity, struct fs_contacts *out)
{
    memset(out, 0, sizeof *out);
    out->at = fs_arena_take(arena, (size_t)capacity * sizeof *out->at);
    if (out->at == NULL)
        return FS_E_MEMORY;
    out->capacity = capacity;
    return FS_OK;
}

/* FS_CONTACT_STATIC is the largest number, so it is always b. */
static fs_contact order_ends(fs_contact c)
{
    if (c.a < c.b)
        return c;
    uint32_t a = c.a;
    c.a = c.b;
    c.b = a;
    c.normal = fs_unit3_neg(c.normal);
    return c;
}

static fs_unit3 clamp_normal(fs_unit3 n)
{
    return fs_unit3_make(fs_clamp32(n.x, -FS_UNIT_ONE, FS_UNIT_ONE), fs_clamp32(n.y, -FS_UNIT_ONE, FS_UNIT_ONE),
                         fs_clamp32(n.z, -FS_UNIT_ONE, FS_UNIT_ONE));
}

void fs_contact_add(struct fs_contacts *contacts, fs_contact c)
{
    FS_ASSERT(contacts->count <= contacts->capacity);
    if (c.a == c.b || fs_unit3_is_zero(c.normal))
        return;
    if (contacts->count == contacts->capacity) {
        fs__counter_add(&contacts->dropped, 1);
        return;
    }
    c.normal = clamp_normal(c.normal);
    c.restitution = fs_clamp32(c.restitution, 0, FS_UNIT_ONE);
    c.surface = clamp_surface(c.surface);
    contacts->at[contacts->count++] = order_ends(c);
}

/* --- order ---------------------------------------------------------------------------- */

static int compare_u32(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_i64(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_normals(fs_unit3 a, fs_unit3 b)
{
    int order = compare_i64(a.x, b.x);
    if (order == 0)
        order = compare_i64(a.y, b.y);
    return order != 0 ? order : compare_i64(a.z, b.z);
}

static int compare_surfaces(fs_surface a, fs_surface b)
{
    int order = compare_i64(a.static_friction, b.static_friction);
    return order != 0 ? order : compare_i64(a.dynamic_friction, b.dynamic_friction);
}

static int compare_content(const fs_contact *x, const fs_contact *y)
{
    int order = compare_i64(x->depth, y->depth);
    if (order == 0)
        order = compare_normals(x->normal, y->normal);
    if (order == 0)
        order = compare_i64(x->restitution, y->restitution);
    return order != 0 ? order : compare_surfaces(x->surface, y->surface);
}

/* 0 only for equal contacts, whose order changes no result. */
static int compare_contacts(const fs_contact *x, const fs_contact *y)
{
    int order = compare_u32(x->a, y->a);
    if (order == 0)
        order = compare_u32(x->b, y->b);
    if (order == 0)
        order = compare_u32(x->feature, y->feature);
    return order != 0 ? order : compare_content(x, y);
}

/* Merges the two sorted halves of [0, n) into `out`. */
static void merge_halves(const fs_contact *at, uint32_t middle, uint32_t n, fs_contact *out)
{
    uint32_t left = 0, right = middle;
    for (uint32_t k = 0; k < n; k++) {
        bool take_left = right == n || (left < middle && compare_contacts(&at[left], &at[right]) <= 0);
        out[k] = at[take_left ? left++ : right++];
    }
}

static bool is_sorted(const fs_contact *at, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (compare_contacts(&at[i - 1], &at[i]) > 0)
            return false;
    return true;
}

void fs__contacts_sort(fs_contact *at, uint32_t count, fs_contact *spare)
{
    FS_ASSERT((at != NULL && spare != NULL) || count == 0);
    if (is_sorted(at, count))
        return;
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t i = 0; i < count; i += 2 * width) {
            uint32_t n = fs_min_u32(2 * width, count - i);
            merge_halves(at + i, fs_min_u32(width, n), n, spare + i);
        }
        memcpy(at, spare, (size_t)count * sizeof *at);
    }
}

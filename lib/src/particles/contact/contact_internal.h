/* contact_internal.h: shared by detection, resolution and links.
 *
 * Velocities inside the resolver are "fine": int64 with 40 fraction bits, always even, so that equal masses halve a
 * change exactly. At 1024 m/s a fine velocity has 50 bits.
 */
#ifndef FS_PARTICLES_CONTACT_INTERNAL_H
#define FS_PARTICLES_CONTACT_INTERNAL_H

#include <fixstep/contact.h>

#include "particles/particle_internal.h"

enum { FS__FINE_FRAC = 40 };

/* A free row of a pool has an even generation; `gen` 0 matches any. */
static inline bool fs__particle_exists(const struct fs_particles *p, uint32_t i, uint32_t gen)
{
    if (i >= p->count)
        return false;
    return p->gen == NULL || ((p->gen[i] & 1u) != 0 && (gen == 0 || gen == p->gen[i]));
}

/* How the two ends of a contact split a change. The smaller part has its own exponent, and the larger part is the
 * remainder, so that the two add up to the whole. */
struct fs__mass_split {
    fs_scaled small;
    bool a_small;
    bool none;    /* both ends are immovable */
    bool b_fixed; /* static or immovable: a takes the whole change */
};

/* Of two inverse masses, 0 for immovable ones. */
struct fs__mass_split fs__mass_split_make(fs_scaled inv_mass_a, fs_scaled inv_mass_b);

/* The parts of a change: a receives *a, b receives -*b. */
static inline void fs__mass_split_apply(const struct fs__mass_split *s, int64_t whole, int64_t *a, int64_t *b)
{
    int64_t small = fs_scaled_apply(s->small, whole);
    *a = s->a_small ? small : whole - small;
    *b = s->a_small ? whole - small : small;
}

/* v.n as an even fine velocity; the product of two saturated vectors fits 64 bits. */
static inline int64_t fs__fine_dot(fs_vel3 v, fs_unit3 n)
{
    int64_t raw = (int64_t)v.x * n.x + (int64_t)v.y * n.y + (int64_t)v.z * n.z;
    return 2 * fs_round_shift64_sym(raw, FS_VEL_FRAC + FS_UNIT_FRAC - FS__FINE_FRAC + 1);
}

/* The component of a displacement along a normal, m. */
static inline fs_pos fs__displacement_along(fs_pos3 move, fs_unit3 n)
{
    fs_i128 sum = fs_i128_add(fs_i128_mul(move.x, n.x), fs_i128_mul(move.y, n.y));
    return fs_i128_round_shift_sym(fs_i128_add(sum, fs_i128_mul(move.z, n.z)), FS_UNIT_FRAC);
}

/* (v_a - v_b).n, fine; below 0 when the ends approach each other. */
int64_t fs__contact_closing_speed(const struct fs_particles *p, const fs_contact *c);

/* The response of a contact: changes of the fine velocities of both ends (that of b is subtracted), and the part of
 * friction in them. */
struct fs__contact_response {
    fs_wide3 a, b;                       /* whole change of each end's velocity, fine */
    fs_wide3 tangential_a, tangential_b; /* the tangential part of it */
    bool rests;                          /* the relative velocity is 0 afterwards */
};

/* The response to a contact whose ends close with the fine velocity `closing` < 0. */
struct fs__contact_response fs__contact_respond(const struct fs_particles *p, const fs_contact *c,
                                                const struct fs__mass_split *split, int64_t closing);

/* Sorts by (a, b, feature) and the rest of the content; `spare` has room for `count`. */
void fs__contacts_sort(fs_contact *at, uint32_t count, fs_contact *spare);

#endif

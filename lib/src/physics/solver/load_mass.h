/* load_mass.h: the mass of a body that is pressed between heavier ones; see load_mass.inl.
 *
 * Template: included by solver/load_mass.h of physics2d and of physics3d, which first defines the place of the power of two in the
 * high bits of a body's flags: FS__BODYN_LOAD_BIT, FS__BODYN_LOAD_MASK, and the largest one: FS__BODYN_MAX_LOAD_SHIFT.
 */
#ifndef FS_PHYSICS_SOLVER_LOAD_MASS_H
#define FS_PHYSICS_SOLVER_LOAD_MASS_H

/* The power of two by which mass and inertia of the body are multiplied in the solver. */
static inline int32_t fs__bodyN_load_shift(const struct fs_worldN *w, uint32_t row)
{
    return w->body.flags[row] >> FS__BODYN_LOAD_BIT;
}

static inline fs_scaled fs__load_massN_divide(fs_scaled inverse, int32_t shift)
{
    return (fs_scaled){ inverse.m, inverse.m == 0 ? inverse.e : inverse.e - shift };
}

/* Inverse mass of a body in contacts and joints, and where forces act on it. */
static inline fs_scaled fs__bodyN_loaded_inv_mass(const struct fs_worldN *w, uint32_t row)
{
    return fs__load_massN_divide(w->body.inv_mass[row], fs__bodyN_load_shift(w, row));
}

/* Substeps of an undivided tick per second, those of which impulses are stored. */
static inline int64_t fs__load_massN_rate(const struct fs_worldN *w)
{
    return (int64_t)w->world.hz[0] * fs_max_u32(w->rules.substeps[0], 1);
}

/* Sets the powers of two of awake bodies from the impulses of the last tick, and stores these in the units that
 * follow. Before the solver reads impulses; takes arena memory only while it runs. */
void fs__load_massN_update(struct fs__worldN_tick *tick);

#endif

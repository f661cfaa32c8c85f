/* contact_surface.inl: combines the materials of two shapes.
 *
 * Template: included once by contact_surface.c of physics2d and of physics3d, which define
 *     combine_own(f, m)    what a surface of this dimension alone has: f of its materials f->a and f->b
 */

static int64_t combine(int64_t a, int64_t b, unsigned how, unsigned frac)
{
    switch (how) {
    case FS_COMBINEN_MIN: return fs_min64(a, b);
    case FS_COMBINEN_MAX: return fs_max64(a, b);
    case FS_COMBINEN_AVERAGE: return fs_round_shift64_sym(a + b, 1);
    case FS_COMBINEN_PRODUCT: return fs_round_shift64_sym(a * b, frac);
    case FS_COMBINEN_ROOT_SUM: return (int64_t)fs_isqrt64_round((uint64_t)(a * a) + (uint64_t)(b * b));
    default: return (int64_t)fs_isqrt64_round((uint64_t)(a * b));
    }
}

/* A friction coefficient (Q16.16 in) below 16, as Q5.26. */
static int32_t limit_coefficient(int64_t q16)
{
    return (int32_t)fs_min64(fs_max64(q16, 0) * (1 << 10), ((int64_t)1 << 30) - 1);
}

static int32_t combine_friction(int64_t a, int64_t b, unsigned how)
{
    return limit_coefficient(combine(fs_max64(a, 0), fs_max64(b, 0), how, FS_FIX16_FRAC));
}

static void combine_materials(struct fs__surfaceN *f, const fs_worldN *w)
{
    const struct fs_materialN_view *m = &w->material;
    unsigned how = w->rules.friction_combine[0];
    f->static_friction = combine_friction(m->static_friction[f->a], m->static_friction[f->b], how);
    f->dynamic_friction = combine_friction(m->dynamic_friction[f->a], m->dynamic_friction[f->b], how);
    int64_t restitution = combine(m->restitution[f->a], m->restitution[f->b], w->rules.restitution_combine[0],
                                  FS_UNIT_FRAC);
    f->restitution = (fs_unit)fs_clamp64(restitution, 0, FS_UNIT_ONE);
}

static void copy_material_pair(struct fs__surfaceN *f, const struct fs_material_pairN_view *mix, uint32_t row)
{
    f->static_friction = limit_coefficient(mix->static_friction[row]);
    f->dynamic_friction = limit_coefficient(mix->dynamic_friction[row]);
    f->restitution = (fs_unit)fs_clamp64(mix->restitution[row], 0, FS_UNIT_ONE);
}

void fs__surfaceN_combine(const fs_worldN *w, uint16_t a, uint16_t b, struct fs__surfaceN *f)
{
    const struct fs_materialN_view *m = &w->material;
    uint32_t row;
    *f = (struct fs__surfaceN){ .a = a, .b = b, .valid = true };
    if (fs__material_pairN_lookup(w, a, b, &row))
        copy_material_pair(f, &w->material_pair, row);
    else
        combine_materials(f, w);
    f->dynamic_friction = fs_min32(f->static_friction, f->dynamic_friction);
    f->rolling = fs_max32(m->rolling_resistance[a], m->rolling_resistance[b]);
    combine_own(f, m);
}

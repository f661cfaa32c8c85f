/* validate.inl: the part of a world's validation that does not depend on the number of axes.
 *
 * Template: included once by validate.c of physics2d and of physics3d, which define for a row in use
 *     body_valid(w, i), shape_valid(w, i), contact_valid(w, i)    its fields, and the rows that it names
 */

static bool body_valid(const fs_worldN *w, uint32_t i);
static bool shape_valid(const fs_worldN *w, uint32_t i);
static bool contact_valid(const fs_worldN *w, uint32_t c);

static bool rules_valid(const fs_worldN *w)
{
    const struct fs_physicsN_view *r = &w->rules;
    if (*r->rows != 1)
        return false;
    const fs_worldN_def def = {
        .gravity = *r->gravity,
        .max_speed = *r->max_speed,
        .max_angular_speed = *r->max_angular_speed,
        .restitution_threshold = *r->restitution_threshold,
        .max_push_out_speed = *r->max_push_out_speed,
        .sleep_speed = *r->sleep_speed,
        .sleep_ticks = *r->sleep_ticks,
        .substeps = *r->substeps,
        .flags = *r->flags,
        .restitution_combine = (fs_combineN)*r->restitution_combine,
        .friction_combine = (fs_combineN)*r->friction_combine,
        .contact_hertz = *r->contact_hertz,
        .contact_damping_ratio = *r->contact_damping_ratio,
        .joint_hertz = *r->joint_hertz,
        .joint_damping_ratio = *r->joint_damping_ratio,
        .hz = *w->world.hz,
    };
    return fs__worldN_check_def(NULL, &def) == FS_OK;
}

static bool is_share(fs_unit s)
{
    return s >= 0 && s <= FS_UNIT_ONE;
}

/* A mass, inertia or inverse of one: zero, or positive and normalised as fs_scaled requires. */
static bool is_amount(fs_scaled s)
{
    if (s.m == 0)
        return s.e == 0;
    return s.m >= (int32_t)1 << 30 && s.e >= -FS__BODYN_MAX_MASS_EXPONENT && s.e <= FS__BODYN_MAX_MASS_EXPONENT;
}

/* Counts the shapes in a body's list; false when a link is wrong or the list has more than `max` shapes. */
static bool count_shapes(const fs_worldN *w, uint32_t body, uint32_t max, uint32_t *count)
{
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = w->shape.sibling[s1 - 1]) {
        if (s1 > *w->shape.rows || !fs__worldN_row_live(w->shape.gen, s1 - 1) || w->shape.body[s1 - 1] != body ||
            *count >= max)
            return false;
        ++*count;
    }
    return true;
}

static bool bodies_valid(const fs_worldN *w)
{
    uint32_t shapes = 0, listed = 0;
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        shapes += fs__worldN_row_live(w->shape.gen, i);
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (fs__worldN_row_live(w->body.gen, i) && (!body_valid(w, i) || !count_shapes(w, i, shapes, &listed)))
            return false;
    return shapes == listed;
}

static bool live_shapes_valid(const fs_worldN *w)
{
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        if (fs__worldN_row_live(w->shape.gen, i) && !shape_valid(w, i))
            return false;
    return true;
}

static bool live_contacts_valid(const fs_worldN *w)
{
    for (uint32_t i = 0; i < *w->contact.rows; i++)
        if (fs__worldN_row_live(w->contact.gen, i) && !contact_valid(w, i))
            return false;
    return true;
}

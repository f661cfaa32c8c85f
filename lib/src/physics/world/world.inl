/* world.inl: the rules of a world, and sums over its bodies.
 *
 * Template: included once by world.c of physics2d and of physics3d, which define
 *   check_gravity(text, gravity): the range of gravity on each axis;
 *   check_flags(w, set): flags that the world may not have now;
 *   rotation_energy(w, i), momentum_of(w, i): of one body.
 */

/* ---- rules ---------------------------------------------------------------------------------------------------- */

fs_worldN_def fs_default_worldN_def(uint32_t hz)
{
    return (fs_worldN_def){
        .gravity = { .y = -10 * FS_WIDE_ONE },
        .max_speed = 500 * FS_VEL_ONE,
        .max_angular_speed = 500 * FS_VEL_ONE,
        .restitution_threshold = FS_VEL_ONE,
        .max_push_out_speed = 3 * FS_VEL_ONE,
        .sleep_speed = FS_VEL_ONE / 20,
        .sleep_ticks = fs_max_u32(hz / 2, 1),
        .substeps = 4,
        .flags = FS_WORLDN_SLEEP | FS_WORLDN_CONTINUOUS | FS_WORLDN_WARM_START | FS_WORLDN_CORRECTION |
                 FS_WORLDN_RECYCLING | FS_WORLDN_SUBDIVISION,
        .restitution_combine = FS_COMBINEN_MAX,
        .friction_combine = FS_COMBINEN_GEOMETRIC,
        .contact_hertz = 30 * FS_FIX16_ONE,
        .contact_damping_ratio = 10 * FS_FIX16_ONE,
        .joint_hertz = 60 * FS_FIX16_ONE,
        .joint_damping_ratio = 2 * FS_FIX16_ONE,
        .hz = hz,
    };
}

fs_result fs__worldN_check_def(char *text, const fs_worldN_def *d)
{
    const int64_t speed = FS__WORLDN_MAX_SPEED, hertz = FS__WORLDN_MAX_HERTZ, ratio = FS__WORLDN_MAX_DAMPING_RATIO;
    const struct fs__range hz = { "hz", d->hz, 1, FS__WORLDN_MAX_TICK_RATE, 0 };
    const struct fs__range ranges[] = {
        { "max_speed", d->max_speed, 1, speed, FS_VEL_FRAC },
        { "max_angular_speed", d->max_angular_speed, 1, speed, FS_VEL_FRAC },
        { "restitution_threshold", d->restitution_threshold, 0, FS_VEL_MAX, FS_VEL_FRAC },
        { "max_push_out_speed", d->max_push_out_speed, 0, speed, FS_VEL_FRAC },
        { "sleep_speed", d->sleep_speed, 0, FS_VEL_MAX, FS_VEL_FRAC },
        { "sleep_ticks", d->sleep_ticks, 1, UINT16_MAX - 1, 0 },
        { "substeps", d->substeps, 1, FS__WORLDN_MAX_SUBSTEPS, 0 },
        { "flags", d->flags, 0, FS__WORLDN_ALL_FLAGS, 0 },
        { "restitution_combine", d->restitution_combine, 0, FS_COMBINEN_COUNT - 1, 0 },
        { "friction_combine", d->friction_combine, 0, FS_COMBINEN_COUNT - 1, 0 },
        { "contact_hertz", d->contact_hertz, 1, hertz, FS_FIX16_FRAC },
        { "contact_damping_ratio", d->contact_damping_ratio, 0, ratio, FS_FIX16_FRAC },
        { "joint_hertz", d->joint_hertz, 1, hertz, FS_FIX16_FRAC },
        { "joint_damping_ratio", d->joint_damping_ratio, 0, ratio, FS_FIX16_FRAC },
    };
    fs_result result = fs__error_text_check(text, &hz, 1, "", "");
    if (result == FS_OK)
        result = check_gravity(text, d->gravity);
    return result == FS_OK ? fs__error_text_check(text, ranges, sizeof ranges / sizeof ranges[0], "", "") : result;
}

static void copy_rules(fs_worldN *w, const fs_worldN_def *d)
{
    *w->rules.gravity = d->gravity;
    *w->rules.max_speed = d->max_speed;
    *w->rules.max_angular_speed = d->max_angular_speed;
    *w->rules.restitution_threshold = d->restitution_threshold;
    *w->rules.max_push_out_speed = d->max_push_out_speed;
    *w->rules.sleep_speed = d->sleep_speed;
    *w->rules.sleep_ticks = (uint16_t)d->sleep_ticks;
    *w->rules.flags = (uint16_t)d->flags;
    *w->rules.substeps = (uint8_t)d->substeps;
    *w->rules.restitution_combine = (uint8_t)d->restitution_combine;
    *w->rules.friction_combine = (uint8_t)d->friction_combine;
    *w->rules.contact_hertz = d->contact_hertz;
    *w->rules.contact_damping_ratio = d->contact_damping_ratio;
    *w->rules.joint_hertz = d->joint_hertz;
    *w->rules.joint_damping_ratio = d->joint_damping_ratio;
}

static fs_result check_init(fs_worldN *w, const fs_worldN_def *def)
{
    fs_result result = fs__worldN_check_def(fs__errorN_text(w), def);
    if (result != FS_OK)
        return result;
    if (def->hz != *w->world.hz)
        return fs__errorN_set(w, FS_E_ARGUMENT, "hz of the def is not the tick rate of the state");
    if (*w->material.rows != 0 || *w->body.rows != 0)
        return fs__errorN_set(w, FS_E_ARGUMENT, "the world is not empty");
    return FS_OK;
}

fs_result fs_worldN_init(fs_worldN *w, const fs_worldN_def *def)
{
    const fs_worldN_def usual = fs_default_worldN_def(*w->world.hz);
    const fs_worldN_def *d = def != NULL ? def : &usual;
    fs_result result = check_init(w, d);
    if (result == FS_OK)
        result = fs__worldN_resize_rows(w, FS__WORLDN_TABLE_PHYSICS, 1);
    if (result == FS_OK)
        result = fs_materialN_add(w, NULL, NULL);
    if (result == FS_OK)
        copy_rules(w, d);
    return result;
}

uint32_t fs_worldN_hz(const fs_worldN *w)
{
    return *w->world.hz;
}

fs_result fs_worldN_set_gravity(fs_worldN *w, fs_wideN gravity)
{
    fs_result result = check_gravity(fs__errorN_text(w), gravity);
    if (result == FS_OK)
        *w->rules.gravity = gravity;
    return result;
}

fs_result fs_worldN_set_flags(fs_worldN *w, uint32_t set, uint32_t clear)
{
    if (((set | clear) & ~(uint32_t)FS__WORLDN_ALL_FLAGS) != 0)
        return fs__errorN_set(w, FS_E_ARGUMENT, "flags has a bit that is no FS_WORLD" FS__DIMENSION_TEXT "_...");
    fs_result result = check_flags(w, set);
    if (result == FS_OK)
        *w->rules.flags = (uint16_t)((*w->rules.flags & ~clear) | set);
    return result;
}

void fs_worldN_set_tasks(fs_worldN *w, const fs_tasks *tasks)
{
    w->tasks = tasks;
}

fs_state *fs_worldN_state(const fs_worldN *w)
{
    return w->state;
}

/* ---- knobs ---------------------------------------------------------------------------------------------------- */

fs_result fs_worldN_set_kernel(fs_worldN *w, uint32_t kernel)
{
    if (kernel != 0 && fs__solverN_kernel(kernel - 1) == NULL)
        return fs__errorN_set(w, FS_E_UNSUPPORTED, "this processor or build lacks the kernel");
    w->kernel = kernel;
    return FS_OK;
}

fs_result fs_worldN_set_batch_contacts(fs_worldN *w, uint32_t contacts)
{
    if (contacts != 0 && contacts < FS__ISLAND_MIN_BATCH_CONTACTS)
        return fs__errorN_set(w, FS_E_ARGUMENT, "batch_contacts is below 64");
    w->batch_contacts = contacts;
    return FS_OK;
}

/* ---- sums ----------------------------------------------------------------------------------------------------- */

static bool is_movable(const fs_worldN *w, uint32_t i)
{
    return fs__worldN_row_live(w->body.gen, i) && fs__bodyN_is_dynamic(w, i);
}

static fs_wide kinetic_energy(const fs_worldN *w, uint32_t i)
{
    return fs_sat64_add(fs__half_square(w->body.mass[i], fs_velN_length_sq(w->body.vel[i])), rotation_energy(w, i));
}

static fs_wide potential_energy(const fs_worldN *w, uint32_t i)
{
    fs_wideN at = fs__wideN_from_pos(w->body.pos[i]);
    fs_wide depth = fs_mul64(fs_wideN_dot(*w->rules.gravity, at), w->body.gravity_scale[i], FS_FIX16_FRAC);
    return fs_sat64_neg(fs_scaled_apply(w->body.mass[i], depth));
}

fs_wide fs_worldN_kinetic_energy(const fs_worldN *w)
{
    fs_wide sum = 0;
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (is_movable(w, i))
            sum = fs_sat64_add(sum, kinetic_energy(w, i));
    return sum;
}

fs_wide fs_worldN_energy(const fs_worldN *w)
{
    fs_wide sum = fs_worldN_kinetic_energy(w);
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (is_movable(w, i))
            sum = fs_sat64_add(sum, potential_energy(w, i));
    return sum;
}

fs_wideN fs_worldN_momentum(const fs_worldN *w)
{
    fs_wideN sum = fs_wideN_zero();
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (is_movable(w, i))
            sum = fs_wideN_add(sum, momentum_of(w, i));
    return sum;
}

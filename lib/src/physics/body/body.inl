/* body.inl: bodies created, changed and destroyed.
 *
 * Template: included once by body.c of physics2d and of physics3d, which define
 *   LOCKS: the flags of locked axes that the dimension has;
 *   check_pose(w, pos, rot): the range of a position on each axis, and that a rotation has a direction;
 *   check_shapes_for_type(w, row, type): whether the dimension's shapes of the body allow the type.
 * Only fs_bodyN_set_pose() moves a body here: the other setters change numbers, and the step moves.
 */

enum {
    DEF_FLAGS = FS_BODYN_BULLET | FS_BODYN_FIXED_ROTATION | FS_BODYN_DISABLED | FS_BODYN_SLEEPLESS | FS_BODYN_ASLEEP |
                LOCKS,
    SET_FLAGS = FS_BODYN_BULLET | FS_BODYN_FIXED_ROTATION | FS_BODYN_SLEEPLESS | LOCKS
};

/* ---- handles -------------------------------------------------------------------------------------------------- */

fs_result fs_bodyN_row(const fs_worldN *w, fs_bodyN body, uint32_t *row)
{
    uint32_t unused;
    return fs_pool_row(w->state, w->first_table + FS__WORLDN_TABLE_BODY, body.handle, row != NULL ? row : &unused);
}

fs_result fs__bodyN_find(fs_worldN *w, fs_bodyN body, uint32_t *row)
{
    return fs_bodyN_row(w, body, row) == FS_OK ? FS_OK : fs__errorN_stale(w, "body" FS__DIMENSION_TEXT);
}

fs_bodyN fs_bodyN_at(const fs_worldN *w, uint32_t row)
{
    return (fs_bodyN){ fs_pool_handle(w->state, w->first_table + FS__WORLDN_TABLE_BODY, row) };
}

void fs__bodyN_wake_row(fs_worldN *w, uint32_t body)
{
    FS_ASSERT(body < *w->body.rows);
    w->body.still_ticks[body] = 0;
    if ((w->body.flags[body] & FS_BODYN_ASLEEP) == 0)
        return;
    w->body.flags[body] &= (uint16_t)~FS_BODYN_ASLEEP;
    if (w->scratch != NULL)
        w->scratch->woken_count++;
    fs__eventN_record_body(w, FS_EVENTN_WAKE, body);
}

void fs__bodyN_wake_all(fs_worldN *w)
{
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (w->body.flags[i] & FS_BODYN_ASLEEP)
            fs__bodyN_wake_row(w, i);
}

/* ---- creating --------------------------------------------------------------------------------------------------- */

fs_bodyN_def fs_default_bodyN_def(void)
{
    return (fs_bodyN_def){ .type = FS_BODYN_DYNAMIC, .rot = fs_rotN_identity(), .gravity_scale = FS_FIX16_ONE };
}

static fs_result check_damping(fs_worldN *w, fix16_t linear_damping, fix16_t angular_damping)
{
    const struct fs__range ranges[] = {
        { "linear_damping", linear_damping, 0, FS__BODYN_MAX_DAMPING, FS_FIX16_FRAC },
        { "angular_damping", angular_damping, 0, FS__BODYN_MAX_DAMPING, FS_FIX16_FRAC },
    };
    return fs__errorN_check(w, ranges, 2);
}

static fs_result check_retention(fs_worldN *w, fs_unit linear_retention, fs_unit angular_retention)
{
    const struct fs__range ranges[] = {
        { "linear_retention", linear_retention, 0, FS_UNIT_ONE, FS_UNIT_FRAC },
        { "angular_retention", angular_retention, 0, FS_UNIT_ONE, FS_UNIT_FRAC },
    };
    return fs__errorN_check(w, ranges, 2);
}

static fs_result check_type(fs_worldN *w, fs_bodyN_type type)
{
    const struct fs__range range = { "type", (int64_t)type, 0, FS_BODYN_TYPES - 1, 0 };
    return fs__errorN_check(w, &range, 1);
}

fs_result fs__bodyN_check_def(fs_worldN *w, const fs_bodyN_def *d)
{
    if (*w->rules.rows == 0)
        return fs__errorN_set(w, FS_E_ARGUMENT, "the world is not initialised");
    fs_result result = check_type(w, d->type);
    if (result == FS_OK)
        result = check_pose(w, d->pos, d->rot);
    if (result == FS_OK)
        result = check_damping(w, d->linear_damping, d->angular_damping);
    if (result == FS_OK && (d->flags & ~(uint32_t)DEF_FLAGS) != 0)
        result = fs__errorN_set(w, FS_E_ARGUMENT, "flags has a bit that a body cannot be created with");
    return result;
}

static uint32_t substep_rate(const fs_worldN *w)
{
    FS_ASSERT(*w->world.hz > 0);
    return *w->world.hz * fs_max_u32(*w->rules.substeps, 1);
}

/* The factor per substep comes from the rate itself, because the share per second has few significant bits at a high
 * rate: exp(-20) is two steps of Q1.30. */
static void set_damping(fs_worldN *w, uint32_t row, fix16_t linear_damping, fix16_t angular_damping)
{
    fs_wide linear = fs_wide_from_fix16(linear_damping), angular = fs_wide_from_fix16(angular_damping);
    w->body.linear_retention[row] = fs_decay_dt(linear, 1);
    w->body.angular_retention[row] = fs_decay_dt(angular, 1);
    w->body.damping_factor[row] = fs_decay_dt_q60(linear, substep_rate(w));
    w->body.angular_damping_factor[row] = fs_decay_dt_q60(angular, substep_rate(w));
}

/* Static bodies stand still; others keep within the world's limits. */
static void set_velocity(fs_worldN *w, uint32_t row, fs_velN vel, fs__angular_vel angular_velocity)
{
    fs_vel max = *w->rules.max_speed, max_angular = *w->rules.max_angular_speed;
    FS_ASSERT(row < *w->body.rows && max >= 0 && max_angular >= 0);
    if (w->body.type[row] == FS_BODYN_STATIC)
        max = max_angular = 0;
    w->body.vel[row] = fs__velN_clamp(vel, max);
    w->body.angular_velocity[row] = fs__angular_vel_clamp(angular_velocity, max_angular);
    w->body.velocity_residual[row] = fs_unitN_zero();
    w->body.angular_velocity_residual[row] = fs__angular_residual_zero();
}

static void fill_row(fs_worldN *w, uint32_t row, const fs_bodyN_def *def)
{
    w->body.type[row] = (uint8_t)def->type;
    w->body.flags[row] = (uint16_t)def->flags;
    w->body.pos[row] = def->pos;
    w->body.rot[row] = fs_rotN_normalise(def->rot);
    w->body.gravity_scale[row] = def->gravity_scale;
    w->body.user[row] = def->user;
    set_velocity(w, row, def->vel, def->angular_velocity);
    set_damping(w, row, def->linear_damping, def->angular_damping);
    fs__bodyN_update_mass(w, row);
}

fs_result fs_bodyN_create(fs_worldN *w, const fs_bodyN_def *def, fs_bodyN *out)
{
    const fs_bodyN_def usual = fs_default_bodyN_def(), *d = def != NULL ? def : &usual;
    fs_bodyN made = { { 0, 0 } };
    fs_result result = fs__bodyN_check_def(w, d);
    if (result == FS_OK)
        result = fs__worldN_create_row(w, FS__WORLDN_TABLE_BODY, &made.handle);
    if (result == FS_OK)
        fill_row(w, made.handle.index1 - 1, d);
    if (out != NULL)
        *out = made;
    return result;
}

static void destroy_shapes(fs_worldN *w, uint32_t row)
{
    while (w->body.first_shape[row] != 0)
        fs__shapeN_destroy_row(w, w->body.first_shape[row] - 1);
}

fs_result fs_bodyN_destroy(fs_worldN *w, fs_bodyN body)
{
    uint32_t row;
    fs_result result = fs__bodyN_find(w, body, &row);
    if (result != FS_OK)
        return result;
    fs__jointN_destroy_of_body(w, row);
    fs__contactN_destroy_of_body(w, row, FS__CONTACTN_ALL_SHAPES);
    destroy_shapes(w, row);
    return fs_pool_destroy(w->state, w->first_table + FS__WORLDN_TABLE_BODY, body.handle);
}

/* ---- changing ------------------------------------------------------------------------------------------------- */

/* The row of a body that is about to change: it wakes. `check` is the result of checking the arguments; a stale handle
 * counts before it. */
static fs_result begin_change(fs_worldN *w, fs_bodyN body, fs_result check, uint32_t *row)
{
    fs_result result = fs__bodyN_find(w, body, row);
    if (result == FS_OK)
        result = check;
    if (result == FS_OK)
        fs__bodyN_wake_row(w, *row);
    return result;
}

static void update_fat_aabbs(fs_worldN *w, uint32_t row)
{
    for (uint32_t s1 = w->body.first_shape[row]; s1 != 0; s1 = fs__bodyN_next_shape(w, s1))
        fs__shapeN_update_fat_aabb(w, s1 - 1);
}

void fs__bodyN_enlarge_fat_aabbs(fs_worldN *w, uint32_t body)
{
    if (fs__bodyN_is_fast(w, body))
        update_fat_aabbs(w, body);
}

/* Whether the shapes of the body allow the type. */
static fs_result check_type_change(fs_worldN *w, uint32_t row, fs_bodyN_type type)
{
    fs_result result = check_type(w, type);
    if (result != FS_OK || w->body.type[row] == type)
        return result;
    result = check_shapes_for_type(w, row, type);
    if (result == FS_OK && fs__bodyN_has_large_shape(w, row))
        return fs__errorN_set(w, FS_E_ARGUMENT, "a body with a shape beyond 16 m must be static");
    return result;
}

fs_result fs_bodyN_set_type(fs_worldN *w, fs_bodyN body, fs_bodyN_type type)
{
    uint32_t row;
    fs_result result = fs__bodyN_find(w, body, &row);
    if (result == FS_OK)
        result = check_type_change(w, row, type);
    if (result != FS_OK)
        return result;
    fs__bodyN_wake_row(w, row);
    if (w->body.type[row] == type)
        return FS_OK;
    fs__contactN_destroy_of_body(w, row, FS__CONTACTN_ALL_SHAPES);
    w->body.type[row] = (uint8_t)type;
    w->body.force[row] = fs_wideN_zero();
    w->body.torque[row] = fs__torque_zero();
    set_velocity(w, row, w->body.vel[row], w->body.angular_velocity[row]);
    fs__bodyN_update_mass(w, row);
    update_fat_aabbs(w, row);
    return FS_OK;
}

fs_result fs_bodyN_set_pose(fs_worldN *w, fs_bodyN body, fs_posN pos, fs_rotN rot)
{
    uint32_t row;
    fs_result result = begin_change(w, body, check_pose(w, pos, rot), &row);
    if (result != FS_OK)
        return result;
    w->body.rot[row] = fs_rotN_normalise(rot);
    w->body.pos[row] = fs_posN_add_rel(pos, fs_rotN_rel(w->body.rot[row], w->body.centre[row]));
    fs__contactN_mark_stale(w, row);
    update_fat_aabbs(w, row);
    if (!fs__bodyN_is_dynamic(w, row))
        fs__jointN_wake_of_body(w, row);
    return FS_OK;
}

fs_result fs_bodyN_set_velocity(fs_worldN *w, fs_bodyN body, fs_velN vel, fs__angular_vel angular_velocity)
{
    uint32_t row;
    fs_result result = begin_change(w, body, FS_OK, &row);
    if (result != FS_OK)
        return result;
    set_velocity(w, row, vel, angular_velocity);
    fs__bodyN_enlarge_fat_aabbs(w, row);
    return FS_OK;
}

fs_result fs_bodyN_set_damping(fs_worldN *w, fs_bodyN body, fix16_t linear_damping, fix16_t angular_damping)
{
    uint32_t row;
    fs_result result = begin_change(w, body, check_damping(w, linear_damping, angular_damping), &row);
    if (result == FS_OK)
        set_damping(w, row, linear_damping, angular_damping);
    return result;
}

fs_result fs_bodyN_set_retention(fs_worldN *w, fs_bodyN body, fs_unit linear_retention, fs_unit angular_retention)
{
    uint32_t row;
    fs_result result = begin_change(w, body, check_retention(w, linear_retention, angular_retention), &row);
    if (result != FS_OK)
        return result;
    w->body.linear_retention[row] = linear_retention;
    w->body.angular_retention[row] = angular_retention;
    w->body.damping_factor[row] = fs_pow_dt_q60(linear_retention, substep_rate(w));
    w->body.angular_damping_factor[row] = fs_pow_dt_q60(angular_retention, substep_rate(w));
    return FS_OK;
}

fs_result fs_bodyN_set_gravity_scale(fs_worldN *w, fs_bodyN body, fix16_t scale)
{
    uint32_t row;
    fs_result result = begin_change(w, body, FS_OK, &row);
    if (result == FS_OK)
        w->body.gravity_scale[row] = scale;
    return result;
}

static fs_result check_flags(fs_worldN *w, uint32_t flags)
{
    bool known = (flags & ~(uint32_t)SET_FLAGS) == 0;
    return known ? FS_OK
                 : fs__errorN_set(w, FS_E_ARGUMENT,
                                  "flags has a bit that fs_body" FS__DIMENSION_TEXT "_set_flags() cannot change");
}

fs_result fs_bodyN_set_flags(fs_worldN *w, fs_bodyN body, uint32_t set, uint32_t clear)
{
    uint32_t row;
    fs_result result = begin_change(w, body, check_flags(w, set | clear), &row);
    if (result != FS_OK)
        return result;
    uint32_t flags = (w->body.flags[row] & ~clear) | set;
    bool rotation_changed = ((flags ^ w->body.flags[row]) & FS_BODYN_FIXED_ROTATION) != 0;
    w->body.flags[row] = (uint16_t)flags;
    if (rotation_changed)
        fs__bodyN_update_mass(w, row);
    if (flags & FS_BODYN_FIXED_ROTATION)
        w->body.angular_velocity[row] = fs__angular_vel_zero();
    return FS_OK;
}

fs_result fs_bodyN_set_enabled(fs_worldN *w, fs_bodyN body, bool enabled)
{
    uint32_t row;
    fs_result result = begin_change(w, body, FS_OK, &row);
    if (result != FS_OK || enabled == ((w->body.flags[row] & FS_BODYN_DISABLED) == 0))
        return result;
    fs__contactN_destroy_of_body(w, row, FS__CONTACTN_ALL_SHAPES);
    if (enabled)
        w->body.flags[row] &= (uint16_t)~FS_BODYN_DISABLED;
    else
        w->body.flags[row] |= FS_BODYN_DISABLED;
    update_fat_aabbs(w, row);
    return FS_OK;
}

fs_result fs_bodyN_wake(fs_worldN *w, fs_bodyN body)
{
    uint32_t row;
    return begin_change(w, body, FS_OK, &row);
}

fs_result fs_bodyN_sleep(fs_worldN *w, fs_bodyN body)
{
    uint32_t row;
    fs_result result = fs__bodyN_find(w, body, &row);
    if (result != FS_OK || !fs__bodyN_is_awake(w, row))
        return result;
    fs__bodyN_put_to_sleep(w, row);
    return FS_OK;
}

/* ---- reading -------------------------------------------------------------------------------------------------- */

fs_posN fs_bodyN_position(const fs_worldN *w, fs_bodyN body)
{
    uint32_t row;
    return fs_bodyN_row(w, body, &row) == FS_OK ? fs__bodyN_origin_pose(w, row).pos : fs_posN_zero();
}

fs_rotN fs_bodyN_rotation(const fs_worldN *w, fs_bodyN body)
{
    uint32_t row;
    return fs_bodyN_row(w, body, &row) == FS_OK ? w->body.rot[row] : fs_rotN_identity();
}

fs_velN fs_bodyN_velocity(const fs_worldN *w, fs_bodyN body)
{
    uint32_t row;
    return fs_bodyN_row(w, body, &row) == FS_OK ? w->body.vel[row] : fs_velN_zero();
}

fs__angular_vel fs_bodyN_angular_velocity(const fs_worldN *w, fs_bodyN body)
{
    uint32_t row;
    return fs_bodyN_row(w, body, &row) == FS_OK ? w->body.angular_velocity[row] : fs__angular_vel_zero();
}

/* Rows come from columns and events: one that is not in use is answered as a body at the origin. */
static bool in_use(const fs_worldN *w, uint32_t row)
{
    return row < *w->body.rows && fs__worldN_row_live(w->body.gen, row);
}

fs_poseN fs_bodyN_pose(const fs_worldN *w, uint32_t row)
{
    if (!in_use(w, row))
        return (fs_poseN){ fs_posN_zero(), fs_rotN_identity() };
    return fs__bodyN_origin_pose(w, row);
}

fs_velN fs_bodyN_velocity_at(const fs_worldN *w, uint32_t row, fs_posN at)
{
    if (!in_use(w, row))
        return fs_velN_zero();
    fs_relN arm = fs_posN_sub_rel(at, w->body.pos[row]);
    return fs_velN_add(w->body.vel[row], fs_velN_from_angular_velocity(w->body.angular_velocity[row], arm));
}

fs_posN fs_bodyN_to_world(const fs_worldN *w, uint32_t row, fs_relN local)
{
    fs_poseN pose = fs_bodyN_pose(w, row);
    return fs_posN_add_rel(pose.pos, fs_rotN_rel(pose.rot, local));
}

fs_relN fs_bodyN_to_local(const fs_worldN *w, uint32_t row, fs_posN world)
{
    fs_poseN pose = fs_bodyN_pose(w, row);
    return fs_rotN_inv_rel(pose.rot, fs_posN_sub_rel(world, pose.pos));
}

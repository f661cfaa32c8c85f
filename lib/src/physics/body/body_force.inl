/* body_force.inl: forces and impulses. They act on enabled dynamic bodies only; on others they do nothing, with FS_OK.
 *
 * Template: included once by body_force.c of physics2d and of physics3d, which define
 *   push_linear(w, row, impulse), push_angular(w, row, angular_impulse): change the velocity of a body at once.
 * Forces add up in Q32.32 and act in the next step.
 */

/* The row of a body that a force is to act on, which wakes it; *acts: whether it is an enabled dynamic body. */
static fs_result begin_push(fs_worldN *w, fs_bodyN body, uint32_t *row, bool *acts)
{
    fs_result result = fs__bodyN_find(w, body, row);
    *acts = result == FS_OK && fs__bodyN_is_dynamic(w, *row) && (w->body.flags[*row] & FS_BODYN_DISABLED) == 0;
    if (*acts)
        fs__bodyN_wake_row(w, *row);
    return result;
}

/* Offset of a point from the centre of mass, Q32.32. */
static fs_wideN arm_of(const fs_worldN *w, uint32_t row, fs_posN at)
{
    return fs__wideN_from_pos(fs_posN_sub(at, w->body.pos[row]));
}

fs_result fs_bodyN_apply_force(fs_worldN *w, fs_bodyN body, fs_wideN force)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (acts)
        w->body.force[row] = fs_wideN_add(w->body.force[row], force);
    return result;
}

fs_result fs_bodyN_apply_torque(fs_worldN *w, fs_bodyN body, fs__torque torque)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (acts)
        w->body.torque[row] = fs__torque_add(w->body.torque[row], torque);
    return result;
}

fs_result fs_bodyN_apply_force_at(fs_worldN *w, fs_bodyN body, fs_wideN force, fs_posN at)
{
    uint32_t row;
    fs_result result = fs_bodyN_apply_force(w, body, force);
    if (result != FS_OK || fs__bodyN_find(w, body, &row) != FS_OK)
        return result;
    return fs_bodyN_apply_torque(w, body, fs_wideN_cross(arm_of(w, row, at), force));
}

/* strength (1 - L / reach) in the direction of the point, for a distance L below reach. */
static fs_wideN attraction_force(fs_posN from, fs_posN to, fs_pos reach, fs_wide strength)
{
    fs_wideN delta = fs__wideN_from_pos(fs_posN_sub(to, from));
    fs_unitN u;
    FS_ASSERT(reach > 0);
    if (!fs_wideN_normalise(delta, &u))
        return fs_wideN_zero();
    fs_wide force = fs_muldiv64(strength, fs_max64(reach - fs_wideN_length(delta), 0), reach);
    return fs__wideN_along(u, force);
}

uint32_t fs_worldN_apply_attraction(fs_worldN *w, fs_posN at, fs_pos reach, fs_wide strength)
{
    uint32_t count = 0;
    const fs_wide lead = fs_worldN_force_lead(w);
    for (uint32_t row = 0; reach > 0 && row < *w->body.rows; row++) {
        bool acts = fs__worldN_row_live(w->body.gen, row) && fs__bodyN_is_dynamic(w, row) &&
                    (w->body.flags[row] & FS_BODYN_DISABLED) == 0;
        if (!acts)
            continue;
        fs_posN ahead = fs__posN_ahead(w->body.pos[row], w->body.vel[row], lead);
        if (fs_posN_dist_sq_cmp(ahead, at, reach) >= 0)
            continue;
        fs_wideN force = attraction_force(ahead, at, reach, strength);
        if (!fs_wideN_is_zero(force) && fs_bodyN_apply_force(w, fs_bodyN_at(w, row), force) == FS_OK)
            count++;
    }
    return count;
}

/* ---- impulses ------------------------------------------------------------------------------------------------- */

fs_result fs_bodyN_apply_impulse(fs_worldN *w, fs_bodyN body, fs_wideN impulse)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (!acts)
        return result;
    push_linear(w, row, impulse);
    fs__bodyN_enlarge_fat_aabbs(w, row);
    return result;
}

fs_result fs_bodyN_apply_angular_impulse(fs_worldN *w, fs_bodyN body, fs__torque angular_impulse)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (!acts)
        return result;
    push_angular(w, row, angular_impulse);
    fs__bodyN_enlarge_fat_aabbs(w, row);
    return result;
}

fs_result fs_bodyN_apply_impulse_at(fs_worldN *w, fs_bodyN body, fs_wideN impulse, fs_posN at)
{
    uint32_t row;
    fs_result result = fs_bodyN_apply_impulse(w, body, impulse);
    if (result != FS_OK || fs__bodyN_find(w, body, &row) != FS_OK)
        return result;
    return fs_bodyN_apply_angular_impulse(w, body, fs_wideN_cross(arm_of(w, row, at), impulse));
}

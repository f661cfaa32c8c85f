/* push_out.inl: pushes out deep overlap in a substep, see push_out.h.
 *
 * Template: included by substeps.c of physics3d after run_pass().
 */

static uint8_t *velocities_of(const struct fs__solverN *s, uint32_t i)
{
    return (uint8_t *)&s->tick->solver_body[i];
}

static uint8_t *kept_velocities_of(const struct fs__solverN *s, uint32_t i)
{
    return s->kept_velocity + (size_t)i * FS__NAME(FS__SOLVER, _VELOCITY_BYTES);
}

/* Before the bodies move. */
static void push_out(struct fs__solverN *s)
{
    if (!s->deep)
        return;
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        memcpy(kept_velocities_of(s, i), velocities_of(s, i), FS__NAME(FS__SOLVER, _VELOCITY_BYTES));
    run_pass(s, s->kernel->push_out, fs__solverN_kernel(0)->push_out[0]);
}

/* After they have moved. */
static void drop_push_out(struct fs__solverN *s)
{
    if (!s->deep)
        return;
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        memcpy(velocities_of(s, i), kept_velocities_of(s, i), FS__NAME(FS__SOLVER, _VELOCITY_BYTES));
}

static void wake_lane(struct fs__solverN *s, uint8_t movable, const int32_t *body, unsigned k)
{
    if ((movable >> k & 1u) != 0)
        s->w->body.still_ticks[s->tick->body_row[body[k]]] = 0;
}

/* Bodies that are pushed out move, though they are left without a velocity. */
static void keep_pushed_awake(struct fs__solverN *s)
{
    uint32_t end = s->deep ? s->colouring.first[s->colouring.overflow + 1] : 0;
    for (uint32_t i = 0; i < end; i++) {
        const struct fs__solverN_block *r = &s->block[i];
        for (unsigned k = 0; k < FS__SOLVERN_LANES && r->deep; k++)
            if (r->push_rate[k] != 0) {
                wake_lane(s, r->write_a, r->a, k);
                wake_lane(s, r->write_b, r->b, k);
            }
    }
}

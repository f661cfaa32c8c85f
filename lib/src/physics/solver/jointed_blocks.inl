/* jointed_blocks.inl: contact blocks with bodies on joints, which have passes of their own; see solve_rows.inl.
 *
 * Template: included by substeps.c of physics2d and of physics3d before the passes, which define
 *   rounds_of(s, solver_body): in how many rounds contacts of the body are solved, at most 255; 0 without joints.
 */

static uint32_t rounds_of_end(const struct fs__solverN *s, uint8_t movable, const int32_t *body, unsigned k)
{
    return (movable >> k & 1u) != 0 ? rounds_of(s, (uint32_t)body[k]) : 0;
}

/* Of the batch. */
static void mark_jointed_blocks(struct fs__solverN *s, uint32_t blocks)
{
    for (uint32_t i = 0; i < blocks; i++) {
        struct fs__solverN_block *r = &s->block[i];
        uint32_t rounds = 0;
        for (unsigned k = 0; k < FS__SOLVERN_LANES; k++) {
            rounds = fs_max_u32(rounds, rounds_of_end(s, r->write_a, r->a, k));
            rounds = fs_max_u32(rounds, rounds_of_end(s, r->write_b, r->b, k));
        }
        r->rounds = (uint8_t)rounds;
    }
}

/* A pass over all blocks [from, to), or from the second round on over those that have the round. */
static void run_kind(const struct fs__solverN *s, fs__solverN_pass_fn *pass, uint32_t from, uint32_t to)
{
    const bool some = s->round > 0;
    while (from < to) {
        uint32_t end = some ? from : to;
        while (end < to && s->block[end].rounds > s->round)
            end++;
        if (end > from)
            pass(s->block + from, end - from, s->tick->solver_body, &s->constants);
        from = end + some;
    }
}

/* jointed_blocks.inl: contact blocks with bodies on joints, which have passes of their own; see solve_rows.inl.
 *
 * Template: included by substeps.c of physics2d and of physics3d before the passes.
 */

static bool is_jointed(const struct fs__solverN *s, uint8_t movable, const int32_t *body, unsigned k)
{
    return (movable >> k & 1u) != 0 && s->w->body.first_joint[s->tick->body_row[body[k]]] != 0;
}

/* Of the batch. */
static void mark_jointed_blocks(struct fs__solverN *s, uint32_t blocks)
{
    for (uint32_t i = 0; i < blocks; i++) {
        struct fs__solverN_block *r = &s->block[i];
        r->jointed = 0;
        for (unsigned k = 0; k < FS__SOLVERN_LANES && r->jointed == 0; k++)
            r->jointed = is_jointed(s, r->write_a, r->a, k) || is_jointed(s, r->write_b, r->b, k);
    }
}

/* A pass over all blocks [from, to), or over the marked ones of them. */
static void run_kind(const struct fs__solverN *s, fs__solverN_pass_fn *pass, uint32_t from, uint32_t to)
{
    while (from < to) {
        uint32_t end = s->only_jointed ? from : to;
        while (end < to && s->block[end].jointed != 0)
            end++;
        if (end > from)
            pass(s->block + from, end - from, s->tick->solver_body, &s->constants);
        from = end + s->only_jointed;
    }
}

/* contact_lane.inl: what several templates ask of a lane of a block.
 *
 * Template: included by contact_load.inl, contact_restitution.inl, impact_timing.inl and contact_energy.c.
 */

/* The coefficient of restitution (Q1.30). Blocks without the flag do not store one. */
static inline fs_unit lane_restitution(const struct fs__solverN_block *r, unsigned k)
{
    return (r->extra & FS__SOLVERN_RESTITUTION) != 0 ? r->restitution[k] : 0;
}

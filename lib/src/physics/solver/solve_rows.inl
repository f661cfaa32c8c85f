/* solve_rows.inl: the order of contacts and joints in the biased pass of a substep.
 *
 * Template: included by substeps.c of physics2d and of physics3d, which first define
 *   has_trees(s): whether the batch has trees of joints that are solved together;
 *   has_contacts(s);
 *   solve_contacts(s), solve_joints(s): one pass with bias over all of them;
 *   approach_joints(s): the same for joints that are solved again before the bodies move.
 */

/* A contact acts on one link of a tree alone. Trees come last, so that their joints hold while the bodies move; another round
 * before tells the contacts what stands on the link, for which velocities that are right along the tangents are enough. */
static void solve_rows(struct fs__solverN *s)
{
    bool trees = has_trees(s);
    if (!trees)
        solve_joints(s);
    if (trees && has_contacts(s)) {
        solve_contacts(s);
        approach_joints(s);
    }
    solve_contacts(s);
    if (trees)
        solve_joints(s);
}

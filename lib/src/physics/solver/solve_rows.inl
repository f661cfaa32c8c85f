/* solve_rows.inl: the order of contacts and joints in the biased pass of a substep.
 *
 * Template: included by substeps.c of physics2d and of physics3d, which first define
 *   has_trees(s): whether the batch has trees of joints that are solved together;
 *   has_contacts(s);
 *   solve_contacts(s), solve_joints(s): one pass with bias over all of them.
 */

/* A contact acts on one link of a tree alone. Trees come last, so that their joints hold while the bodies move; another round
 * tells the contacts what stands on the link. */
static void solve_rows(struct fs__solverN *s)
{
    enum { TREE_ROUNDS = 2 };
    bool trees = has_trees(s);
    if (!trees)
        solve_joints(s);
    for (int round = 0; round < (trees && has_contacts(s) ? TREE_ROUNDS : 1); round++) {
        solve_contacts(s);
        if (trees)
            solve_joints(s);
    }
}

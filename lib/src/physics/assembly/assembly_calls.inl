/* assembly_calls.inl: what the builders of assemblies share.
 *
 * Template: included by assembly/assembly.h of physics2d and of physics3d. Each builder checks all its parts before it
 * creates the first one, so that a refused call changes no bit of the state.
 */

/* Whether the tables have free rows for bodies with one shape each, and joints; E_CAPACITY with the sentence. */
fs_result fs__assemblyN_check_capacity(fs_worldN *w, uint32_t bodies, uint32_t joints);
/* Whether the shapes' definitions are valid and the rows of the materials that they need are there or can be created. */
fs_result fs__assemblyN_check_shapes(fs_worldN *w, const fs_shapeN_def *const *defs, unsigned count);

/* A body with one shape, or nothing: *out is then null. */
fs_result fs__assemblyN_create_body(fs_worldN *w, const fs_bodyN_def *at, const fs_geometryN *geometry,
                                    const fs_shapeN_def *shape, fs_bodyN *out);
/* Destroys the bodies that still exist; `bodies` may be NULL. */
void fs__assemblyN_destroy_bodies(fs_worldN *w, const fs_bodyN *bodies, uint32_t count);

/* Measures of a ragdoll in 1/64 of its height; angles in 1/64 turn (2 pi / 64 rad). */
static inline fs_rel fs__fraction_of_height(fs_rel height, int sixty_fourths)
{
    return (fs_rel)fs_round_shift64_sym((int64_t)height * sixty_fourths, 6);
}

static inline fs_rel fs__angle_of_turn(int sixty_fourths)
{
    return sixty_fourths * 6588397;
}

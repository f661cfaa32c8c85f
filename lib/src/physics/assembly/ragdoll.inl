/* ragdoll.inl: ragdolls made of bodies and joints.
 *
 * Template: included by a file of physics2d and of physics3d, which define
 *   struct bone bones[FS_BONEN_COUNT]: by bone, `parent` the bone that it is attached to, a lower one, or -1;
 *   bone_body(def, b), bone_shape(def, b, out): the body of a bone and its shape;
 *   bone_joint(w, def, ragdoll, i, out): the joint of bone i to its parent, both bodies exist.
 */

static fs_result create_bone(fs_worldN *w, const fs_ragdollN_def *def, const struct bone *b, fs_bodyN *out)
{
    fs_geometryN shape;
    const fs_bodyN_def at = bone_body(def, b);
    fs_result r = bone_shape(def, b, &shape);
    return r == FS_OK ? fs__assemblyN_create_body(w, &at, &shape, &def->shape, out) : r;
}

static fs_result attach_bone(fs_worldN *w, const fs_ragdollN_def *def, const fs_ragdollN *ragdoll, int i,
                             fs_jointN *out)
{
    fs_jointN_def joint;
    fs_result r = bone_joint(w, def, ragdoll, i, &joint);
    return r == FS_OK ? fs_jointN_create(w, &joint, out) : r;
}

static fs_result check_ragdoll(fs_worldN *w, const fs_ragdollN_def *def)
{
    const struct fs__range ranges[] = { { "height", def->height, FS_REL_ONE / 4, 8 * FS_REL_ONE, FS_REL_FRAC },
                                        { "stiffness", def->stiffness, 0, FS_WIDE_MAX, FS_WIDE_FRAC } };
    const fs_shapeN_def *const shape = &def->shape;
    fs_result r = fs__errorN_check(w, ranges, 2);
    if (r == FS_OK)
        r = fs__assemblyN_check_shapes(w, &shape, 1);
    for (int i = 0; i < FS_BONEN_COUNT && r == FS_OK; i++) {
        const fs_bodyN_def at = bone_body(def, &bones[i]);
        r = fs__bodyN_check_def(w, &at);
    }
    return r == FS_OK ? fs__assemblyN_check_capacity(w, FS_BONEN_COUNT, FS_BONEN_COUNT - 1) : r;
}

fs_result fs_ragdollN_create(fs_worldN *w, const fs_ragdollN_def *def, fs_ragdollN *out)
{
    const fs_ragdollN_def usual = fs_default_ragdollN_def(), *d = def != NULL ? def : &usual;
    fs_ragdollN ragdoll;
    memset(&ragdoll, 0, sizeof ragdoll);
    fs_result r = check_ragdoll(w, d);
    for (int i = 0; i < FS_BONEN_COUNT && r == FS_OK; i++) {
        r = create_bone(w, d, &bones[i], &ragdoll.bone[i]);
        if (r == FS_OK && bones[i].parent >= 0)
            r = attach_bone(w, d, &ragdoll, i, &ragdoll.joint[i]);
    }
    if (r != FS_OK)
        fs_ragdollN_destroy(w, &ragdoll);
    if (out != NULL)
        *out = ragdoll;
    return r;
}

void fs_ragdollN_destroy(fs_worldN *w, fs_ragdollN *ragdoll)
{
    if (ragdoll == NULL)
        return;
    fs__assemblyN_destroy_bodies(w, ragdoll->bone, FS_BONEN_COUNT);
    memset(ragdoll, 0, sizeof *ragdoll);
}

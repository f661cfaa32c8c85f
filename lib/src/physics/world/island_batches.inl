/* island_batches.inl: the input of the solver: awake bodies, their contacts and joints, in batches of islands
 * (physics/island_batches.h).
 *
 * Template: included once by island_batches.c of physics2d and of physics3d. Joints are solved all at once: a world with
 * active joints is one batch.
 */

/* ---- contacts and joints -------------------------------------------------------------------------------------- */

enum { AWAKE = FS__SOLVER_INDEX_AWAKE, DYNAMIC = FS__SOLVER_INDEX_DYNAMIC };

static void mark_bodies(struct fs__worldN_tick *tick)
{
    uint32_t rows = *tick->w->body.rows;
    tick->solver_index = fs_arena_take(&tick->arena, rows * sizeof *tick->solver_index);
    FS_ASSERT(tick->solver_index != NULL);
    for (uint32_t i = 0; i < rows; i++)
        tick->solver_index[i] = (tick->snapshot[i].awake == 1 ? AWAKE : 0u) |
                                (tick->snapshot[i].dynamic ? DYNAMIC : 0u);
}

/* Whether one body of a pair is awake and dynamic. */
static bool is_solved(const struct fs__worldN_tick *tick, uint32_t a, uint32_t b)
{
    return ((tick->solver_index[a] | tick->solver_index[b]) & DYNAMIC) != 0;
}

/* Solid contacts with points; speculative ones have points before they touch. */
static void list_contacts(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    uint32_t n = 0;
    tick->contact = fs_arena_take(&tick->arena, tick->active_contact_count * sizeof *tick->contact);
    tick->ends = fs_arena_take(&tick->arena, tick->active_contact_count * sizeof *tick->ends);
    FS_ASSERT(tick->contact != NULL && tick->ends != NULL);
    for (uint32_t i = 0; i < tick->active_contact_count; i++) {
        uint32_t c = tick->active_contact[i];
        if (w->contact.count[c] == 0 || (w->contact.flags[c] & FS__CONTACTN_SENSOR) != 0)
            continue;
        struct fs__contact_bodies ends = { w->shape.body[w->contact.shape_a[c]], w->shape.body[w->contact.shape_b[c]] };
        tick->contact[n] = c;
        tick->ends[n] = ends;
        n += is_solved(tick, ends.a, ends.b);
    }
    tick->contact_count = n;
}

static void list_joints(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    uint32_t a, b, n = 0;
    tick->joint = fs_arena_take(&tick->arena, *w->joint.rows * sizeof *tick->joint);
    FS_ASSERT(tick->joint != NULL);
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__jointN_bodies(w, j, &a, &b) && is_solved(tick, a, b))
            tick->joint[n++] = j;
    tick->joint_count = n;
}

static void group_islands(struct fs__worldN_tick *tick)
{
    uint32_t unknown = 0; /* the guess is that of the bodies whose tick is whole */
    bool guesses = !fs__worldN_is_divided(tick->w);
    struct fs__island_batches b = { .bodies = *tick->w->body.rows,
                                    .contact_count = tick->contact_count,
                                    .ends = tick->ends,
                                    .solver_index = tick->solver_index,
                                    .max_contacts = tick->w->batch_contacts,
                                    .is_one = tick->joint_count > 0,
                                    .single_island_ticks = guesses ? &tick->w->scratch->single_island_ticks
                                                                   : &unknown };
    fs__island_batches_build(&b, &tick->arena);
    tick->batch_order = b.batch_order;
    tick->batch_count = b.batch_count;
    tick->batch = b.batch;
}

/* ---- solver bodies --------------------------------------------------------------------------------------------------- */

static void list_solver_bodies(struct fs__worldN_tick *tick)
{
    uint32_t n = tick->batch[tick->batch_count].solver_body;
    tick->body_row = fs_arena_take(&tick->arena, n * sizeof *tick->body_row);
    tick->start_pose = fs_arena_take(&tick->arena, n * sizeof *tick->start_pose);
    tick->solver_body = fs_arena_take(&tick->arena, n * sizeof *tick->solver_body);
    FS_ASSERT(tick->body_row != NULL && tick->start_pose != NULL && tick->solver_body != NULL);
    tick->body_row[FS__SOLVERN_STATIC_BODY] = 0;
    memset(&tick->start_pose[FS__SOLVERN_STATIC_BODY], 0, sizeof *tick->start_pose);
    memset(&tick->solver_body[FS__SOLVERN_STATIC_BODY], 0, sizeof *tick->solver_body);
    for (uint32_t i = 0; i < *tick->w->body.rows; i++) {
        uint32_t m = tick->solver_index[i];
        if (m == FS__SOLVERN_STATIC_BODY)
            continue;
        tick->body_row[m] = i;
        tick->start_pose[m] = (fs_poseN){ tick->snapshot[i].pos, tick->snapshot[i].rot };
    }
    tick->solver_body_count = n;
}

void fs__islandN_build_batches(struct fs__worldN_tick *tick)
{
    mark_bodies(tick);
    list_contacts(tick);
    fs__contactN_leave_ghosts_out(tick);
    list_joints(tick);
    group_islands(tick);
    list_solver_bodies(tick);
}

/* ---- memory --------------------------------------------------------------------------------------------------- */

static size_t bytes_of(size_t count, size_t size)
{
    return FS_ARENA_BYTES(count * size);
}

static size_t pairs_size(uint32_t shapes, uint32_t contacts)
{
    return bytes_of((size_t)contacts + shapes, sizeof(fs__broadphase_pair)) +
           bytes_of(4 * (size_t)contacts + 64, sizeof(fs__broadphase_pair)) +
           bytes_of(contacts, sizeof(fs__broadphase_pair)) + bytes_of(contacts, sizeof(uint32_t)) +
           bytes_of(shapes, sizeof(uint32_t));
}

size_t fs__islandN_arena_size(uint32_t bodies, uint32_t shapes, uint32_t contacts, uint32_t joints)
{
    const struct fs__worldN_tick *tick = NULL; /* for the sizes of its lists */
    size_t solver_bodies = (size_t)bodies + 1;
    size_t lists = bytes_of(bodies, sizeof(struct fs__bodyN_snapshot)) + 5 * bytes_of(contacts, sizeof(uint32_t)) +
                   bytes_of(contacts, sizeof *tick->separation) + 2 * bytes_of(solver_bodies, sizeof(uint32_t)) +
                   bytes_of(solver_bodies, 2 * sizeof(int64_t)) + bytes_of(solver_bodies, sizeof(fs_poseN)) +
                   bytes_of(solver_bodies, sizeof(struct fs__solverN_body)) + bytes_of(joints, sizeof(uint32_t));
    size_t order = 2 * bytes_of((size_t)bodies + contacts + joints, sizeof(uint32_t));
    return lists + fs__island_batches_size(bodies, contacts) + bytes_of(contacts, sizeof(struct fs__contact_bodies)) +
           fs__island_sets_size(bodies) + pairs_size(shapes, contacts) + order;
}

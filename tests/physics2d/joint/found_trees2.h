/* found_trees2.h: the trees of joints that the direct solver of the plane finds in a fixture. */
#ifndef FS_TEST_FOUND_TREES2_H
#define FS_TEST_FOUND_TREES2_H

#include "physics2d/joint/joint_direct.h"

enum { FOUND_TREES2_MOST = 400 /* bodies, and joints */ };

struct found_trees2 {
    struct fs__direct2_solver direct;
    struct fs__world2_tick tick;
    uint32_t joint[FOUND_TREES2_MOST], body_row[FOUND_TREES2_MOST + 1], index[FOUND_TREES2_MOST + 1];
    struct fs__solver2_body body[FOUND_TREES2_MOST + 1];
    uint8_t memory[1 << 21];
};

static inline void find_trees2(struct fixture2 *t, struct found_trees2 *f)
{
    fs_arena arena = fs_arena_make(f->memory, sizeof f->memory);
    ck_assert(*t->w.body.rows <= FOUND_TREES2_MOST && *t->w.joint.rows <= FOUND_TREES2_MOST);
    ck_assert_uint_le(fs__direct2_arena_size(FOUND_TREES2_MOST, FOUND_TREES2_MOST), sizeof f->memory);
    f->tick = (struct fs__world2_tick){ .w = &t->w,
                                        .joint = f->joint,
                                        .body_row = f->body_row,
                                        .solver_index = f->index,
                                        .solver_body = f->body,
                                        .solver_body_count = 1,
                                        .joint_count = *t->w.joint.rows };
    for (uint32_t i = 0; i < *t->w.body.rows; i++) {
        bool moves = t->w.body.type[i] == FS_BODY2_DYNAMIC;
        f->index[i] = moves ? f->tick.solver_body_count++ : FS__SOLVER2_STATIC_BODY;
        f->body_row[f->index[i]] = i;
    }
    for (uint32_t i = 0; i < f->tick.joint_count; i++)
        f->joint[i] = i;
    ck_assert(fs__direct2_alloc(&f->direct, f->tick.joint_count, &arena));
    ck_assert(fs__direct2_find_trees(&f->direct, &f->tick, 8, arena));
}

#endif

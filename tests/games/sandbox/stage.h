/* stage.h: stages of the sandbox for its tests. */
#ifndef FS_TEST_SANDBOX_STAGE_H
#define FS_TEST_SANDBOX_STAGE_H

#include "games/builtin.h"
#include "games/sandbox/sandbox.h"
#include "games/play.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

struct stage {
    struct match m;
    struct sandbox_view v;
    struct fs_world2 w;
};

static inline struct stage stage_start(uint32_t players, const char *settings)
{
    struct stage s = { .m = match_start(&fs_game_sandbox, players, settings) };
    sandbox_bind(s.m.state, &s.v);
    fs_world2_bind(s.m.state, sandbox_T_physics2, NULL, &s.w);
    match_step(&s.m);
    return s;
}

/* An empty stage without gravity. */
static inline struct stage empty_stage(uint32_t players)
{
    return stage_start(players, "scene=2 start=0 gravity=0");
}

static inline void press_key(struct stage *s, uint32_t slot, unsigned held, unsigned command)
{
    match_press(&s->m, slot, held, command);
    match_step(&s->m);
    match_press(&s->m, slot, 0, 0);
}

static inline uint32_t selected(const struct stage *s, uint32_t slot)
{
    uint32_t row = UINT32_MAX;
    return fs__sandbox_selected_row(&s->v, &s->w, slot, &row) ? row : UINT32_MAX;
}

/* The slot makes something at a place and selects it. */
static inline uint32_t make_at(struct stage *s, uint32_t slot, unsigned command, fs_pos2 at)
{
    uint32_t row, before = s->v.stage.bodies[0];
    press_key(s, slot, 0, command);
    ck_assert_uint_eq(s->v.stage.bodies[0], before + 1);
    for (row = *s->v.thing.rows - 1; s->v.thing.maker[row] != slot + 1; row--)
        ;
    ck_assert_int_eq(fs_body2_set_pose(&s->w, fs_body2_at(&s->w, row), at, fs_rot2_identity()), FS_OK);
    ck_assert_int_eq(fs_body2_set_velocity(&s->w, fs_body2_at(&s->w, row), fs_vel2_zero(), 0), FS_OK);
    fs_handle handle = fs_body2_at(&s->w, row).handle;
    s->v.player.body[slot] = handle.index1;
    s->v.player.generation[slot] = handle.generation;
    return row;
}

#endif

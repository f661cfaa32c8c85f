/* explosion.h: the state of the game of charges, and what its files share.
 *
 * Players stand around a stage on which towers of bars stand, lay charges and fire them. Each charge explodes in three phases
 * (<fixstep/explosion.h>): an implosion draws bars and smoke together, a shock drives them apart, and in the chimney above the
 * charge the smoke rises as a mushroom. The middle of the stage is the origin, y up, metres.
 *
 * Bodies: 0 is the stage, then come the bars by tower and layer. Row i of `charge` has row i of `blast` and EXPLOSION_PARTICLES
 * rows of `smoke`; a slot owns EXPLOSION_CHARGES of them. Source of the idea: I. Millington, "Game Physics Engine Development",
 * chapter 17.
 */
#ifndef FS_GAMES_EXPLOSION_H
#define FS_GAMES_EXPLOSION_H

#include <fixstep/explosion.h>
#include <fixstep/force3.h>
#include <fixstep/kit/rules.h>
#include <fixstep/kit/scene3.h>
#include <fixstep/particle.h>

#define EXPLOSION_RULE_FIELDS(F, t)                    \
    F(t, WIDE, force, "N")  /* largest of the shock */ \
    F(t, WIDE, radius, "m") /* of the shock's reach */ \
    F(t, U32, towers, "")                              \
    F(t, U32, layers, "")          /* of two bars */   \
    F(t, U32, wait_ticks, "ticks") /* from the end of a round to the next */

/* One row. */
#define EXPLOSION_STAGE_FIELDS(F, t)                                           \
    F(t, U16, wait, "ticks") /* until the towers stand again; 0: they stand */ \
    F(t, U32, rounds, "")

/* One row a slot; all zero while nobody plays there. */
#define EXPLOSION_PLAYER_FIELDS(F, t)               \
    F(t, U8, active, "")                            \
    F(t, U8, held, "")  /* keys of the last tick */ \
    F(t, POS3, at, "m") /* crosshair */             \
    F(t, U32, fired, "")                            \
    F(t, U32, score, "") /* bars, in this round */  \
    F(t, U32, wins, "")

#define EXPLOSION_CHARGE_FIELDS(F, t) F(t, U8, state, "")

/* One row a bar. */
#define EXPLOSION_BAR_FIELDS(F, t) \
    F(t, U8, touched, "") /* slot + 1 of the last player whose charge was near, 0: none */

#define EXPLOSION_TABLES(T, P, g)           \
    T(g, rule, EXPLOSION_RULE_FIELDS)       \
    T(g, stage, EXPLOSION_STAGE_FIELDS)     \
    T(g, player, EXPLOSION_PLAYER_FIELDS)   \
    T(g, charge, EXPLOSION_CHARGE_FIELDS)   \
    T(g, blast, FS_EXPLOSION_FIELDS)        \
    T(g, bar, EXPLOSION_BAR_FIELDS)         \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, smoke, FS_PARTICLE_FIELDS)         \
    FS_WORLD3_TABLES(T, P, g)

FS_SCHEMA(explosion, EXPLOSION_TABLES)
FS_KIT_RULES(explosion, EXPLOSION_RULE_FIELDS)

enum {
    EXPLOSION_MAX_PLAYERS = 8,
    EXPLOSION_CHARGES = 3, /* of a player */
    EXPLOSION_DUST = 16,   /* particles of a charge that lie around it, and that it emits */
    EXPLOSION_SMOKE = 24,
    EXPLOSION_PARTICLES = EXPLOSION_DUST + EXPLOSION_SMOKE,
    EXPLOSION_KIND_DUST = 1,
    EXPLOSION_KIND_SMOKE,
    EXPLOSION_MAX_TOWERS = 8,
    EXPLOSION_MAX_LAYERS = 6,
    EXPLOSION_BODY_STAGE = 0,
    EXPLOSION_FIRST_BAR = 1,
    EXPLOSION_HALF_STAGE = 9,  /* m */
    EXPLOSION_EDGE = 8,        /* m: a crosshair stays within */
    EXPLOSION_FALLEN = 3,      /* m below the stage */
    EXPLOSION_BAR_LENGTH = 12, /* dm; the bars are 5 dm high and 4 dm wide */
    EXPLOSION_BOTS = 3
};

/* charge.state */
enum { EXPLOSION_FREE, EXPLOSION_LAID, EXPLOSION_FIRED, EXPLOSION_CHARGE_STATES };

static inline uint32_t fs__explosion_charge(uint32_t slot, uint32_t number)
{
    return slot * EXPLOSION_CHARGES + number;
}
/* Whether a bar is still on the stage. */
static inline bool fs__explosion_bar_stands(const struct fs_world3 *w, uint32_t bar)
{
    return (w->body.flags[EXPLOSION_FIRST_BAR + bar] & FS_BODY3_DISABLED) == 0;
}

/* ---- scene.c -------------------------------------------------------------------------------------------------------- */

fs_world3_limits fs__explosion_limits(uint32_t bars);
/* The world with the stage and all towers. */
fs_result fs__explosion_build(struct fs_world3 *w, const struct explosion_rules *rules, uint32_t hz);
/* Stacks the towers again. */
void fs__explosion_stack(struct explosion_view *v, struct fs_world3 *w, const struct explosion_rules *rules);

/* ---- charge.c ------------------------------------------------------------------------------------------------------- */

/* Lays a charge at the crosshair, when one is left. */
void fs__explosion_lay(struct explosion_view *v, uint32_t slot);
/* Fires all charges that the player has laid. */
void fs__explosion_fire(struct explosion_view *v, const struct explosion_rules *rules, const struct fs_world3 *w,
                        uint32_t slot);
/* Takes the charges of a player away, laid or fired. */
void fs__explosion_clear(struct explosion_view *v, uint32_t slot);
/* Lets smoke out of a fired charge, which is free again after its last phase. */
void fs__explosion_update_charge(struct explosion_view *v, uint32_t charge);
/* Moves the smoke by a tick; the arena holds a sum of forces for each particle. */
void fs__explosion_move_smoke(struct explosion_view *v, fs_arena arena);
/* The settings of the smoke's world: it weighs nothing. */
fs_particle_world_def fs__explosion_smoke_def(void);

/* view.c, bots.c */
void fs__explosion_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__explosion_keys(const fs_keys *keys, void *input);
extern const fs_bot fs__explosion_bots[EXPLOSION_BOTS];

#endif

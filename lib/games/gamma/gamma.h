/* gamma.h: types and functions shared by the files of the game of gamma correction.
 *
 * A textured wall is lit by two lamps that move. Keys switch the two halves of gamma correction: decoding of the texture
 * and encoding of the picture. The origin is in the middle of the wall, x to the right, y up, metres.
 *
 * These tables are the whole state of a match. Source: the article on gamma correction with its demo of four states.
 */
#ifndef FS_GAMES_GAMMA_H
#define FS_GAMES_GAMMA_H

#include <fixstep/sim.h>
#include <fixstep/kit/rules.h>

#define GAMMA_RULE_FIELDS(F, t)                              \
    F(t, U32, light, "percent") /* of a lamp's full light */ \
    F(t, U32, reach, "dm")      /* distance at which half of it is left */

#define GAMMA_SCENE_FIELDS(F, t)                                 \
    F(t, U8, decode, "")          /* the texture is decoded */   \
    F(t, U8, encode, "")          /* the picture is encoded */   \
    F(t, U8, dim, "")             /* both lamps at half light */ \
    F(t, U8, dim_key_held, "")    /* in the last tick */         \
    F(t, U32, angle, "turn/2^32") /* of the lamps on their way */

#define GAMMA_TABLES(T, P, g)     \
    T(g, rule, GAMMA_RULE_FIELDS) \
    T(g, scene, GAMMA_SCENE_FIELDS)

FS_SCHEMA(gamma, GAMMA_TABLES)
FS_KIT_RULES(gamma, GAMMA_RULE_FIELDS)

enum {
    GAMMA_LAMPS = 2,
    GAMMA_COLUMNS = 48, /* tiles of the wall */
    GAMMA_ROWS = 24,
    GAMMA_TILES_PER_METRE = 2,
    GAMMA_SECONDS = 12, /* of one round of the lamps */
    GAMMA_MAX_PLAYERS = 8
};

/* Choices of the input. */
enum { GAMMA_TOGGLE_DECODE = 1, GAMMA_TOGGLE_ENCODE = 2, GAMMA_TOGGLE_BOTH = 3, GAMMA_CHOICES = 3 };

/* A colour of the texture, 0xRRGGBB as stored. Columns from the left, rows from below. */
uint32_t fs__gamma_texel(uint32_t column, uint32_t row);
/* The light of both lamps on a tile, per channel (red, green, blue), 65536 for a lamp's full light. */
void fs__gamma_light(const struct gamma_view *v, uint32_t column, uint32_t row, uint32_t light[3]);
/* A stored colour lit by `light`, as the present state of the switches gives it. */
uint32_t fs__gamma_shade(const struct gamma_view *v, uint32_t stored, const uint32_t light[3]);

void fs__gamma_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);

#endif

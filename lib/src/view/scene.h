/* scene.h: a draw list laid out in a picture, in the order of painting.
 *
 * The step that all views share: it projects every item, cuts away what is
 * behind the eye, shades faces and sorts by distance. It must never know what
 * paints it.
 */
#ifndef FS_VIEW_SCENE_H
#define FS_VIEW_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <fixstep/draw.h>

#include "view/projection.h"

typedef struct fs__shape {
    fs_draw_kind kind;         /* all but FS_DRAW_HUD */
    bool filled;
    uint32_t colour;           /* with light */
    uint32_t order;            /* of the item in the list */
    uint32_t first, count;     /* scene->spots, or chars of the list for a text */
    fs__spot at;               /* middle of a circle, lower left of a text */
    double size;               /* radius or height in units of the picture */
    double distance;           /* the sorting key: far ones are painted first */
} fs__shape;

/* Owns its memory, which is kept from one layout to the next. */
typedef struct fs__scene {
    bool solid;                /* 3D */
    fs__shape *shapes;
    fs__spot *spots;
    fs__vec *seen;             /* one item's points, before and after cutting */
    size_t shape_count, spot_count;
    size_t shape_room, spot_room, seen_room;
} fs__scene;

/* Lays out a list in `width` by `height` units. A zeroed scene is empty.
 * E_MEMORY leaves the scene empty. */
fs_result fs__scene_layout(fs__scene *scene, const fs_draw *draw, double width, double height);
void fs__scene_free(fs__scene *scene);

#endif

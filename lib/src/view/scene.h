/* scene.h: a draw list laid out in a picture, in the order of painting.
 *
 * All views share this step: it projects every item, clips at the near plane,
 * shades faces and sorts by distance. It does not depend on a renderer.
 */
#ifndef FS_VIEW_SCENE_H
#define FS_VIEW_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <fixstep/draw.h>

#include "view/projection.h"

typedef struct fs__scene_item {
    fs_draw_kind kind; /* all but FS_DRAW_HUD and solids */
    bool filled;
    uint32_t colour;       /* shaded */
    uint32_t order;        /* of the item in the list */
    uint32_t first, count; /* scene->screen_points, or chars of the list for a text */
    fs__screen_point at;   /* middle of a circle, lower left of a text */
    double size;           /* radius or height in units of the picture */
    double distance;       /* sorting key: the farthest is painted first */
} fs__scene_item;

/* Owns its memory, which is kept from one layout to the next. */
typedef struct fs__scene {
    bool is_3d;
    bool is_solid; /* 3D with solids: the items are the texts, all else is in the list's mesh (mesh.h) */
    fs__scene_item *items;
    fs__screen_point *screen_points;
    fs__view_vec3 *view_points; /* one item's points, before and after clipping */
    size_t item_count, screen_point_count;
    size_t item_capacity, screen_point_capacity, view_point_capacity;
} fs__scene;

/* Lays out a list in `width` by `height` units. A zeroed scene is empty.
 * E_MEMORY leaves the scene empty. */
fs_result fs__scene_layout(fs__scene *scene, const fs_draw_list *draw, double width, double height);
void fs__scene_free(fs__scene *scene);

#endif

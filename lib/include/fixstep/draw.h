/* draw.h: a picture as a list of items that every view renders.
 *
 * A game describes a picture of its state: camera, circles, polygons, lines,
 * solids and text, in world metres, in 2D or 3D. The terminal view, the picture
 * writer and the window render the same list. Drawing reads the state and never writes it; no list is
 * hashed. Coordinates are fix16_t metres, colours 0xRRGGBB
 * (bits above the low 24 are ignored). +y is up, in 2D and in 3D, and axes are
 * right-handed: with x to the right and y up, z points at the reader.
 *
 * Every call accepts every number, because a view may draw any state, also one
 * from an untrusted peer. Lists are drawn in order, later items over
 * earlier ones; in 3D views sort by distance and shade filled shapes lightly. Lists with solids (spheres, capsules,
 * cylinders, cones, blocks, meshes) are drawn with a depth buffer, two lights and shadows.
 */
#ifndef FIXSTEP_DRAW_H
#define FIXSTEP_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <libfixmath/fix16.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_draw_point {
    fix16_t x, y, z;
} fs_draw_point; /* z = 0 in 2D */

typedef enum fs_draw_kind {
    FS_DRAW_CIRCLE,  /* 3D: a sphere */
    FS_DRAW_POLYGON, /* closed outline of points */
    FS_DRAW_LINE,    /* open line through points */
    FS_DRAW_TEXT,    /* anchored at its lower left corner */
    FS_DRAW_HUD,     /* a line of status text, placed by the view */
    /* Solids. Their points: */
    FS_DRAW_SPHERE,   /* the centre */
    FS_DRAW_CAPSULE,  /* the centres of both round ends */
    FS_DRAW_CYLINDER, /* the centres of both ends */
    FS_DRAW_CONE,     /* the centre of the base, the tip */
    FS_DRAW_BLOCK,    /* the centre, and the middles of the faces in its own +x, +y and +z */
    FS_DRAW_MESH      /* three corners of each triangle, counter-clockwise seen from outside */
} fs_draw_kind;

/* Bits of fs_draw_item.flags. */
enum {
    FS_DRAW_FILLED = 1,
    FS_DRAW_NO_SHADOW = 2,   /* a solid that other things cast shadows on and that casts none */
    FS_DRAW_GLOSS_SHIFT = 8, /* the eight bits from here are a solid's gloss */
    FS_DRAW_FLAG_BITS = 0xff03
};

/* The surface of a solid. */
typedef struct fs_draw_material {
    uint32_t colour; /* 0xRRGGBB */
    uint32_t gloss;  /* 0: matt, to 255: polished; larger values are taken as 255 */
    uint32_t flags;  /* 0 or FS_DRAW_NO_SHADOW */
} fs_draw_material;

typedef struct fs_draw_item {
    fs_draw_kind kind;
    uint32_t colour;       /* 0xRRGGBB */
    uint32_t flags;        /* FS_DRAW_FILLED and the like */
    fix16_t size;          /* radius of a circle or a round solid, height of text, in metres; >= 0 */
    uint32_t first, count; /* points[first..]: one for a circle or a text */
    uint32_t text, length; /* bytes chars[text..] of a text or a status line, no 0 */
} fs_draw_item;

/* A list holds at most this much; memory grows in steps up to these limits. */
enum {
    FS_DRAW_MAX_ITEMS = 131072,
    FS_DRAW_MAX_POINTS = 524288, /* of all items together */
    FS_DRAW_MAX_CHARS = 1048576, /* bytes of all texts together */
    FS_DRAW_MAX_TEXT = 256       /* bytes of one text; longer ones are cut */
};

/* The part of the world in the picture: a rectangle in 2D; in 3D an eye that looks
 * at a point with a vertical field of view in thousandths of a turn. */
typedef struct fs_camera {
    uint8_t dimensions;      /* 2 or 3 */
    fs_draw_point centre;    /* 2D: middle of the picture; 3D: target */
    fix16_t width, height;   /* 2D: extent shown at least, in metres */
    fs_draw_point eye;       /* 3D only */
    uint32_t fov_milliturns; /* 3D only */
    uint32_t background;
} fs_camera;

/* A draw list. Opaque; grows up to fixed limits, drops items beyond them
 * (fs_draw_dropped() counts those). The caller that created it destroys it; points
 * and texts are copied. */
typedef struct fs_draw_list fs_draw_list;

/* An empty list with the default camera. E_MEMORY. */
FS_API fs_result fs_draw_create(fs_draw_list **out);
/* NULL is allowed. */
FS_API void fs_draw_destroy(fs_draw_list *draw);
/* Empties the list and the count of dropped items and sets the default camera
 * (2D, 16 m by 9 m around the origin, black). Keeps the memory. */
FS_API void fs_draw_clear(fs_draw_list *draw);

/* Makes `to` a list like `from`. E_MEMORY, with an empty list. */
FS_API fs_result fs_draw_copy(fs_draw_list *to, const fs_draw_list *from);

/* The last camera set is the one of the whole list. An extent below one step of
 * fix16_t is taken as one step. */
FS_API void fs_draw_set_camera_2d(fs_draw_list *draw, fix16_t x, fix16_t y, fix16_t width, fix16_t height,
                                  uint32_t background);
/* The field of view is brought into 1..499 thousandths of a turn. An eye at its
 * target looks along -z. */
FS_API void fs_draw_set_camera_3d(fs_draw_list *draw, fs_draw_point eye, fs_draw_point target, uint32_t fov_milliturns,
                                  uint32_t background);
/* Names that a game's `draw` puts beside the bodies of players. A program sets them before; they stay until they are set
 * again, also over fs_draw_clear(). "" or NULL: none. A slot of FS_DRAW_MAX_NAMES or more is ignored. */
enum { FS_DRAW_MAX_NAMES = 64, FS_DRAW_NAME_BYTES = 24 };
FS_API void fs_draw_set_name(fs_draw_list *draw, uint32_t slot, const char *name);
/* Writes the name of a slot, or its number when it has none. `size` is 1 or more; FS_DRAW_NAME_BYTES hold every name. */
FS_API void fs_draw_get_name(const fs_draw_list *draw, uint32_t slot, char *name, size_t size);
/* The colour of a player, 0xRRGGBB: eight colours, repeated from slot 8 on. */
FS_API uint32_t fs_draw_player_colour(uint32_t slot);
/* The colour of a player in this picture, for lists of players beside it; fs_draw_player_colour() unless a game's `draw` sets
 * another one. fs_draw_clear() forgets what was set. A slot of FS_DRAW_MAX_NAMES or more is ignored. */
FS_API void fs_draw_set_colour(fs_draw_list *draw, uint32_t slot, uint32_t colour);
FS_API uint32_t fs_draw_get_colour(const fs_draw_list *draw, uint32_t slot);
/* A radius below zero is taken as zero, which draws a point. */
FS_API void fs_draw_circle(fs_draw_list *draw, fs_draw_point centre, fix16_t radius, uint32_t colour, uint32_t flags);
/* An outline may be concave; where it crosses itself the even-odd rule decides
 * what is inside. In 3D its points should lie in a plane. */
FS_API void fs_draw_polygon(fs_draw_list *draw, const fs_draw_point *points, size_t count, uint32_t colour,
                            uint32_t flags);
/* An open line through the points; one point draws a dot, none draws nothing. */
FS_API void fs_draw_line(fs_draw_list *draw, const fs_draw_point *points, size_t count, uint32_t colour);
FS_API void fs_draw_segment(fs_draw_list *draw, fs_draw_point from, fs_draw_point to, uint32_t colour);
/* The rectangle between two corners of equal z; with different z the six faces
 * of a box. */
FS_API void fs_draw_box(fs_draw_list *draw, fs_draw_point low, fs_draw_point high, uint32_t colour, uint32_t flags);
/* `text` in UTF-8 with a lower left corner at `at` and `height` in metres; a view
 * shows '?' for characters that it lacks. In 3D it faces the eye. */
FS_API void fs_draw_text(fs_draw_list *draw, fs_draw_point at, fix16_t height, uint32_t colour, const char *text);
/* A line of status text, placed by the view above the picture. */
FS_API void fs_draw_hud(fs_draw_list *draw, uint32_t colour, const char *text);

/* Solids are drawn with depth, two lights and shadows. In a list with at least one solid and a camera in 3D
 * everything but texts and status lines is drawn so: a filled circle as a sphere, a filled polygon as a face that casts
 * no shadow. Lists with a camera in 2D show no solids. A radius below zero is taken as zero. */
FS_API void fs_draw_sphere(fs_draw_list *draw, fs_draw_point centre, fix16_t radius, fs_draw_material material);
/* The points within `radius` of the segment from `a` to `b`. */
FS_API void fs_draw_capsule(fs_draw_list *draw, fs_draw_point a, fs_draw_point b, fix16_t radius,
                            fs_draw_material material);
FS_API void fs_draw_cylinder(fs_draw_list *draw, fs_draw_point a, fs_draw_point b, fix16_t radius,
                             fs_draw_material material);
/* `radius` is that of the base. */
FS_API void fs_draw_cone(fs_draw_list *draw, fs_draw_point base, fs_draw_point tip, fix16_t radius,
                         fs_draw_material material);
/* A box in any orientation: `x`, `y` and `z` are the middles of the faces in its own positive directions. */
FS_API void fs_draw_block(fs_draw_list *draw, fs_draw_point centre, fs_draw_point x, fs_draw_point y, fs_draw_point z,
                          fs_draw_material material);
/* Triangles, three corners each, counter-clockwise seen from outside; corners that make no whole triangle at the end are
 * left out. */
FS_API void fs_draw_mesh(fs_draw_list *draw, const fs_draw_point *corners, size_t count, fs_draw_material material);
/* Whether an item is one of the solids. */
static inline bool fs_draw_is_solid(const fs_draw_item *item)
{
    return item->kind >= FS_DRAW_SPHERE;
}

/* Reading a finished list; pointers stay valid until the next call that adds. */
FS_API const fs_camera *fs_draw_camera(const fs_draw_list *draw);
FS_API const fs_draw_item *fs_draw_items(const fs_draw_list *draw, size_t *count);
FS_API const fs_draw_point *fs_draw_points(const fs_draw_list *draw);
FS_API const char *fs_draw_chars(const fs_draw_list *draw);
/* Items that did not fit since the list was last empty. */
FS_API uint32_t fs_draw_dropped(const fs_draw_list *draw);

#ifdef __cplusplus
}
#endif
#endif

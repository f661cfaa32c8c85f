/* draw.h: what to see, as a list that every view renders.
 *
 * A game describes a picture of its state: camera, circles, polygons, lines and
 * text, in world metres, as 2D or 3D. The terminal, the window and the picture
 * writer each render the same list. Drawing reads the state and never writes
 * it; nothing here is hashed. Coordinates are fix16_t metres, colours 0xRRGGBB.
 */
#ifndef FIXSTEP_DRAW_H
#define FIXSTEP_DRAW_H

#include <stddef.h>
#include <stdint.h>
#include <libfixmath/fix16.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_point { fix16_t x, y, z; } fs_point;   /* z = 0 in 2D */

typedef enum fs_draw_kind {
    FS_DRAW_CIRCLE,    /* 3D: a sphere */
    FS_DRAW_POLYGON,   /* closed outline of points */
    FS_DRAW_LINE,      /* open line through points */
    FS_DRAW_TEXT,      /* anchored at its lower left corner */
    FS_DRAW_HUD        /* a line of status text, placed by the view */
} fs_draw_kind;

enum { FS_DRAW_FILLED = 1 };

typedef struct fs_draw_item {
    fs_draw_kind kind;
    uint32_t colour;        /* 0xRRGGBB */
    uint32_t flags;         /* FS_DRAW_FILLED */
    fix16_t size;           /* radius of a circle, height of text, in metres */
    uint32_t first, count;  /* points[first..] or bytes of text[first..] */
} fs_draw_item;

/* What the picture shows: a rectangle of the world in 2D; in 3D an eye looking
 * at a point with a vertical field of view in thousandths of a turn. */
typedef struct fs_camera {
    uint8_t dimensions;           /* 2 or 3 */
    fs_point centre;              /* 2D: middle of the picture; 3D: target */
    fix16_t width, height;        /* 2D: extent shown at least, in metres */
    fs_point eye;                 /* 3D only */
    uint32_t fov_milliturns;      /* 3D only */
    uint32_t background;
} fs_camera;

/* A list under construction; opaque, grows up to a fixed limit of items, and
 * drops what comes after it (fs_draw_dropped() counts). */
typedef struct fs_draw fs_draw;

FS_API fs_result fs_draw_create(fs_draw **out);
FS_API void fs_draw_destroy(fs_draw *draw);
FS_API void fs_draw_clear(fs_draw *draw);

FS_API void fs_draw_camera_2d(fs_draw *draw, fix16_t x, fix16_t y, fix16_t width, fix16_t height, uint32_t background);
FS_API void fs_draw_camera_3d(fs_draw *draw, fs_point eye, fs_point target, uint32_t fov_milliturns, uint32_t background);
FS_API void fs_draw_circle(fs_draw *draw, fs_point centre, fix16_t radius, uint32_t colour, uint32_t flags);
FS_API void fs_draw_polygon(fs_draw *draw, const fs_point *points, size_t count, uint32_t colour, uint32_t flags);
FS_API void fs_draw_line(fs_draw *draw, const fs_point *points, size_t count, uint32_t colour);
FS_API void fs_draw_segment(fs_draw *draw, fs_point from, fs_point to, uint32_t colour);
FS_API void fs_draw_box(fs_draw *draw, fs_point low, fs_point high, uint32_t colour, uint32_t flags);
FS_API void fs_draw_text(fs_draw *draw, fs_point at, fix16_t height, uint32_t colour, const char *text);
FS_API void fs_draw_hud(fs_draw *draw, uint32_t colour, const char *text);

/* Reading a finished list; pointers stay valid until the next call that adds. */
FS_API const fs_camera *fs_draw_camera(const fs_draw *draw);
FS_API const fs_draw_item *fs_draw_items(const fs_draw *draw, size_t *count);
FS_API const fs_point *fs_draw_points(const fs_draw *draw);
FS_API const char *fs_draw_chars(const fs_draw *draw);
FS_API uint32_t fs_draw_dropped(const fs_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

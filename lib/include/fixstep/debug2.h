/* debug2.h: pictures of a 2D world: what it holds, and what goes on inside it.
 *
 * For every game's view and for the search of faults. Drawing reads the state and never writes it; nothing here is
 * part of a step.
 */
#ifndef FIXSTEP_DEBUG2_H
#define FIXSTEP_DEBUG2_H

#include <fixstep/body2.h>
#include <fixstep/draw.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What to draw, any of these together; drawn in this order, later ones on top. */
enum {
    FS_DRAW2_TREE = 1,        /* inner boxes of the search tree */
    FS_DRAW2_AABBS = 2,       /* the box kept for each shape: bright while it is new */
    FS_DRAW2_SHAPES = 4,      /* filled, coloured by what the body is: see below */
    FS_DRAW2_ISLANDS = 8,     /* outlines coloured by the group of bodies that sleeps and wakes together */
    FS_DRAW2_JOINTS = 16,     /* from centres to anchors, and between the anchors */
    FS_DRAW2_CENTRES = 32,    /* of mass, with the body's axes */
    FS_DRAW2_CONTACTS = 64,   /* points, normals, impulses */
    FS_DRAW2_SLEEPING = 128,  /* outlines of the shapes of sleeping bodies */
    FS_DRAW2_VELOCITIES = 256 /* of the centre of mass: 1 m for 4 m/s, each component at most 4 m */
};

/* Colours of shapes, in this order: a sensor; of a disabled body; static; kinematic; asleep; a bullet; dynamic. */
#define FS_DRAW2_SENSOR 0x8A6FB0
#define FS_DRAW2_DISABLED 0x404040
#define FS_DRAW2_STATIC 0x5F7F5F
#define FS_DRAW2_KINEMATIC 0x5F7FCF
#define FS_DRAW2_ASLEEP 0x7F7F8F
#define FS_DRAW2_BULLET 0xDF8F5F
#define FS_DRAW2_DYNAMIC 0xDFBF8F

/* A window for reading alone, as fs_world2_bind() without scratch: for a game's draw. Nothing may be changed
 * through it. */
FS_API void fs_world2_bind_readonly(const fs_state *state, unsigned first_table, struct fs_world2 *w);

/* Adds the picture to the list; the camera is the caller's. Works memory out for itself where it needs some; what
 * finds none is left out. */
FS_API void fs_world2_draw(const struct fs_world2 *w, fs_draw_list *draw, uint32_t what);

/* One shape as a filled body and an outline, for a game that picks its own colours. A circle gets a line that shows
 * its rotation. */
FS_API void fs_world2_draw_shape(const struct fs_world2 *w, fs_draw_list *draw, uint32_t shape, uint32_t fill,
                                 uint32_t outline);
/* The same for a shape that is on no body. */
FS_API void fs_geometry2_draw(const fs_geometry2 *geometry, fs_pose2 pose, fs_draw_list *draw, uint32_t fill,
                              uint32_t outline);

#ifdef __cplusplus
}
#endif
#endif

/* debug3.h: debug drawing of a 3D world: shapes, joints, contacts, islands, the search tree.
 *
 * For the views of games and for debugging. Drawing reads the state and never writes it; nothing here is part of a step.
 */
#ifndef FIXSTEP_DEBUG3_H
#define FIXSTEP_DEBUG3_H

#include <fixstep/body3.h>
#include <fixstep/draw.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Parts to draw, in any combination; drawn in this order, later ones on top. */
enum {
    FS_DRAW3_TREE = 1,        /* inner boxes of the search tree */
    FS_DRAW3_AABBS = 2,       /* the fat AABB of each shape: bright in the tick in which it is new */
    FS_DRAW3_SHAPES = 4,      /* filled, coloured by the type and state of the body: see below */
    FS_DRAW3_ISLANDS = 8,     /* outlines of dynamic bodies, one colour for each island */
    FS_DRAW3_JOINTS = 16,     /* from centres to anchors, and between the anchors */
    FS_DRAW3_CENTRES = 32,    /* of mass, with the body's axes */
    FS_DRAW3_CONTACTS = 64,   /* points, normals, impulses */
    FS_DRAW3_SLEEPING = 128,  /* outlines of the shapes of sleeping bodies */
    FS_DRAW3_VELOCITIES = 256 /* of the centre of mass: 1 m for 4 m/s, each component at most 4 m */
};

/* Colours of shapes, in this order: a sensor; of a disabled body; static; kinematic; asleep; a bullet; dynamic. */
#define FS_DRAW3_SENSOR 0x8A6FB0
#define FS_DRAW3_DISABLED 0x404040
#define FS_DRAW3_STATIC 0x5F7F5F
#define FS_DRAW3_KINEMATIC 0x5F7FCF
#define FS_DRAW3_ASLEEP 0x7F7F8F
#define FS_DRAW3_BULLET 0xDF8F5F
#define FS_DRAW3_DYNAMIC 0xDFBF8F

/* A read-only view, as fs_world3_bind() without scratch: for a game's draw function. Nothing may be changed through it. */
FS_API void fs_world3_bind_readonly(const fs_state *state, unsigned first_table, struct fs_world3 *w);

/* Adds the parts `what` (bits of FS_DRAW3_) to the list, in world metres; the camera is the caller's. TREE and ISLANDS
 * allocate memory for the duration of the call and are left out when there is none. */
FS_API void fs_world3_draw(const struct fs_world3 *w, fs_draw_list *draw, uint32_t what);

/* The shape of a row, filled (colour `fill`) and with an outline, both 0xRRGGBB. Round sides
 * are drawn as flat ones. Nothing is drawn for a row that is not in use. */
FS_API void fs_world3_draw_shape(const struct fs_world3 *w, fs_draw_list *draw, uint32_t shape, uint32_t fill,
                                 uint32_t outline);
/* The same for a valid geometric value at a pose. */
FS_API void fs_geometry3_draw(const fs_geometry3 *geometry, fs_pose3 pose, fs_draw_list *draw, uint32_t fill,
                              uint32_t outline);
/* The same as a solid (draw.h), with depth, light and shadow. */
FS_API void fs_world3_draw_solid(const struct fs_world3 *w, fs_draw_list *draw, uint32_t shape,
                                 fs_draw_material material);
FS_API void fs_geometry3_draw_solid(const fs_geometry3 *geometry, fs_pose3 pose, fs_draw_list *draw,
                                    fs_draw_material material);

#ifdef __cplusplus
}
#endif
#endif

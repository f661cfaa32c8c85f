/* peers3.h: other 3D engines on the same scene, where configure found them.
 *
 * A scene is a list of bodies in creation order, joints and triangles; every engine runs it with its own default solver
 * settings, friction 0.6 for every pair, no restitution, density 1, gravity (0, -10, 0), 60 ticks a second.
 */
#ifndef FS_BENCH_PEERS3_H
#define FS_BENCH_PEERS3_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER3_BALL, PEER3_BOX, PEER3_CAPSULE };

struct peer3_body {
    int type;
    double at[3], half[3]; /* radius of a ball: half[0]; of a capsule too, half its segment: half[1], along its own y */
    double rot[4];         /* x, y, z, w */
    double vel[3];         /* m/s */
    double density;        /* kg/m^3; 0: immovable */
    double spin;           /* rad/s: a box that turns about the z axis of the world */
    int group;             /* bodies of one group below 0 do not collide */
};

/* Triangles of an immovable body, counter-clockwise from the free side. */
struct peer3_mesh {
    double *vertex;  /* x, y, z in the axes of the world */
    uint32_t *index; /* three for each triangle */
    uint32_t vertices, triangles;
};

/* Between bodies that do not collide, in their poses of the start; all angles are 0 there. */
struct peer3_joint {
    uint32_t a, b;
    double at[3];
    double rot[4];       /* its x axis is that of the hinge and of the twist */
    bool hinge, limited; /* not a hinge: a ball */
    double lower, upper; /* rad, of the hinge, or of the twist */
    double swing;        /* rad, of a ball */
};

struct peer3_scene {
    struct peer3_body *body;
    struct peer3_joint *joint;
    struct peer3_mesh mesh; /* without triangles: none */
    uint32_t bodies, joints;
    bool sleep;
};

#ifndef __cplusplus
struct fs_world3;
/* The scene of a world before its first tick, whose bodies are not rotated: moving bodies have one ball, cube or capsule,
 * others any number of boxes; one surface. Release with peer3_scene_free(). */
void peer3_scene_copy(const struct fs_world3 *w, bool sleep, struct peer3_scene *out);
void peer3_scene_free(struct peer3_scene *scene);
#endif

struct peer3 {
    const char *name;
    void *(*open)(const struct peer3_scene *scene); /* keeps nothing of it */
    void (*tick)(void *world);
    void (*close)(void *world);
};

extern const struct peer3 peer3_bullet, peer3_ode;

#ifdef __cplusplus
}
#endif
#endif

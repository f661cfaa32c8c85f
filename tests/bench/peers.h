/* peers.h: a 2D scene that any engine can build, and the engines that configure found.
 *
 * Every engine runs a scene with its own default solver settings (Box2D 2.4 without continuous collision), friction 0.6
 * for every pair, no restitution, 60 ticks a second. Lengths in m, angles in rad, velocities in m/s and rad/s, density in
 * kg/m^2, torque in N m. Angles and rotations count counter-clockwise.
 */
#ifndef FS_BENCH_PEERS_H
#define FS_BENCH_PEERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum peer_body_type { PEER_STATIC, PEER_KINEMATIC, PEER_DYNAMIC };
enum peer_shape_kind { PEER_DISC, PEER_BOX, PEER_POLYGON };
enum { PEER_MAX_CORNERS = 8 };

/* On a body, in its frame: a disc of radius half_x, a box turned by `angle`, or a regular polygon whose corners lie at
 * half_x from its centre, the first one in the direction `angle`. */
struct peer_shape {
    uint32_t body;
    enum peer_shape_kind kind;
    int corners; /* of a polygon */
    double x, y, angle, half_x, half_y;
};

struct peer_body {
    enum peer_body_type type;
    double x, y, vx, vy, angular_velocity, density;
};

/* Ties two bodies at a point of the world; they do not collide. Limits of the angle where lower < upper, a motor where
 * torque > 0. */
struct peer_hinge {
    uint32_t a, b;
    double x, y, lower, upper, speed, torque;
};

/* All in creation order; the shapes of one body follow each other. */
struct peer_scene {
    struct peer_body *body;
    struct peer_shape *shape;
    struct peer_hinge *hinge;
    uint32_t bodies, shapes, hinges;
    double gravity; /* along y, m/s^2 */
    int sleep;
};

struct peer {
    const char *name;
    void *(*open)(const struct peer_scene *scene);
    void (*tick)(void *world);
    void (*close)(void *world);
};

extern const struct peer peer_chipmunk, peer_box2d, peer_box2d3;
/* Those that were built in; ends with NULL. */
enum { MAX_PEERS = 3 };
extern const struct peer *const bench_peers[MAX_PEERS + 1];

/* The corners of a shape that is no disc, in the body's frame, counter-clockwise; returns how many. */
int peer_shape_corners(const struct peer_shape *shape, double corner[PEER_MAX_CORNERS][2]);

#ifdef __cplusplus
}
#endif
#endif

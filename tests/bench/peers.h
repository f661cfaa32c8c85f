/* peers.h: other 2D engines on the same scene, where configure found them.
 *
 * A scene is a list of bodies in creation order; every engine runs it with its own default solver settings, friction
 * 0.6 for every pair, no restitution, density 1, gravity (0, -10), 60 ticks a second.
 */
#ifndef FS_BENCH_PEERS_H
#define FS_BENCH_PEERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_DISC = 0, PEER_BOX = 1, PEER_WALL = 2 };

struct peer_body {
    int type;
    double x, y, half_x, half_y; /* a disc has the radius half_x */
};

/* Ties two bodies of the list at a point of the world; they do not collide. */
struct peer_hinge {
    uint32_t a, b;
    double x, y;
};

struct peer {
    const char *name;
    void *(*open)(const struct peer_body *body, uint32_t count, int sleep);
    void *(*open_tied)(const struct peer_body *body, uint32_t count, const struct peer_hinge *hinge, uint32_t hinges);
    void (*tick)(void *world);
    void (*close)(void *world);
};

extern const struct peer peer_chipmunk, peer_box2d;

#ifdef __cplusplus
}
#endif
#endif

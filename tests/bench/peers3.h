/* peers3.h: other 3D engines on the same scene, where configure found them.
 *
 * A scene is a list of bodies in creation order; every engine runs it with its own default solver settings, friction
 * 0.6 for every pair, no restitution, density 1, gravity (0, -10, 0), 60 ticks a second.
 */
#ifndef FS_BENCH_PEERS3_H
#define FS_BENCH_PEERS3_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER3_BALL = 0, PEER3_BOX = 1, PEER3_WALL = 2 };

struct peer3_body {
    int type;
    double at[3], half[3]; /* a ball has the radius half[0] */
    double rot[4];         /* x, y, z, w */
    double vel[3];         /* m/s */
    double density;        /* kg/m^3; of a wall 0 */
    double spin;           /* rad/s: a wall that turns about the z axis of the world */
};

struct peer3 {
    const char *name;
    void *(*open)(const struct peer3_body *body, uint32_t count, int sleep);
    void (*tick)(void *world);
    void (*close)(void *world);
};

extern const struct peer3 peer3_bullet, peer3_ode;

#ifdef __cplusplus
}
#endif
#endif

/* joint_solve.c: joints inside the solver. */
#include "phys/two/joint.h"
#include "phys/two/world.h"

size_t fs__two_joints_size(uint32_t joints)
{
    return FS_ARENA_BYTES(16u * (size_t)joints + 64u);
}

struct fs__two_joints *fs__two_joints_prepare(struct fs__two_tick *tick)
{
    (void)tick;
    return NULL;
}

void fs__two_joints_warm(struct fs__two_joints *j)
{
    (void)j;
}

void fs__two_joints_solve(struct fs__two_joints *j, bool use_bias)
{
    (void)j;
    (void)use_bias;
}

void fs__two_joints_store(struct fs__two_joints *j)
{
    (void)j;
}

/* world_valid.c: whether a world that came from elsewhere can be stepped. Changes nothing. */
#include "phys/two/body.h"
#include "phys/two/joint.h"
#include "phys/two/world.h"

bool fs_world2_valid(const struct fs_world2 *w)
{
    return *w->rules.rows == 1 && fs__two_joints_valid(w);
}

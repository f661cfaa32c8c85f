/* joint_valid.c: which rows of joint3 the step accepts. */
#include "physics3d/joint/joint.h"

/* The solver has no rows for joints yet, so no state with a joint is valid. */
bool fs__joint3_row_valid(const struct fs_world3 *w, uint32_t row)
{
    (void)w;
    (void)row;
    return false;
}

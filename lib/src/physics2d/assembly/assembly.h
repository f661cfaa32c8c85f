/* assembly.h: what the builders of assemblies share. */
#ifndef FS_PHYS_TWO_ASSEMBLY2_H
#define FS_PHYS_TWO_ASSEMBLY2_H

#include <fixstep/assembly2.h>

/* A body with one shape, or nothing: *out is then null. */
fs_result fs__assembly2_part(struct fs_world2 *w, const fs_body2_def *at, const fs_shape2 *shape, const fs_form2_def *form,
                             fs_body2 *out);

#endif

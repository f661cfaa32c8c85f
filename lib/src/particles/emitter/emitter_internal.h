/* emitter_internal.h: slots and boundaries of fireworks and sparks. */
#ifndef FS_PARTICLES_EMITTER_INTERNAL_H
#define FS_PARTICLES_EMITTER_INTERNAL_H

#include <fixstep/emitter.h>

#include "particles/particle_internal.h"

/* The next slot of a ring of `count` (above 0); valid for any content of the row. */
uint32_t fs__emitter_next_ring_slot(struct fs_emitter *emitter, uint32_t count);
/* Counts starts without a slot; saturates. */
void fs__emitter_count_dropped(struct fs_emitter *emitter, uint32_t starts);

/* Applies the boundary to one particle; true when the particle ends. */
bool fs__emitter_apply_boundary(const struct fs_emitter *emitter, fs_pos3 *pos, fs_vel3 *vel);

/* fs_spark_start() with the search for a free slot from *from on; all slots below it are in use. */
fs_result fs__spark_start_from(struct fs_sparks *s, const fs_spark_def *def, uint32_t *from);

#endif

/* emitter_internal.h: slots and edges, which fireworks and sparks share. */
#ifndef FS_PARTICLES_EMITTER_INTERNAL_H
#define FS_PARTICLES_EMITTER_INTERNAL_H

#include <fixstep/emitter.h>

/* The slot a ring takes next of `count` (above 0), whatever the row says. */
uint32_t fs__emitter_next_ring_slot(struct fs_emitter *emitter, uint32_t count);
/* Counts starts that found no slot; the count stops at its largest number. */
void fs__emitter_count_dropped(struct fs_emitter *emitter, uint32_t starts);

/* Lets the edges act on one particle; true when it must end. */
bool fs__emitter_apply_boundary(const struct fs_emitter *emitter, fs_pos3 *pos, fs_vel3 *vel);

/* fs_spark_start() that looks for a free slot from *from on, below which all are taken. */
fs_result fs__spark_start_from(struct fs_sparks *s, const fs_spark_def *def, uint32_t *from);

#endif

/* keyframe.h: the stream and the whole state as one compressed run of bytes, as SNAPSHOT carries it.
 *
 * A zstd frame with a checksum of its content, and a frame that zstd skips with the state hash. The checksum finds bytes that were
 * changed; the state hash finds a state that is another one where it is loaded.
 */
#ifndef FS_LOCKSTEP_SPECTATE_KEYFRAME_H
#define FS_LOCKSTEP_SPECTATE_KEYFRAME_H

#include "lockstep/stream.h"

enum { FS__KEYFRAME_TAIL = 16 }; /* u32 magic of a skippable frame, u32 size of the state hash, u64 state hash */

/* A keyframe of the stream and then the state's canonical bytes, allocated with malloc; NULL when out of memory. */
uint8_t *fs__keyframe_make(const fs_stream *stream, fs_sim *sim, size_t *size, size_t *raw_size);

/* Most bytes of a keyframe of so many raw ones. */
size_t fs__keyframe_bound(size_t raw_size);
/* The raw bytes, and the state hash that the state in them must have. Returns their size; 0 when they are damaged, or more than
 * `capacity`. */
size_t fs__keyframe_open(uint8_t *raw, size_t capacity, const uint8_t *bytes, size_t size, uint64_t *state_hash);

#endif

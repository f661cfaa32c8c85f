/* keyframe.h: the stream and the whole state as one compressed run of bytes, as SNAPSHOT carries it. */
#ifndef FS_LOCKSTEP_SPECTATE_KEYFRAME_H
#define FS_LOCKSTEP_SPECTATE_KEYFRAME_H

#include "lockstep/stream.h"

/* A zstd frame of the stream and then the state's canonical bytes, allocated with malloc; NULL when out of memory. */
uint8_t *fs__keyframe_make(const fs_stream *stream, fs_sim *sim, size_t *size, size_t *raw_size);

#endif

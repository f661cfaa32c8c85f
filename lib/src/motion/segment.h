/* segment.h: the reference that tests compare fs_segment_intersect2() with. */
#ifndef FS_MOTION_SEGMENT_H
#define FS_MOTION_SEGMENT_H

#include <fixstep/segment.h>

/* fs_segment_intersect2() without the test of bounding boxes. */
fs_intersection2 fs__segment_intersect2_unboxed(fs_pos2 a0, fs_pos2 a1, fs_pos2 b0, fs_pos2 b1);

#endif

/* event2.h: the events of the last step of a 2D world.
 *
 * Events lie in scratch and are valid until the next step: a game reads w->events right after fs_world2_step(). Calls
 * between two steps (a body destroyed, woken) are reported with the step that follows. Order: by kind, then by (shape_a,
 * shape_b) rows, then by joint or body row. No two events compare equal, so their order is unique. Handles of objects that
 * are gone by then are stale. Members that a kind does not name are zero. A pair that a call parts while it touches (such as
 * fs_shape2_set_filter()) is made anew by the step: its BEGIN stands before the END of the pair that was.
 */
#ifndef FIXSTEP_EVENT2_H
#define FIXSTEP_EVENT2_H

#include <fixstep/body2.h>

typedef enum fs_event2_kind {
    FS_EVENT2_BEGIN = 1,    /* two shapes began to touch */
    FS_EVENT2_END,          /* two shapes stopped touching, or one of them was destroyed */
    FS_EVENT2_HIT,          /* impact faster than the world's restitution_threshold: at, normal, speed, impulse */
    FS_EVENT2_SENSOR_BEGIN, /* shape_a is the sensor */
    FS_EVENT2_SENSOR_END,
    FS_EVENT2_JOINT_BREAK, /* `joint` of body_a and body_b broke and was destroyed */
    FS_EVENT2_SLEEP,       /* body_a fell asleep */
    FS_EVENT2_WAKE         /* body_a woke */
} fs_event2_kind;

typedef struct fs_event2 {
    uint8_t kind; /* fs_event2_kind */
    fs_shape2 shape_a, shape_b;
    fs_body2 body_a, body_b;
    fs_joint2 joint;
    fs_pos2 at;              /* HIT: the contact point, m */
    fs_unit2 normal;         /* HIT: from a to b */
    fs_vel speed;            /* HIT: speed of approach along the normal, m/s */
    fs_wide impulse;         /* HIT: sum of the normal impulses of the tick, N s */
    uint64_t user_a, user_b; /* of the shapes; JOINT_BREAK, SLEEP, WAKE: user_a of the joint or body */
} fs_event2;

#endif

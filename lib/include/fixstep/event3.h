/* event3.h: the events of the last step of a 3D world.
 *
 * Events lie in scratch and are valid until the next step: a game reads w->events right after fs_world3_step(). Calls
 * between two steps (a body destroyed, woken) are reported with the step that follows. Order: by kind, then by (shape_a,
 * shape_b) rows, then by joint or body row. No two events compare equal, so their order is unique. Handles of objects that
 * are gone by then are stale. Members that a kind does not name are zero. A pair that a call parts while it touches (such as
 * fs_shape3_set_filter()) is made anew by the step: its BEGIN stands before the END of the pair that was.
 *
 * Sensors see what overlaps them at the end of a tick where one of the two bodies is awake: bodies of every type, but no
 * other sensors. A sensor made over a body that sleeps reports it when that wakes; what is through a sensor within a tick
 * is not reported.
 */
#ifndef FIXSTEP_EVENT3_H
#define FIXSTEP_EVENT3_H

#include <fixstep/body3.h>

typedef enum fs_event3_kind {
    FS_EVENT3_BEGIN = 1,    /* two shapes began to touch */
    FS_EVENT3_END,          /* two shapes stopped touching, or one of them was destroyed */
    FS_EVENT3_HIT,          /* impact faster than the world's restitution_threshold: at, normal, speed, impulse */
    FS_EVENT3_SENSOR_BEGIN, /* shape_a is the sensor */
    FS_EVENT3_SENSOR_END,
    FS_EVENT3_JOINT_BREAK, /* `joint` of body_a and body_b broke and was destroyed */
    FS_EVENT3_SLEEP,       /* body_a fell asleep */
    FS_EVENT3_WAKE         /* body_a woke */
} fs_event3_kind;

typedef struct fs_event3 {
    uint8_t kind; /* fs_event3_kind */
    fs_shape3 shape_a, shape_b;
    fs_body3 body_a, body_b;
    fs_joint3 joint;
    fs_pos3 at;              /* HIT: the contact point, m */
    fs_unit3 normal;         /* HIT: from a to b */
    fs_vel speed;            /* HIT: speed of approach along the normal, m/s */
    fs_wide impulse;         /* HIT: sum of the normal impulses of the tick, N s */
    uint64_t user_a, user_b; /* of the shapes; JOINT_BREAK, SLEEP, WAKE: user_a of the joint or body */
} fs_event3;

#endif

/* event2.h: what happened in the last step of a 2D world.
 *
 * Events lie in scratch and are valid until the next step; a game reads them right after fs_world2_step(), in the
 * same step of its own. Order: by kind, then by (shape_a, shape_b) rows, then by joint or body row.
 */
#ifndef FIXSTEP_EVENT2_H
#define FIXSTEP_EVENT2_H

#include <fixstep/body2.h>

typedef enum fs_event2_kind {
    FS_EVENT2_BEGIN = 1,    /* two shapes began to touch */
    FS_EVENT2_END,          /* ceased to touch (also: one of them is gone) */
    FS_EVENT2_HIT,          /* met faster than the world's restitution_threshold: `speed`, `impulse`, `at` */
    FS_EVENT2_SENSOR_BEGIN, /* shape_a is the sensor */
    FS_EVENT2_SENSOR_END,
    FS_EVENT2_JOINT_BREAK, /* `joint` broke and is gone */
    FS_EVENT2_SLEEP,       /* `body_a` fell asleep / woke */
    FS_EVENT2_WAKE
} fs_event2_kind;

typedef struct fs_event2 {
    uint8_t kind;
    fs_shape2 shape_a, shape_b;
    fs_body2 body_a, body_b;
    fs_joint2 joint;
    fs_pos2 at;              /* HIT: the point */
    fs_unit2 normal;         /* HIT: from a to b */
    fs_vel speed;            /* HIT: approach, m/s */
    fs_wide impulse;         /* HIT: normal impulse of the tick, N s */
    uint64_t user_a, user_b; /* of the shapes; body and joint events: of body or joint */
} fs_event2;

#endif

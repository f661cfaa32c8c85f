/* row.h: one contact point, or one part of a joint, of the worst-first resolver: its basis, its matrix and its impulse.
 *
 * Method: I. Millington, "Game Physics Engine Development" (2010), chapters 14 and 15. Impulses are in velocity units of the
 * pair: divided by its mass m = 1/(1/m_a + 1/m_b). The matrix K of a row then has no unit and, where no axis is locked, no
 * eigenvalue below 1, whatever the masses in kg are. A positive impulse along an axis pushes b along it and a against it: the
 * normal leads from a to b.
 */
#ifndef FS_PHYSICS3D_RESOLVER_ROW_H
#define FS_PHYSICS3D_RESOLVER_ROW_H

#include "physics3d/solver/contact_solver.h"

typedef enum fs__resolver3_kind {
    FS__RESOLVER3_CONTACT,
    FS__RESOLVER3_POINT, /* two anchors coincide: a contact that sticks and pulls */
    FS__RESOLVER3_ROD,   /* their distance along the normal is kept */
    FS__RESOLVER3_CABLE  /* it is limited: a contact without friction that pulls */
} fs__resolver3_kind;

/* Elements of K. */
enum { FS__K3_00, FS__K3_01, FS__K3_02, FS__K3_11, FS__K3_12, FS__K3_22, FS__K3_COUNT };
enum { FS__K3_FRAC = 24 };

/* Sides: [0] is a, [1] is b. */
struct fs__resolver3_row {
    uint32_t a, b;           /* solver bodies */
    uint32_t source;         /* place in tick->contact or in tick->joint */
    uint8_t kind;            /* fs__resolver3_kind */
    uint8_t point;           /* of the contact, or part of the joint */
    uint8_t moves;           /* bit 0: a, bit 1: b */
    uint8_t locked;          /* an axis of a body is locked */
    fs_unit3 axis[3];        /* normal, two tangents */
    fs_rel3 arm[2];          /* from the centres of mass, m */
    fs_unit share[2];        /* m/m_a, m/m_b; 0 for a body that does not move */
    uint8_t locks[2];        /* bits 0..2: the axes x, y, z of the world along which a side does not move */
    fs_alpha3 angular[2][3]; /* m I^-1 (arm x axis), 1/m */
    int64_t k[FS__K3_COUNT]; /* change of the velocity along an axis per unit of impulse along another, Q24 */
    fs_rel epsilon;          /* depth that is left, m */
    fs_rel first_depth;      /* before positions are resolved, m */
    fs_vel allowed;          /* velocity along the normal that closes the gap within the tick: 0 or less, m/s */
    fs_vel acceleration;     /* velocity along the normal that the forces of this tick gave, m/s */
    fs_vel tangent_target[2];
    int32_t static_friction, dynamic_friction; /* Q5.26 */
    fs_unit cross_friction, restitution;
    fs_vel velocity[3]; /* now, of b against a, m/s */
    fs_vel desired;     /* change of the velocity along the normal that is wanted now, 0 or more */
    fs_rel depth;       /* now, m */
    int32_t impulse[3]; /* sum over the tick, m/s */
};

/* A body while it is resolved: how far positions were corrected (m, rad). */
struct fs__resolver3_move {
    fs_rel3 d, turned;
};

/* What a row reads from the body of a side. */
struct fs__resolver3_mass {
    fs_scaled inv_mass;
    struct fs__solver3_inertia inertia;
    uint8_t locks;
};

/* Numbers of the resolver. Relaxation, linear projection and scaled restitution are the variants that the book names; the world
 * uses none of them. */
struct fs__resolver3_rules {
    uint32_t iterations; /* of each loop, for each row of an island */
    fs_vel velocity_epsilon;
    fs_unit angular_limit; /* angle of one correction, rad */
    fs_unit relaxation;    /* share of the depth that one correction removes */
    fs_vel restitution_threshold;
    bool scaled_restitution; /* below the threshold restitution shrinks with the speed instead of being 0 */
    bool linear_projection;  /* corrections turn nothing that can be moved */
};

/* Depth that is left, m: 1 cm, or 1/64 of the smaller extent of the bodies that move. */
#define FS__RESOLVER3_EPSILON (FS_REL_ONE / 100)
enum { FS__RESOLVER3_EPSILON_SHIFT = 6 };

/* An orthonormal right-handed basis whose first axis is the unit vector n. */
void fs__resolver3_make_basis(fs_unit3 n, fs_unit3 axis[3]);

/* Fills share, angular, k of a row from its axis, arm, moves. mass[i] is not read for a side that does not move. */
void fs__resolver3_set_response(struct fs__resolver3_row *r, const struct fs__resolver3_mass mass[2]);

/* The change of the normal velocity that is wanted: -v - e (v - acceleration), with e = 0 below the threshold; never one that
 * leaves the points approaching faster than `allowed`, and 0 where they approach no faster. */
fs_vel fs__resolver3_desired_change(const struct fs__resolver3_rules *rules, fs_vel normal, fs_vel acceleration,
                                    fs_unit restitution, fs_vel allowed);

/* The impulse that changes the velocity of a row as it wants: exact with friction that holds; on the cone where it slides. */
void fs__resolver3_find_impulse(const struct fs__resolver3_row *r, int32_t impulse[3]);

/* Adds an impulse to the velocities of a side (0 or 1); `rest` are the parts below one step, eight lanes as in
 * struct fs__solver3_body, Q51. */
void fs__resolver3_push(const struct fs__resolver3_row *r, unsigned side, const int32_t impulse[3],
                        struct fs__solver3_body *body, int64_t *rest);

/* How a correction of `depth` (m) is divided: linear and angular part of both sides along the normal (m). */
struct fs__resolver3_split {
    fs_rel linear[2], angular[2];
};
struct fs__resolver3_split fs__resolver3_split_depth(const struct fs__resolver3_rules *rules,
                                                     const struct fs__resolver3_row *r, fs_rel depth);

/* Moves and turns a side by its part of a correction. */
void fs__resolver3_displace(const struct fs__resolver3_row *r, unsigned side, const struct fs__resolver3_split *split,
                            struct fs__resolver3_move *move);

/* Velocity and depth of a row from the bodies as they are now, and the desired change. */
void fs__resolver3_update_velocity(const struct fs__resolver3_rules *rules, struct fs__resolver3_row *r,
                                   const struct fs__solver3_body *a, const struct fs__solver3_body *b);
void fs__resolver3_update_depth(struct fs__resolver3_row *r, const struct fs__resolver3_move *a,
                                const struct fs__resolver3_move *b);

#endif

/* aggregate.h: builders: ropes, bridges, cloth, crates, wheels and blobs from particles
 * and links.
 *
 * A builder fills rows that the game has reserved. The result is ordinary particles and links; a builder has no state
 * of its own.
 *
 *     fs_rope_def def = fs_default_rope_def();
 *     def.to = fs_pos3_make(10 * FS_POS_ONE, 0, 0);
 *     fs_build_counts need = fs_rope_counts(&def);
 *     fs_rows_resize(state, my_T_particle, need.particles); ... bind again ...
 *     fs_build_cursor at = { &particles, &links, 0, 0 };
 *     fs_rope_build(&at, &def);
 *
 * Every fs_X_build() returns E_ARGUMENT for a value out of range (a negative length, too few or too many parts, a
 * particle that fs_particle_make() refuses), E_CAPACITY when there are too few rows, E_STALE when a row of a pool is not
 * in use, and then changes nothing; on success the cursor `at` is advanced past the rows written. Every fs_X_counts()
 * gives the rows that a def needs. Mass, damping, kind, velocity and acceleration of each particle come from
 * def.particle, its position from the builder. Lengths and positions are Q32.32 m. The length of a link is the initial
 * distance of its ends.
 *
 * Source of the shapes: Millington, chapter 8. The order of the rows is the order of solving, so the golden hashes
 * depend on it.
 */
#ifndef FIXSTEP_AGGREGATE_H
#define FIXSTEP_AGGREGATE_H

#include <fixstep/link.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The position of a builder: the next free rows of both tables, which the caller owns. */
typedef struct fs_build_cursor {
    struct fs_particles *particles;
    struct fs_links *links;
    uint32_t particle, link;
} fs_build_cursor;

/* Rows that a builder needs. */
typedef struct fs_build_counts {
    uint32_t particles, links;
} fs_build_counts;

/* Limit of particles in one direction of an aggregate; every count then fits 32 bits. */
enum { FS_BUILD_PARTS_MAX = 4096 };

/* --- rope -------------------------------------------------------------------------- */

/* Particles on the straight line from `from` to `to`, each linked to the next: one chain, which FS_LINK_SOLVER_DIRECT
 * solves as a whole. */
typedef struct fs_rope_def {
    fs_particle_def particle;
    fs_pos3 from, to;
    uint32_t segments;     /* 1..FS_BUILD_PARTS_MAX; one more particle */
    fs_pos length;         /* of the whole rope; 0: the distance from `from` to `to`, else at least that */
    bool pin_from, pin_to; /* immovable ends */
    bool rods;             /* a chain of rods, else of cables; rods need length 0 */
    bool tethers;          /* also a cable from each particle to each pinned end, as long as the rope between them:
                              limits the stretch of a long rope with FS_LINK_SOLVER_XPBD */
    fs_wide compliance;    /* of each segment, m/N */
} fs_rope_def;

/* 10 segments from the origin 10 m along +x, the first end pinned. */
FS_API fs_rope_def fs_default_rope_def(void);
FS_API fs_build_counts fs_rope_counts(const fs_rope_def *def);
FS_API fs_result fs_rope_build(fs_build_cursor *at, const fs_rope_def *def);

/* --- bridge ------------------------------------------------------------------------ */

/* Two rows of particles; rods across (the planks) and along; from each particle a cable up to a fixed point. Particle
 * 2 i is the first end of plank i, 2 i + 1 the other. Order of the links: planks, rods along the first ends, rods along
 * the other ends (two chains, each of which FS_LINK_SOLVER_DIRECT solves as a whole), cables in the order of the
 * particles. */
typedef struct fs_bridge_def {
    fs_particle_def particle;
    fs_pos3 origin;        /* first end of the first plank */
    fs_pos3 along, across; /* to the next plank; to the plank's other end */
    fs_pos3 hang;          /* from a particle to its fixed point; zero: no cables */
    uint32_t planks;       /* 2..FS_BUILD_PARTS_MAX */
    bool pin_ends;         /* the first and the last plank are immovable */
} fs_bridge_def;

/* 6 planks of 2 m, 2 m apart, cables of 5 m, 1 kg each particle. */
FS_API fs_bridge_def fs_default_bridge_def(void);
FS_API fs_build_counts fs_bridge_counts(const fs_bridge_def *def);
FS_API fs_result fs_bridge_build(fs_build_cursor *at, const fs_bridge_def *def);

/* --- cloth ------------------------------------------------------------------------- */

typedef enum fs_cloth_pin {
    FS_CLOTH_FREE = 0,
    FS_CLOTH_PIN_TOP = 1,    /* the first row */
    FS_CLOTH_PIN_CORNERS = 2 /* its two ends */
} fs_cloth_pin;

/* A grid; particle (column, row) is number row * columns + column. Order of the links: across, down, diagonals of either
 * direction, rods over two squares, tethers. */
typedef struct fs_cloth_def {
    fs_particle_def particle;
    fs_pos3 origin;         /* first particle of the first row */
    fs_pos3 across, down;   /* to the next column, to the next row */
    uint32_t columns, rows; /* 2..FS_BUILD_PARTS_MAX each, at most 2^20 particles */
    fs_cloth_pin pin;
    bool shear;                                            /* diagonals */
    bool bend;                                             /* rods over two squares */
    bool tethers;                                          /* as for ropes, straight lengths in the flat cloth */
    fs_wide compliance, shear_compliance, bend_compliance; /* m/N */
} fs_cloth_def;

/* 10 x 10 particles of 10 g, 0.1 m apart, hanging from the top row in the xy plane, with
 * diagonals of 1e-4 m/N. */
FS_API fs_cloth_def fs_default_cloth_def(void);
FS_API fs_build_counts fs_cloth_counts(const fs_cloth_def *def);
FS_API fs_result fs_cloth_build(fs_build_cursor *at, const fs_cloth_def *def);

/* --- crate ------------------------------------------------------------------------- */

/* Eight masses; corner k lies at +x when bit 0 of k is set, at +y for bit 1, +z for bit 2. */
typedef struct fs_crate_def {
    fs_particle_def particle;
    fs_pos3 centre;
    fs_pos half;     /* above 0 */
    uint32_t braces; /* 0: 12 edges, which is not rigid; 1: also a diagonal in each face, 18 rods, the minimum for
                        rigidity; 2: also 4 diagonals through the middle */
} fs_crate_def;

/* 1 m wide, 1 kg at each corner, all braces. */
FS_API fs_crate_def fs_default_crate_def(void);
FS_API fs_build_counts fs_crate_counts(const fs_crate_def *def);
FS_API fs_result fs_crate_build(fs_build_cursor *at, const fs_crate_def *def);

/* --- wheel ------------------------------------------------------------------------- */

/* Particle 0 is the hub, k the end of spoke k - 1, counter-clockwise from `right` to `up`;
 * links: the spokes, then the rim. */
typedef struct fs_wheel_def {
    fs_particle_def particle;
    fs_pos3 hub;
    fs_unit3 right, up; /* orthogonal unit vectors: the plane of the wheel */
    fs_pos radius;      /* above 0 */
    uint32_t spokes;    /* 3..FS_BUILD_PARTS_MAX */
    bool pin_hub;
} fs_wheel_def;

/* 12 spokes of 1 m in the xy plane, hub pinned. */
FS_API fs_wheel_def fs_default_wheel_def(void);
FS_API fs_build_counts fs_wheel_counts(const fs_wheel_def *def);
FS_API fs_result fs_wheel_build(fs_build_cursor *at, const fs_wheel_def *def);

/* --- blob -------------------------------------------------------------------------- */

/* A soft disc in the xy plane: particle 0 in the middle, the others on a circle around it; between any two a compliant
 * rod and, with a limit, a rigid cable. Ratios are relative to the link's own length, Q32.32. */
typedef struct fs_blob_def {
    fs_particle_def particle;
    fs_pos3 centre;
    fs_pos radius;                    /* above 0 */
    uint32_t rim;                     /* particles on the circle, 3..256 */
    fs_wide compliance;               /* of the rods, m/N */
    fs_wide limit;                    /* length of the cables as a ratio; 0: no cables */
    fs_wide tear_ratio, rejoin_ratio; /* rods and cables tear above, rejoin below; 0: never */
} fs_blob_def;

/* 12 around one, 1 m, 0.1 kg each, 1e-3 m/N, limit 1.5, no tearing. */
FS_API fs_blob_def fs_default_blob_def(void);
FS_API fs_build_counts fs_blob_counts(const fs_blob_def *def);
FS_API fs_result fs_blob_build(fs_build_cursor *at, const fs_blob_def *def);

#ifdef __cplusplus
}
#endif
#endif

/* scenes3.h: scenes in space of other kinds than the heaps of the games. Worlds of their own, without sleep. */
#ifndef FS_BENCH_SCENES3_H
#define FS_BENCH_SCENES3_H

#include <fixstep/world3.h>

/* A drum of 16 planks, radius 8 m and length 8 m, that turns by half a radian a second about z; 2,000 cubes of 0.5 m in
 * it. Release with fs_world3_destroy(). */
fs_world3 *scene3_make_drum(void);
/* A wall of 50 x 20 cubes of 1 m, and a ball of 3 m and of density 20 thrown into it at 30 m/s. */
fs_world3 *scene3_make_wall(void);
/* 1,000 cubes of 0.5 m that fall from 2.5 m and more on a box, on a flat height field with cells of 0.5 m, and on one with
 * hills of up to 2 m. */
fs_world3 *scene3_make_plane(void);
fs_world3 *scene3_make_field(void);
fs_world3 *scene3_make_hills(void);
/* The same hills as a triangle mesh. */
fs_world3 *scene3_make_mesh(void);
/* 100 limp ragdolls of 1.8 m, 15 capsules each, that fall from 1 m and more on those hills, in a square of 10 x 10. */
fs_world3 *scene3_make_ragdolls(void);
/* A level net of 25 x 40 balls of 0.8 m, each tied to its neighbours, 1 m away, by ball joints; the four corners are
 * fixed. */
fs_world3 *scene3_make_net(void);
/* One pyramid of 14 layers, 1,015 cubes of 1 m, as the game pyramid3d builds it, and ten of them, 40 m apart. */
fs_world3 *scene3_make_pyramid(void);
fs_world3 *scene3_make_ten_pyramids(void);

#endif

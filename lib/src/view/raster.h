/* raster.h: a mesh as coloured points of a grid, with depth, lights and shadow.
 *
 * The rasteriser of the readers that have no graphics processor. Every point is
 * averaged over samples in linear light.
 */
#ifndef FS_VIEW_RASTER_H
#define FS_VIEW_RASTER_H

#include <stdint.h>
#include <fixstep/mesh.h>

/* Draws into width by height points 0xRRGGBB, row after row, which have `background` where nothing covers them.
 * `samples` across and down in each point, 1..4. E_MEMORY leaves the points unchanged. */
fs_result fs__raster_draw(const fs_mesh *mesh, uint32_t width, uint32_t height, uint32_t samples, uint32_t background,
                          uint32_t *points);

#endif

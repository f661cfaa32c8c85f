/* quality.h: how much work a renderer spends on solids. */
#ifndef FS_WINDOW_GL_QUALITY_H
#define FS_WINDOW_GL_QUALITY_H

/* FULL: edges smoothed by four samples a pixel, a shadow map of 2,048 points a side, nine of which are mixed. FAST: one sample, a
 * map of 768 points, one place of it; a quarter of the work. AUTO is FAST where a processor draws, else FULL. */
typedef enum solids_quality { SOLIDS_AUTO, SOLIDS_FULL, SOLIDS_FAST } solids_quality;

#endif

/* batch.h (internal): a batch, and the parts of adding a list to it. */
#ifndef FS_VIEW_BATCH_H
#define FS_VIEW_BATCH_H

#include <fixstep/batch.h>

#include "view/clip.h"
#include "view/fill.h"
#include "view/scene.h"
#include "view/text/labels.h"

enum { FS__MOST_CLEAR = 65 };

struct fs_batch {
    fs_instance *instances;
    size_t count, capacity;
    size_t most; /* instances at present: fewer while a list is added */
    uint32_t dropped;
    double width, height, pen; /* of the picture and its lines, in pixels */
    fs__clip_rect window;      /* the picture with a margin, to which shapes are clipped */
    fs_batch_font font;
    fs__scene scene;
    fs__fill fill;
    fs__area
        clear[FS__MOST_CLEAR]; /* parts of the picture that names keep out of; the last one is for the status lines */
    size_t clear_count;
    fs__area covered; /* part of the picture without texts of a list; empty: none */
};

/* Appends an instance, or counts it as dropped. */
void fs__batch_push(fs_batch *batch, fs_instance instance);

#endif

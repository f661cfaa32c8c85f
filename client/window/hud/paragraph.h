/* paragraph.h: a text in rows of a limited width, each in a panel of its own. */
#ifndef FS_WINDOW_HUD_PARAGRAPH_H
#define FS_WINDOW_HUD_PARAGRAPH_H

#include <fixstep/batch.h>

/* Lengths in pixels. */
typedef struct paragraph {
    const char *text;
    float x, across; /* `across` 0: the left border is at x, 1: the right one, 0.5: the middle */
    float height;    /* of the letters */
    float room;      /* that a row may take */
    unsigned most;   /* rows; an ellipsis ends the last one */
    uint32_t argb, panel;
} paragraph;

/* From one base line to the next, in heights of the letters. */
#define PARAGRAPH_STEP 1.5f

unsigned paragraph_count_rows(const fs_batch *b, const paragraph *p);
/* With the base line of the first row at y. */
void paragraph_draw(fs_batch *b, const paragraph *p, float y);

#endif

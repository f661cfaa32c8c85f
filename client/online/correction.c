/* correction.c: see correction.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/correction.h"

#include <fixstep/view.h>

/* Of a difference, this part is left a picture later: a quarter after 0.1 s at 60 Hz. Below LEAST it is not seen. */
static const double LEFT = 0.8, LEAST = 0.02;

bool correction_open(correction *c)
{
    *c = (correction){ .share = 0 };
    return fs_draw_create(&c->fresh) == FS_OK && fs_draw_create(&c->shown) == FS_OK &&
           fs_draw_create(&c->wrong) == FS_OK && fs_draw_create(&c->right) == FS_OK;
}

void correction_close(correction *c)
{
    fs_draw_destroy(c->fresh);
    fs_draw_destroy(c->shown);
    fs_draw_destroy(c->wrong);
    fs_draw_destroy(c->right);
    *c = (correction){ .share = 0 };
}

static void swap_lists(fs_draw_list **a, fs_draw_list **b)
{
    fs_draw_list *list = *a;
    *a = *b;
    *b = list;
}

fs_draw_list *correction_begin(correction *c)
{
    fs_draw_clear(c->fresh);
    return c->fresh;
}

void correction_note(correction *c)
{
    if (c->has_shown)
        swap_lists(&c->wrong, &c->shown);
    c->has_shown = false;
    swap_lists(&c->right, &c->fresh);
    c->share = LEFT;
}

void correction_show(correction *c, fs_draw_list *out)
{
    bool corrected = c->share >= LEAST && fs_draw_correct(c->wrong, c->right, c->fresh, c->share, c->shown) == FS_OK;
    if (!corrected)
        swap_lists(&c->shown, &c->fresh);
    c->share = corrected ? c->share * LEFT : 0;
    c->has_shown = true;
    fs_draw_copy(out, c->shown);
}

/* form_chain.c: one-sided ground: segments that know their neighbours. */
#include <fixstep/body2.h>

fs_result fs_chain2_create(struct fs_world2 *w, fs_body2 body, const fs_rel2 *points, size_t count, bool closed,
                           const fs_form2_def *def)
{
    (void)w; (void)body; (void)points; (void)count; (void)closed; (void)def;
    return FS_E_UNSUPPORTED;
}

/* font.c: a table of glyphs and the texture they are packed into. See font.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/font.h"

#include <SDL_ttf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "window/gl/renderer.h"

enum {
    SIDE = RENDERER_ATLAS_SIDE,
    EM = 40,      /* height of a text in the texture, pixels */
    GAP = 4,      /* between glyphs, so that smaller copies of the texture do not mix them */
    TABLE = 4096, /* slots, a power of two */
    BITMAP_SCALE = 4,
    RENEW_PICTURES = 60, /* at least, from one emptying of the texture to the next */
    OTHERS = 24          /* fonts for the characters that the first one lacks */
};

typedef struct entry {
    uint32_t character; /* 0: free */
    bool missing;
    fs_glyph glyph;
} entry;

struct font {
    TTF_Font *ttf; /* NULL: the bitmap font */
    TTF_Font *others[OTHERS];
    bool ttf_ready, changed, others_open;
    bool full;               /* a character was left out for want of room */
    unsigned pictures;       /* since the texture was empty */
    int pen_x, pen_y, shelf; /* where the next glyph goes, and the height of its row */
    unsigned used;
    entry table[TABLE];
    uint8_t coverage[SIDE * SIDE];
};

/* Free fonts with many scripts, then those of single scripts, where Linux distributions put them. */
static const char *const usual_places[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/usr/share/fonts/truetype/freefont/FreeSans.ttf",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-vf-fonts/NotoSansCJK-VF.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/truetype/droid/DroidSansFallback.ttf",
    "/usr/share/fonts/truetype/unifont/unifont.ttf",
    "/usr/share/fonts/opentype/unifont/unifont.otf",
};
_Static_assert(sizeof usual_places / sizeof usual_places[0] <= OTHERS, "every usual font may be one of the others");

/* --- opening ------------------------------------------------------------------------- */

static void open_usual(font *f)
{
    for (size_t i = 0; i < sizeof usual_places / sizeof usual_places[0] && f->ttf == NULL; i++)
        f->ttf = TTF_OpenFont(usual_places[i], EM);
}

/* The first need of a character that the first font lacks opens the others; most matches have none. */
static void open_others(font *f)
{
    for (size_t i = 0; i < sizeof usual_places / sizeof usual_places[0] && !f->others_open; i++)
        f->others[i] = TTF_OpenFont(usual_places[i], EM);
    f->others_open = true;
}

/* The font that has a character; NULL: none. */
static TTF_Font *find_font(font *f, uint32_t character)
{
    if (TTF_GlyphIsProvided32(f->ttf, character))
        return f->ttf;
    open_others(f);
    for (size_t i = 0; i < OTHERS; i++)
        if (f->others[i] != NULL && TTF_GlyphIsProvided32(f->others[i], character))
            return f->others[i];
    return NULL;
}

font *font_open(const char *path, char *why, size_t why_size)
{
    font *f = calloc(1, sizeof *f);
    why[0] = '\0';
    if (f == NULL)
        return NULL;
    f->ttf_ready = TTF_Init() == 0;
    if (f->ttf_ready && path != NULL)
        f->ttf = TTF_OpenFont(path, EM);
    else if (f->ttf_ready)
        open_usual(f);
    if (f->ttf == NULL && path != NULL)
        snprintf(why, why_size, "the font %.160s cannot be used; texts are drawn with the built-in one", path);
    else if (f->ttf == NULL)
        snprintf(why, why_size,
                 "no font found (Debian package fonts-dejavu-core); texts are drawn with the built-in one");
    return f;
}

void font_close(font *f)
{
    if (f == NULL)
        return;
    if (f->ttf != NULL)
        TTF_CloseFont(f->ttf);
    for (size_t i = 0; i < OTHERS; i++)
        if (f->others[i] != NULL)
            TTF_CloseFont(f->others[i]);
    if (f->ttf_ready)
        TTF_Quit();
    free(f);
}

/* --- the texture --------------------------------------------------------------------- */

/* Room for a glyph of `width` by `height` pixels; false when the texture is full. */
static bool take_place(font *f, int width, int height, int *x, int *y)
{
    if (width + 2 * GAP > SIDE)
        return false;
    if (f->pen_x + width + GAP > SIDE) {
        f->pen_x = GAP;
        f->pen_y += f->shelf + GAP;
        f->shelf = 0;
    }
    f->full = f->full || f->pen_y + height + GAP > SIDE;
    if (f->pen_y + height + GAP > SIDE)
        return false;
    *x = f->pen_x;
    *y = f->pen_y;
    f->pen_x += width + GAP;
    f->shelf = height > f->shelf ? height : f->shelf;
    f->changed = true;
    return true;
}

static void set_corners(fs_glyph *g, int x, int y, int width, int height)
{
    g->u0 = (float)x / SIDE;
    g->u1 = (float)(x + width) / SIDE;
    g->v0 = (float)(y + height) / SIDE;
    g->v1 = (float)y / SIDE;
}

/* --- glyphs --------------------------------------------------------------------------- */

static void copy_alpha(font *f, const SDL_Surface *s, int x, int y)
{
    for (int row = 0; row < s->h; row++) {
        const uint32_t *pixels = (const uint32_t *)((const uint8_t *)s->pixels + (size_t)row * (size_t)s->pitch);
        for (int column = 0; column < s->w; column++)
            f->coverage[(y + row) * SIDE + x + column] = (uint8_t)(pixels[column] >> 24);
    }
}

/* The surface of a glyph has its pen at x = 0 (or at -min_x for one that begins before the pen) and its base line `ascent`
 * rows from the top. */
static bool add_ttf_glyph(font *f, uint32_t character, fs_glyph *g)
{
    int min_x, max_x, min_y, max_y, advance, x, y;
    TTF_Font *ttf = find_font(f, character);
    if (ttf == NULL || TTF_GlyphMetrics32(ttf, character, &min_x, &max_x, &min_y, &max_y, &advance) != 0)
        return false;
    *g = (fs_glyph){ .advance = (float)advance / EM };
    SDL_Surface *s = max_x > min_x ? TTF_RenderGlyph32_Blended(ttf, character, (SDL_Color){ 255, 255, 255, 255 })
                                   : NULL;
    if (s == NULL)
        return max_x <= min_x;
    bool placed = s->format->BytesPerPixel == 4 && take_place(f, s->w, s->h, &x, &y);
    if (placed) {
        copy_alpha(f, s, x, y);
        set_corners(g, x, y, s->w, s->h);
        g->left = (float)(min_x < 0 ? min_x : 0) / EM;
        g->right = g->left + (float)s->w / EM;
        g->top = (float)TTF_FontAscent(ttf) / EM;
        g->bottom = g->top - (float)s->h / EM;
    }
    SDL_FreeSurface(s);
    return placed;
}

static bool add_bitmap_glyph(font *f, uint32_t character, fs_glyph *g)
{
    const uint8_t *columns = font_bitmap(character);
    const int width = FONT_BITMAP_COLUMNS * BITMAP_SCALE, height = FONT_BITMAP_ROWS * BITMAP_SCALE;
    const float unit = 0.1f; /* of one dot; a capital is 7 dots high */
    int x, y;
    if (columns == NULL || !take_place(f, width, height, &x, &y))
        return false;
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            f->coverage[(y + row) * SIDE + x + column] = columns[column / BITMAP_SCALE] >> (row / BITMAP_SCALE) & 1
                                                             ? 255
                                                             : 0;
    *g = (fs_glyph){ .advance = unit * (FONT_BITMAP_COLUMNS + 1), .right = unit * FONT_BITMAP_COLUMNS };
    g->top = unit * FONT_BITMAP_BASE;
    g->bottom = g->top - unit * FONT_BITMAP_ROWS;
    set_corners(g, x, y, width, height);
    return true;
}

/* The entry of a character, or the free one for it; NULL when the table is nearly full. */
static entry *find_entry(font *f, uint32_t character)
{
    uint32_t at = character * 2654435761u % TABLE;
    while (f->table[at].character != 0 && f->table[at].character != character)
        at = (at + 1) % TABLE;
    if (f->table[at].character == 0 && f->used >= TABLE / 2)
        return NULL;
    return &f->table[at];
}

static bool find_glyph(void *context, uint32_t character, fs_glyph *out)
{
    font *f = context;
    entry *e = character != 0 ? find_entry(f, character) : NULL;
    f->full = f->full || (e == NULL && character != 0);
    if (e == NULL)
        return false;
    if (e->character == 0) {
        e->character = character;
        e->missing = !(f->ttf != NULL ? add_ttf_glyph(f, character, &e->glyph)
                                      : add_bitmap_glyph(f, character, &e->glyph));
        f->used++;
    }
    *out = e->glyph;
    return !e->missing;
}

/* What every text needs, and what stands for characters that are missing: no other text can take their room. */
static void add_usual_glyphs(font *f)
{
    fs_glyph glyph;
    for (uint32_t c = 0x20; c < 0x7f; c++)
        find_glyph(f, c, &glyph);
    find_glyph(f, 0xfffd, &glyph);
    find_glyph(f, 0x2026, &glyph);
}

void font_begin_picture(font *f)
{
    f->pictures++;
    if (f->pictures > 1 && (!f->full || f->pictures < RENEW_PICTURES))
        return;
    memset(f->table, 0, sizeof f->table);
    memset(f->coverage, 0, sizeof f->coverage);
    f->pen_x = f->pen_y = GAP;
    f->shelf = 0;
    f->used = 0;
    f->pictures = 1;
    f->full = false;
    add_usual_glyphs(f);
}

fs_batch_font font_for_batch(font *f)
{
    return (fs_batch_font){ .context = f, .find = find_glyph };
}

const uint8_t *font_take_changes(font *f)
{
    bool changed = f->changed;
    f->changed = false;
    return changed ? f->coverage : NULL;
}

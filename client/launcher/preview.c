/* preview.c: bots play for nobody, or a recording goes round. See preview.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/preview.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <fixstep/utf8.h>

#include "app/setup.h"
#include "app/view/match_picture.h"

enum {
    BEHIND_US = 100000,
    SEED = 1,
    PAUSE_US = 250000,     /* of a selection, before its file is read */
    MOST_BYTES = 16 << 20, /* of a file */
    ROW_BYTES = 44,
    TITLE = 0xf0b030,
    WORDS = 0xe8ecf0
};

void preview_close(preview *p)
{
    fs_local_destroy(p->local);
    recording_close(&p->recording);
    *p = (preview){ 0 };
}

void preview_show(preview *p, const fs_game *game, uint64_t now_us)
{
    if (p->game == game)
        return;
    preview_close(p);
    p->game = game;
    p->config = fs_default_config(game);
    p->config.seed = SEED;
    p->rng = fs_rng_seed(SEED, 0);
    p->due_us = now_us;
    p->jumped = true;
    /* Without memory there is no picture. */
    fs_local_create(game, &p->config, NULL, NULL, NULL, &p->local);
}

void preview_show_recording(preview *p, const char *path, uint64_t now_us)
{
    if (p->game == NULL && strcmp(p->path, path) == 0)
        return;
    preview_close(p);
    snprintf(p->path, sizeof p->path, "%s", path);
    p->waits = true;
    p->due_us = now_us + PAUSE_US;
}

/* --- a recording -------------------------------------------------------------------------- */

/* Words in rows in place of a picture. */
static void show_words(const preview *p, window *w, const char *title, const char *words)
{
    fs_draw_list *list = window_begin_tick(w);
    fs_draw_hud(list, TITLE, title);
    while (*words != '\0') {
        char row[ROW_BYTES];
        size_t length = strnlen(words, ROW_BYTES - 1), end = length;
        while (words[length] != '\0' && end > 0 && words[end] != ' ')
            end--;
        length = end > 0 ? end : length;
        while (end == 0 && length > 1 && fs_utf8_continues(words[length]))
            length--;
        memcpy(row, words, length);
        row[length] = '\0';
        fs_draw_hud(list, WORDS, row);
        words += length;
        words += strspn(words, " ");
    }
    window_end_tick(w, p->due_us, 0, 0);
}

static void open_recording(preview *p, window *w)
{
    struct stat about;
    char why[APP_ERROR_BYTES];
    int code;
    bool there = stat(p->path, &about) == 0;
    p->waits = false;
    p->jumped = true;
    snprintf(why, sizeof why, "%.200s", there ? "" : strerror(errno));
    if (there && about.st_size <= MOST_BYTES && recording_open(&p->recording, p->path, NULL, &code, why))
        return;
    recording_close(&p->recording);
    if (there && about.st_size > MOST_BYTES)
        show_words(p, w, "no preview", "the recording is larger than 16 MiB; choose it to watch it");
    else
        show_words(p, w, "this file cannot be shown", why);
}

/* One tick further; after the last one from the start. */
static void play_recording(preview *p, window *w)
{
    char why[APP_ERROR_BYTES];
    recording *r = &p->recording;
    if (p->jumped || recording_advance(r, recording_tick(r) + 1))
        return;
    p->jumped = true;
    if (recording_seek(r, r->first, why))
        return;
    recording_close(r);
    show_words(p, w, "this recording cannot be shown", why);
}

static void draw_recording(preview *p, window *w)
{
    const fs_playback *playback = p->recording.playback;
    app_draw_match(fs_playback_sim(p->recording.playback), fs_playback_stream(playback), UINT32_MAX, 0,
                   window_begin_tick(w));
}

/* --- a match ------------------------------------------------------------------------------ */

static void step_match(preview *p)
{
    static uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT];
    const fs_bot *bot = app_bot_default(p->game);
    memset(inputs, 0, sizeof inputs);
    for (uint32_t slot = 0; slot < p->config.players; slot++)
        bot->think(fs_sim_state(fs_local_sim(p->local)), slot, &p->rng, inputs + (size_t)slot * p->game->input_size);
    fs_local_step(p->local, inputs);
}

static void draw_match(preview *p, window *w)
{
    app_draw_match(fs_local_sim(p->local), NULL, UINT32_MAX, 0, window_begin_tick(w));
}

/* --- both ----------------------------------------------------------------------------------- */

/* The next tick and its picture; false when there is none to show. Sets its duration. */
static bool run_tick(preview *p, window *w, uint32_t *tick_us)
{
    if (p->local != NULL) {
        *tick_us = 1000000 / p->config.hz;
        step_match(p);
        draw_match(p, w);
        return true;
    }
    if (p->recording.playback != NULL)
        play_recording(p, w);
    if (p->recording.playback == NULL)
        return false;
    *tick_us = 1000000 / fs_replay_get_info(p->recording.replay)->config.hz;
    draw_recording(p, w);
    return true;
}

void preview_run(preview *p, window *w, uint64_t now_us)
{
    uint32_t tick_us;
    if (now_us < p->due_us)
        return;
    if (p->waits)
        open_recording(p, w);
    if (!run_tick(p, w, &tick_us))
        return;
    window_end_tick(w, p->due_us, p->jumped ? 0 : tick_us, 0);
    p->jumped = false;
    /* What a slow machine cannot keep up with is left out. */
    p->due_us = now_us > p->due_us + BEHIND_US ? now_us : p->due_us + tick_us;
}

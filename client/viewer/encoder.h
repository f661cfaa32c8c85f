/* encoder.h: ffmpeg as a process that makes a video of frames. */
#ifndef FS_CLIENT_ENCODER_H
#define FS_CLIENT_ENCODER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "app/options.h"

enum { ENCODER_LINE = 160, ENCODER_BYTES_PER_PIXEL = 4 };

typedef struct encoder {
    pid_t process;
    int pipe;   /* takes frames */
    int errors; /* a file in memory with what ffmpeg says */
    uint32_t width, height;
    uint64_t frames; /* that it got */
    const char *path;
    bool is_new; /* no file was there before */
} encoder;

/* Starts ffmpeg for frames of width by height pixels, `hz` of them a second; the ending of `path`, which is kept, is the kind of the video. False with
 * a sentence when that fails. */
bool encoder_open(encoder *c, const char *path, uint32_t width, uint32_t height, uint32_t hz,
                  char why[APP_ERROR_BYTES]);
/* Hands over a frame of four bytes a pixel, upper row first. False when ffmpeg takes no more. */
bool encoder_send(encoder *c, const uint8_t *pixels);
/* Waits until the video is written. False when it is not, with what ffmpeg said first or how it ended; no half of a new file is left. */
bool encoder_close(encoder *c, char line[ENCODER_LINE]);
/* Ends ffmpeg before its first frame: a file that is there stays as it is, and none is made. */
void encoder_abandon(encoder *c);

#endif

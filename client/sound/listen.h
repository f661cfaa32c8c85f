/* listen.h: what there is to hear in a state: bodies that hit something, and scores that rise.
 *
 * Compares the state of a tick with that of the tick before; reads states and changes none. A body's hit is a change of its
 * velocity that is faster than games accelerate bodies. Knows neither SDL nor sound.
 */
#ifndef FS_CLIENT_SOUND_LISTEN_H
#define FS_CLIENT_SOUND_LISTEN_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/state.h>

enum { SOUND_EVENTS = 8, LISTENER_ROWS = 1024, LISTENER_SCORES = 64 };

typedef enum sound_kind { SOUND_HIT, SOUND_SCORE } sound_kind;

typedef struct sound_event {
    sound_kind kind;
    float strength; /* 0..1 */
    float hertz;
} sound_event;

/* Zeroed: nothing heard yet. */
typedef struct sound_listener {
    const fs_schema *schema;
    uint32_t tick;
    bool listening;
    uint32_t rows, scores; /* of the last state */
    int64_t velocity[LISTENER_ROWS][3], score[LISTENER_SCORES];
} sound_listener;

/* The loudest events of the tick that led to this state; none when the last call had another tick than the one before.
 * Bodies beyond LISTENER_ROWS are not heard. Returns their number. */
unsigned sound_listen(sound_listener *l, const fs_state *state, uint32_t tick, sound_event out[SOUND_EVENTS]);

#endif

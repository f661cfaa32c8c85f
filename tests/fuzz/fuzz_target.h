/* fuzz_target.h: what reads bytes of strangers, each as a function of any bytes, with valid samples to begin with.
 *
 * check_fuzz_targets replays samples, mutations of them and the inputs that failed once (tests/fuzz/corpus/TARGET); the
 * program fuzz goes on for as long as it is told. A target that finds something wrong aborts.
 */
#ifndef FS_FUZZ_TARGET_H
#define FS_FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FUZZ_ROOM = 1 << 16 };

typedef struct fuzz_target {
    const char *name;
    const char *help; /* what it reads */
    void (*run)(const uint8_t *bytes, size_t size);
    /* Writes the number-th valid sample to FUZZ_ROOM bytes. Returns its size; 0 past the last one. */
    size_t (*sample)(uint32_t number, uint8_t *bytes);
} fuzz_target;

extern const fuzz_target *const fuzz_targets[];
extern const uint32_t fuzz_target_count;

/* fuzz_net.c */
extern const fuzz_target fuzz_datagram, fuzz_message, fuzz_text;
/* fuzz_lockstep.c */
extern const fuzz_target fuzz_bundle, fuzz_match, fuzz_watched, fuzz_demand, fuzz_session, fuzz_watch;
/* fuzz_data.c */
extern const fuzz_target fuzz_schema, fuzz_state, fuzz_edit, fuzz_input, fuzz_recording, fuzz_desync, fuzz_config;

/* Aborts with a sentence unless the condition holds. */
void fuzz_require(bool holds, const char *what);

#endif

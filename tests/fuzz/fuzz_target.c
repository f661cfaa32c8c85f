/* fuzz_target.c: the list of targets. */
#include "fuzz/fuzz_target.h"

#include <stdio.h>
#include <stdlib.h>

const fuzz_target *const fuzz_targets[] = { &fuzz_datagram, &fuzz_message,   &fuzz_text,    &fuzz_bundle,
                                            &fuzz_match,    &fuzz_session,   &fuzz_watched, &fuzz_demand,
                                            &fuzz_watch,    &fuzz_schema,    &fuzz_state,   &fuzz_edit,
                                            &fuzz_input,    &fuzz_recording, &fuzz_desync,  &fuzz_config };
const uint32_t fuzz_target_count = sizeof fuzz_targets / sizeof fuzz_targets[0];

void fuzz_require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "this does not hold: %s\n", what);
    abort();
}

/* toyrecord.c: writes the recordings that replay_program.sh works on.
 *
 * toyrecord FILE KIND: a toy match of 450 ticks at 20 Hz, seed 5, as one of
 *   good        complete
 *   fault       one field is wrong after tick 65 and from then on
 *   inputs      other inputs from tick 100 on
 *   open        never closed, as after a crash
 *   desync      with a desync report
 *   client      with the true report of a client whose hero[1].pos.y was wrong after tick 60
 *   server      with that of a client of a server whose hero[0].pos.x was wrong after tick 60
 *   third       the same server, and a client that was wrong after tick 64
 *   forged      "client", whose report has another value of the server
 *   late        begins at tick 70
 *   nasty       names a game that acts on terminals; its checksum is mended
 *   resigned    a state hash was changed and its checksum mended
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/format.h"
#include "replay/replay_fixture.h"

static bool is_desync(const char *kind)
{
    return strcmp(kind, "client") == 0 || strcmp(kind, "server") == 0 || strcmp(kind, "third") == 0 ||
           strcmp(kind, "forged") == 0;
}

/* A match with a true report, or a forged one. */
static void play_desync(rf_match *m, const char *kind)
{
    static const rf_flip client = { "hero", "pos.y", 1, 20 }, server = { "hero", "pos.x", 0, 20 };
    uint32_t ticks = strcmp(kind, "third") == 0 ? 65 : 61;
    if (strcmp(kind, "client") != 0 && strcmp(kind, "forged") != 0)
        m->faulty_tick = 60;
    rf_match_record(m);
    rf_match_play(m, ticks);
    m->forged = strcmp(kind, "forged") == 0;
    rf_match_report(m, strcmp(kind, "server") == 0 ? &server : &client, 1, 1);
    rf_match_play(m, 450 - ticks);
}

static void play(rf_match *m, const char *kind)
{
    uint32_t ticks = 450;
    if (strcmp(kind, "late") == 0) {
        rf_match_play(m, 70);
        ticks -= 70;
    }
    if (strcmp(kind, "fault") == 0)
        m->faulty_tick = 65;
    rf_match_record(m);
    if (strcmp(kind, "inputs") == 0) {
        rf_match_play(m, 100);
        m->rng.counter += 1000;
        ticks -= 100;
    }
    rf_match_play(m, ticks);
    if (strcmp(kind, "desync") == 0)
        rf_match_add_desync(m);
    fs_recorder_flush(m->recorder);
}

/* Changes the last state hash of the third block of ticks. */
static void change_state_hash(rf_sink *sink)
{
    size_t at, length;
    uint8_t type, wanted = 3;
    for (uint32_t i = 0; rf_block(sink->bytes, sink->size, i, &at, &length, &type); i++)
        if (type == FS__BLOCK_TICKS && --wanted == 0) {
            sink->bytes[at + length - FS__FRAME_TAIL_BYTES - 1] ^= 1;
            rf_fix_checksums(sink->bytes, at);
        }
}

/* The name in the configuration, which is padded with zeros. */
static void change_game(rf_sink *sink)
{
    static const uint8_t padded[FS_MAX_NAME] = "toy";
    for (size_t at = FS__PREAMBLE_BYTES; at + sizeof padded < sink->size; at++)
        if (memcmp(sink->bytes + at, padded, sizeof padded) == 0) {
            snprintf((char *)sink->bytes + at, FS_MAX_NAME, "%s", "\033]0;x\a\033[2J\ngame x");
            rf_fix_checksums(sink->bytes, FS__PREAMBLE_BYTES);
            return;
        }
}

int main(int argc, char **argv)
{
    rf_match m;
    if (argc != 3)
        return 2;
    rf_match_start(&m, 20, 5);
    if (is_desync(argv[2]))
        play_desync(&m, argv[2]);
    else
        play(&m, argv[2]);
    if (strcmp(argv[2], "open") != 0)
        rf_match_finish(&m);
    if (strcmp(argv[2], "nasty") == 0)
        change_game(&m.sink);
    if (strcmp(argv[2], "resigned") == 0)
        change_state_hash(&m.sink);
    FILE *file = fopen(argv[1], "wb");
    bool written = file != NULL && fwrite(m.sink.bytes, 1, m.sink.size, file) == m.sink.size;
    if (file != NULL && fclose(file) != 0)
        written = false;
    rf_match_free(&m);
    return written ? 0 : 1;
}

/* check_documents.c: the numbers of PROTOCOL.md and REPLAY.md are those of the sources. */
#include <stdio.h>
#include <stdlib.h>

#include "support/check_main.h"
#include "lockstep/match_internal.h"
#include "lockstep/session_internal.h"
#include "net/host.h"
#include "replay/format.h"

enum { MAX_DOCUMENT_BYTES = 1 << 16 };

/* One line of a document must contain `text` with %ld replaced by `number`. */
struct statement {
    const char *text;
    long number;
};

static const struct statement protocol[] = {
    { "# The Fixstep protocol, version %ld\n", FS_PROTOCOL_VERSION },
    { "| protocol version | %ld |", FS_PROTOCOL_VERSION },
    { "| default port | %ld |", FS_DEFAULT_PORT },
    { "| largest unsequenced message | %ld bytes |", FS_MAX_PAYLOAD },
    { "| largest message | %ld KiB |", FS__MAX_MESSAGE_BYTES / 1024 },
    { "| player slots | 1..%ld |", FS_MAX_PLAYERS },
    { "| input record | 1..%ld bytes |", FS_MAX_INPUT },
    { "| tick rate | 20..%ld Hz |", FS_MAX_HZ },
    { "| tick rate | %ld..120 Hz |", FS_MIN_HZ },
    { "| input delay | 1..%ld ticks |", FS_MAX_DELAY },
    { "| input window | %ld ticks |", FS__INPUT_WINDOW_TICKS },
    { "| repeat | %ld ticks |", FS__INPUT_REPEAT_TICKS },
    { "| bundles kept for repair | %ld ticks |", FS__BUNDLE_LOG_TICKS },
    { "| state hashes kept | %ld ticks |", FS__STATE_HASH_TICKS },
    { "| state history | %ld ticks, at most 64 MiB |", FS__STATE_HISTORY_DEFAULT_TICKS },
    { "| state history | 256 ticks, at most %ld MiB |", FS__STATE_HISTORY_MAX_BYTES >> 20 },
    { "| INPUT budget | 2 per tick, burst %ld and", FS__INPUT_BURST },
    { "burst 32 and %ld s of ticks |", FS__INPUT_BURST_S },
    { "the count decays by %ld per second", FS__MALFORMED_DECAY_PER_S },
    { "| time to join | %ld s |", FS__JOIN_TIMEOUT_US / 1000000 },
    { "| time to load | %ld s and", FS__LOAD_TIMEOUT_US / 1000000 },
    { "bytes at %ld KiB/s | from the snapshot", FS__LOAD_BYTES_PER_S >> 10 },
    { "| snapshots in all | %ld at once,", FS__SNAPSHOT_BURST_US / FS__SNAPSHOT_US },
    { "at once, %ld per second |", 1000000 / FS__SNAPSHOT_US },
    { "| snapshots per address | %ld at once,",
      FS__SNAPSHOT_ADDRESS_BURST_US / (FS__SNAPSHOT_US * FS__SNAPSHOT_ADDRESS_FACTOR) + 1 },
    { "one in %ld s |", FS__SNAPSHOT_US *FS__SNAPSHOT_ADDRESS_FACTOR / 1000000 },
    { "| REPAIR per client | 1 request in %ld ms,", FS__REPAIR_INTERVAL_MIN_US / 1000 },
    { "in 100 ms, %ld KiB/s,", FS__REPAIR_BYTES_PER_S >> 10 },
    { "KiB/s, %ld MiB at once |", (FS__REPAIR_BURST_US / 1000000 * FS__REPAIR_BYTES_PER_S) >> 20 },
    { "| missing state hashes | %ld ticks in a row |", FS__STATE_HASH_TICKS },
    { "up to exactly %ld bytes |", FS__OPEN_BYTES },
    { "first %ld bytes of OPEN", FS__OPEN_PART_BYTES },
    { "bytes of OPEN and the first %ld of KEYS", FS__KEYS_PART_BYTES },
    { "answers with the first %ld bytes of KEYS", FS__KEYS_HEAD_BYTES },
    { "It keeps %ld links", FS__NET_LINKS },
    { "It takes %ld handshakes in a second,", 1000000 / FS__NET_ALL_OPENS_COST_US },
    { "in a second, %ld at once, and of", FS__NET_ALL_OPENS_BURST_US / FS__NET_ALL_OPENS_COST_US + 1 },
    { "/48 of IPv6)\n%ld in a second,", 1000000 / FS__NET_OPEN_COST_US },
    { "4 in a second, %ld at once (", FS__NET_OPEN_BURST_US / FS__NET_OPEN_COST_US + 1 },
    { "The key of the packet numbers n x %ld ..", 1 << FS__CIPHER_EPOCH_BITS },
    { "those %ld or more behind the newest", FS__CIPHER_WINDOW },
    { "An encrypted datagram has at most %ld bytes", FS__NET_DATAGRAM_BYTES },
    { "| commands of a datagram | %ld |", FS__GATE_MAX_COMMANDS },
    { "| reliable window | %ld commands,", FS__NET_WINDOW },
    { "commands, %ld before WELCOME |", FS__NET_STRANGER_WINDOW },
    { "| message rate | %ld per second,", FS__NET_MESSAGES_PER_S },
    { "per second, %ld (burst 64) before WELCOME |", FS__NET_STRANGER_MESSAGES_PER_S },
    { "per second, 16 (burst %ld) before WELCOME |", FS__NET_STRANGER_MESSAGES },
    { "| largest message up | %ld KiB,", FS__NET_MAX_UP_BYTES >> 10 },
    { "KiB, %ld KiB before WELCOME |", FS__NET_STRANGER_UP_BYTES >> 10 },
    { "| bytes waiting for a client | %ld MiB |", FS__NET_MAX_QUEUED_BYTES >> 20 },
    { "the %ldth of a peer gets the peer refused", FS__MALFORMED_LIMIT },
    { "it sends a HELLO padded to %ld bytes", FS__GATE_HELLO_BYTES },
    { "zeros up to %ld bytes or more", FS__GATE_HELLO_BYTES },
    { "and a %ld-second epoch", FS__GATE_EPOCH_S },
    { "text name (< %ld), text build", FS_MAX_NAME },
    { "text build (< %ld)", FS__MAX_BUILD },
    { "text reason (< %ld)", FS__MAX_TEXT },
    { "| OFFER | %ld bytes configuration,", FS_CONFIG_BYTES },
    { "name (%ld bytes, zero padded)", FS_MAX_NAME },
    { "u32 players, %ld x i64 options", FS_MAX_OPTIONS },
    { "up to %ld KiB: a chunk of a *keyframe*", FS__MAX_CHUNK_BYTES / 1024 },
    { "u64 present slots, %ld bytes chain", FS__CHAIN_BYTES },
    { "n <= %ld |", FS__MAX_INPUTS },
    { "m <= %ld |", FS__MAX_STATE_HASHES },
    { "the smallest of the last %ld arrivals", FS__CLOCK_SAMPLES },
    { "nothing was heard for %ld ms and for", FS__SILENT_US / 1000 },
    { "ms and for %ld s; who", FS__ABSENT_US / 1000000 },
    { "received more than %ld ms of ticks", FS__BEHIND_US / 1000 },
    { "of whom %ld inputs in a second", FS__STARVED_TICKS },
    { "too slow for %ld s and", FS__MAX_SLOW_US / 1000000 },
    { "s and %ld ticks behind is refused", FS__MAX_BEHIND_TICKS },
    { "| stall | %ld ms |", FS__STALL_THRESHOLD_US / 1000 },
    { "within %ld ms after", FS__WAITED_US / 1000 },
    { "its own of more than %ld ms", FS__WAITED_GAP_US / 1000 },
    { "of the last %ld blocks of", FS__DELAY_BLOCKS },
    { "blocks of %ld messages and", FS__DELAY_BLOCK_TICKS },
    { "or after %ld late messages", FS__DELAY_SHIFT_TICKS },
    { "at most a tick in %ld s;", FS__DELAY_FALL_S },
    { "in the first %ld blocks", FS__DELAY_SETTLE_BLOCKS },
    { "up to %ld of them\nare ignored", FS__DELAY_SPIKES },
    { "players within %ld ms of", FS__FAIR_DELAY_US / 1000 },
    { "INPUT without inputs every %ld ms", FS__PROBE_US / 1000 },
    { "most every %ld ms: so both", FS__PROBE_INTERVAL_US / 1000 },
    { "in units of %ld µs |\n| var rtt", FS__MESSAGE_TIME_US },
    { "the least n, 2..%ld, with", FS__MAX_REDUNDANCY },
    { "while they have %ld bytes together", FS__CHEAP_BYTES },
    { "server only below %ld KiB/s)", FS__TWICE_BYTES_PER_S >> 10 },
    { "has lasted %ld ms and a round trip", FS__REPAIR_PATIENCE_US / 1000 },
    { "or has %ld ticks, the client", FS__REPAIR_GAP_TICKS },
    { "0..%ld |\n| var hash lag", FS__INPUT_WINDOW_TICKS },
    { "ticks, 1..%ld: the slot's", FS_MAX_DELAY },
    { "u16 n (at most %ld)", FS__MAX_REPLY_HASHES },
    { "1 hashes of groups of %ld rows", FS_HASH_ROWS },
    { "are named, %ld fields are", FS_MAX_DIFFERENCES },
    { "%ld KiB have been exchanged", FS__MAX_TRACE_BYTES / 1024 },
    { "reply takes longer than %ld s", FS__TRACE_TIMEOUT_US / 1000000 },
    { "| %ld | RESUME |", FS__MESSAGE_RESUME },
    { "RESUME | %ld bytes token", FS__TOKEN_BYTES },
    { "lacks at most %ld ticks", FS__RESUME_TICKS },
    { "| %ld | JOIN |", FS__MESSAGE_JOIN },
    { "| %ld | READY |", FS__MESSAGE_READY },
    { "| %ld | SPECTATE |", FS__MESSAGE_SPECTATE },
    { "| %ld | WATCHED |", FS__MESSAGE_WATCHED },
    { "| %ld | SPECTATING |", FS__MESSAGE_SPECTATING },
    { "| %ld | HEAD |", FS__MESSAGE_HEAD },
    { "delay in s (at most %ld)", FS_MAX_SPECTATE_DELAY_S },
    { "(`--max-spectators`, at most %ld)", FS_MAX_SPECTATORS },
    { "REPAIR, %ld times a second", FS__SPECTATOR_BATCHES_PER_S },
    { "that begin within %ld s", FS__KEYFRAME_S },
    { "every %ld ms or after 64 KiB", FS__WATCHED_INTERVAL_US / 1000 },
    { "or after %ld KiB. The server", FS__WATCHED_BYTES >> 10 },
    { "sends at most %ld KiB\nmore", FS__SPECTATOR_WINDOW_BYTES >> 10 },
    { "*received* and %ld ticks", FS__SPECTATOR_WINDOW_TICKS },
    { "It takes %ld WATCHED", FS__WATCHED_PER_S },
    { "new of sent bytes for\n%ld s", FS__SPECTATOR_SLOW_US / 1000000 },
    { "a lag of more than the %ld s", FS__BROADCAST_KEPT_S },
    { "together get at most %ld MiB/s", FS__SPECTATOR_BYTES_PER_S >> 20 },
    { "so do %ld s of ticks without", FS__UNSIGNED_S },
    { "It keeps %ld links", FS__NET_LINKS },
    { "| %ld | LOADED |", FS__MESSAGE_LOADED },
    { "| %ld | REPAIR_REQUEST |", FS__MESSAGE_REPAIR_REQUEST },
    { "| %ld | HASH_REPLY |", FS__MESSAGE_HASH_REPLY },
    { "| %ld | LEAVE |", FS__MESSAGE_LEAVE },
    { "INPUT (%ld, up)", FS__MESSAGE_INPUT },
    { "| %ld | REFUSE |", FS__MESSAGE_REFUSE },
    { "| %ld | OFFER |", FS__MESSAGE_OFFER },
    { "| %ld | WELCOME |", FS__MESSAGE_WELCOME },
    { "| %ld | START |", FS__MESSAGE_START },
    { "| %ld | HASH_QUERY |", FS__MESSAGE_HASH_QUERY },
    { "| %ld | DESYNC_NOTICE |", FS__MESSAGE_DESYNC_NOTICE },
    { "| %ld | END |", FS__MESSAGE_END },
    { "| %ld | SNAPSHOT |", FS__MESSAGE_SNAPSHOT },
    { "| %ld | REPAIR |", FS__MESSAGE_REPAIR },
    { "TICKS (%ld, down)", FS__MESSAGE_TICKS },
};

static const struct statement replay[] = {
    { "# Recordings: the format of `.fsr` files, version %ld\n", FS_REPLAY_FORMAT },
    { "| u32 | format version, %ld |", FS_REPLAY_FORMAT },
    { "this build reads %ld`", FS_REPLAY_FORMAT },
    { "a segment of %ld s as a rule", FS_SEGMENT_SECONDS },
    { "### Preamble, %ld bytes", FS__PREAMBLE_BYTES },
    { "| %ld | magic `89 46 53 52", FS__MAGIC_BYTES },
    { "or `local`; at most %ld bytes", FS_MAX_NAME - 1 },
    { "of the recorder; at most %ld bytes", FS__BUILD_TEXT - 1 },
    { "one player's input, 1–%ld |", FS_MAX_INPUT },
    { "| %ld | configuration, as below |", FS_CONFIG_BYTES },
    { "The configuration: %ld bytes name of the game", FS_MAX_NAME },
    { "ticks per second (20–%ld)", FS_MAX_HZ },
    { "player slots (1–%ld)", FS_MAX_PLAYERS },
    { "%ld × u64", FS_MAX_OPTIONS },
    { "players, %ld bytes input chain", FS__CHAIN_BYTES },
    { "a recording has at most %ld restarts", FS__MAX_RESTARTS },
    { "an object, at most %ld bytes, UTF-8", FS__MAX_DESYNC_BYTES },
    { "| %ld | S(i) =", FS__SEAL_HASH_BYTES },
    { "| %ld | Ed25519 signature", FS__SEAL_BYTES - FS__SEAL_HASH_BYTES },
    { "A reader accepts recordings up to %ld GiB", FS__MAX_REPLAY_BYTES >> 30 },
    { "| %ld | HEADER |", FS__BLOCK_HEADER },
    { "| %ld | KEYFRAME |", FS__BLOCK_KEYFRAME },
    { "| %ld | TICKS |", FS__BLOCK_TICKS },
    { "| %ld | DESYNC |", FS__BLOCK_DESYNC },
    { "| %ld | SEAL |", FS__BLOCK_SEAL },
    { "| %ld | END |", FS__BLOCK_END },
};

/* The whole document with its final zero; the caller frees it. */
static char *read_document(const char *name)
{
    char path[512];
    char *text = calloc(1, MAX_DOCUMENT_BYTES);
    snprintf(path, sizeof path, "%s/../lib/doc/%s", FS_TEST_DIR, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be opened", path);
    size_t size = fread(text, 1, MAX_DOCUMENT_BYTES - 1, file);
    ck_assert_uint_gt(size, 0);
    ck_assert_uint_lt(size, MAX_DOCUMENT_BYTES - 1);
    fclose(file);
    return text;
}

static bool is_stated(const char *document, const struct statement *s, long number)
{
    char text[160];
    const char *mark = strstr(s->text, "%ld");
    snprintf(text, sizeof text, "%.*s%ld%s", (int)(mark - s->text), s->text, number, mark + 3);
    return strstr(document, text) != NULL;
}

/* Every statement is in the document; with a number one higher it is not, so the comparison can fail. */
static void check_document(const char *name, const struct statement *list, size_t count)
{
    char *document = read_document(name);
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(is_stated(document, &list[i], list[i].number), "%s lacks: %s with %ld", name, list[i].text,
                      list[i].number);
        ck_assert_msg(!is_stated(document, &list[i], list[i].number + 1), "%s: %s is ambiguous", name, list[i].text);
    }
    free(document);
}

START_TEST(protocol_numbers)
{
    check_document("PROTOCOL.md", protocol, sizeof protocol / sizeof protocol[0]);
}
END_TEST

START_TEST(replay_numbers)
{
    check_document("REPLAY.md", replay, sizeof replay / sizeof replay[0]);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("documents");
    TCase *tc = tcase_create("numbers");
    tcase_add_test(tc, protocol_numbers);
    tcase_add_test(tc, replay_numbers);
    suite_add_tcase(suite, tc);
    return suite;
}

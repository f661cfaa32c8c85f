/* scan.c: reads a recording from front to back: structure, checksums, chain and seals.
 *
 * Everything before the first fault is indexed. Any bytes are safe: no length in the file sizes an allocation, and a
 * block is read only after its checksum. The game is not needed.
 */
#include "replay/recording.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/growing_array.h"

/* The state of a scan between two blocks. */
typedef struct scan {
    fs_replay *replay;
    size_t at;    /* of the block being read */
    size_t cover; /* first byte that the next seal covers */
    fs__seal seal;
    bool in_segment; /* a KEYFRAME was read and no SEAL since */
    bool done;       /* END was read */
    uint64_t ticks;
    fs_result result; /* E_MEMORY ends the scan */
} scan;

/* Sets the fault that ends the scan; returns false, for the caller to return. */
__attribute__((format(printf, 3, 4))) static bool set_fault(scan *s, fs_replay_end end, const char *format, ...)
{
    fs_replay_info *info = &s->replay->info;
    va_list list;
    va_start(list, format);
    vsnprintf(info->fault, sizeof info->fault, format, list);
    va_end(list);
    info->end = end;
    info->fault_offset = s->at;
    return false;
}

/* fs__array_reserve() for one element after `count`; ends the scan when out of memory. */
static bool reserve_element(scan *s, void *array, uint32_t count, size_t *capacity, size_t width)
{
    if (fs__array_reserve(array, capacity, (size_t)count + 1, width))
        return true;
    s->result = FS_E_MEMORY;
    return false;
}

static bool add_entry(scan *s, fs__index_entry entry)
{
    fs_replay *replay = s->replay;
    if (!reserve_element(s, &replay->entries, replay->entry_count, &replay->entry_capacity, sizeof *replay->entries))
        return false;
    replay->entries[replay->entry_count++] = entry;
    if (entry.count == 0 && (entry.restart || replay->run_count == 0)) {
        if (!reserve_element(s, &replay->runs, replay->run_count, &replay->run_capacity, sizeof *replay->runs))
            return false;
        replay->runs[replay->run_count++] = (fs__replay_run){ replay->entry_count - 1, 0, entry.tick, entry.tick };
    }
    fs__replay_run *run = &replay->runs[replay->run_count - 1];
    run->end_entry = replay->entry_count;
    run->end_tick = entry.tick + entry.count;
    return true;
}

/* --- blocks --------------------------------------------------------------------- */

static bool read_header(scan *s, const uint8_t *payload, uint32_t size)
{
    fs_replay *replay = s->replay;
    fs_replay_info *info = &replay->info;
    if (replay->header == FS_OK)
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "a second header");
    fs_result result = fs__header_decode(&replay->head, payload, size);
    if (result == FS_E_MEMORY) {
        s->result = result;
        return false;
    }
    if (result != FS_OK)
        return set_fault(s, FS_REPLAY_MALFORMED, "the header breaks its format");
    const fs__header *head = &replay->head;
    replay->header = FS_OK;
    replay->schema = (fs_schema *)(uintptr_t)head->schema;
    replay->shape.name = head->config.game;
    replay->shape.input_size = head->input_size;
    memcpy(info->recorder, head->recorder, sizeof info->recorder);
    memcpy(info->build, head->build, sizeof info->build);
    memcpy(info->public_key, head->public_key, sizeof info->public_key);
    info->number_fingerprint = head->number_fingerprint;
    info->schema_hash = fs_schema_hash(head->schema);
    info->config_hash = head->config_hash;
    info->config = head->config;
    return true;
}

/* Whether the bytes of a keyframe's stream are the canonical bytes of `stream`. */
static bool is_same_stream(const fs_stream *stream, const fs__keyframe *keyframe)
{
    uint8_t bytes[FS__MAX_STREAM_BYTES];
    fs__writer w = fs__writer_make(bytes, sizeof bytes);
    fs__stream_put(stream, &w);
    return !w.full && w.at == keyframe->stream_size && memcmp(bytes, keyframe->stream, w.at) == 0;
}

/* Notes what was said, and who joined and left with the newest change of the stream, which acts in `tick`. */
static bool note_players(scan *s, uint32_t tick)
{
    fs_replay *replay = s->replay;
    bool earlier = replay->run_count == 0 && tick > 0;
    if (!fs__presence_follow(&replay->presences, &replay->stream, tick, earlier) ||
        !fs__chat_follow(&replay->chat, &replay->stream, tick)) {
        s->result = FS_E_MEMORY;
        return false;
    }
    return true;
}

/* Takes over the stream of the keyframe that begins a run. */
static bool begin_run(scan *s, const fs__keyframe *keyframe)
{
    fs_replay *replay = s->replay;
    fs_stream origin, stream;
    if (!fs__replay_keyframe_stream(replay, keyframe, &stream) || stream.next_tick != keyframe->tick ||
        !is_same_stream(&stream, keyframe))
        return set_fault(s, FS_REPLAY_MALFORMED, "the stream of a keyframe breaks its format");
    fs__stream_init(&origin, &replay->shape, &replay->head.config);
    if (keyframe->tick == 0 && memcmp(origin.chain, stream.chain, sizeof origin.chain) != 0)
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "the input chain does not start at the configuration");
    replay->stream = stream;
    return note_players(s, keyframe->tick);
}

static bool read_keyframe(scan *s, const uint8_t *payload, uint32_t size)
{
    fs_replay *replay = s->replay;
    fs__keyframe keyframe;
    if (s->in_segment)
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "a keyframe inside a segment");
    if (!fs__keyframe_parse(&keyframe, payload, size))
        return set_fault(s, FS_REPLAY_MALFORMED, "a keyframe breaks its format");
    bool restart = (keyframe.flags & FS__KEYFRAME_RESTART) != 0;
    bool first = replay->run_count == 0;
    if (first && restart)
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "the first keyframe is a restart");
    if (replay->run_count > FS__MAX_RESTARTS)
        return set_fault(s, FS_REPLAY_MALFORMED, "more than %d restarts", FS__MAX_RESTARTS);
    if (first || restart) {
        if (!begin_run(s, &keyframe))
            return false;
    } else if (keyframe.tick != replay->stream.next_tick || !is_same_stream(&replay->stream, &keyframe)) {
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "the keyframe of tick %" PRIu32 " does not follow tick %" PRIu32,
                         keyframe.tick, replay->stream.next_tick);
    }
    fs__index_entry entry = { keyframe.tick, 0, (uint32_t)(payload - replay->bytes), size, restart };
    if (!add_entry(s, entry))
        return false;
    s->in_segment = true;
    replay->info.keyframes++;
    replay->info.restarts += restart;
    replay->info.final_state_hash = keyframe.state_hash;
    return true;
}

/* Applies the bundles of a TICKS block; *state_hash is the one recorded for the last of them. */
static bool read_bundles(scan *s, fs__reader *r, uint32_t count, uint64_t *state_hash)
{
    fs_stream *stream = &s->replay->stream;
    fs__recorded_tick recorded;
    for (uint32_t i = 0; i < count; i++) {
        if (!fs__recorded_tick_next(r, &recorded))
            return set_fault(s, FS_REPLAY_MALFORMED, "the block of tick %" PRIu32 " breaks its format",
                             stream->next_tick);
        if (fs__stream_apply(stream, recorded.bundle, recorded.size) != FS_OK)
            return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "the inputs of tick %" PRIu32 " do not follow",
                             stream->next_tick);
        if (!note_players(s, stream->next_tick - 1))
            return false;
        *state_hash = recorded.state_hash;
    }
    if (!fs__reader_done(r))
        return set_fault(s, FS_REPLAY_MALFORMED, "the block before tick %" PRIu32 " is too long", stream->next_tick);
    return true;
}

static bool read_ticks(scan *s, const uint8_t *payload, uint32_t size)
{
    fs_replay *replay = s->replay;
    fs__reader r = fs__reader_make(payload, size);
    uint64_t state_hash = 0;
    fs__index_entry entry = { fs__get_u32(&r), 0, (uint32_t)(payload - replay->bytes), size, false };
    entry.count = fs__get_u32(&r);
    if (r.bad || entry.count == 0)
        return set_fault(s, FS_REPLAY_MALFORMED, "a block of ticks breaks its format");
    if (!s->in_segment)
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "ticks before a keyframe");
    if (entry.tick != replay->stream.next_tick)
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "tick %" PRIu32 " where tick %" PRIu32 " belongs", entry.tick,
                         replay->stream.next_tick);
    if (!read_bundles(s, &r, entry.count, &state_hash) || !add_entry(s, entry))
        return false;
    s->ticks += entry.count;
    replay->info.final_state_hash = state_hash;
    return true;
}

static bool read_desync(scan *s, const uint8_t *payload, uint32_t size)
{
    fs_replay *replay = s->replay;
    if (!s->in_segment)
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "a desync report outside a segment");
    if (!fs__desync_valid(payload, size))
        return set_fault(s, FS_REPLAY_MALFORMED, "a desync report is not one line of JSON");
    if (!reserve_element(s, &replay->desyncs, replay->info.desyncs, &replay->desync_capacity, sizeof *replay->desyncs))
        return false;
    char *text = malloc((size_t)size + 1);
    if (text == NULL) {
        s->result = FS_E_MEMORY;
        return false;
    }
    memcpy(text, payload, size);
    text[size] = 0;
    replay->desyncs[replay->info.desyncs++] = text;
    return true;
}

/* Checks the seal at the end of a payload and begins the next seal. */
static bool check_seal(scan *s, const uint8_t *payload, uint32_t size)
{
    fs_replay *replay = s->replay;
    const uint8_t *recorded = payload + size - FS__SEAL_BYTES;
    fs__seal_update(&s->seal, replay->bytes + s->cover, (size_t)(recorded - replay->bytes) - s->cover);
    fs__seal_final(&s->seal);
    s->cover = s->at + fs__frame_size(size);
    if (memcmp(s->seal.last, recorded, FS__SEAL_HASH_BYTES) != 0)
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "segment %" PRIu32 " is not the one that was sealed here",
                         replay->info.segments);
    if (!fs__seal_verify(&s->seal, replay->info.public_key, recorded + FS__SEAL_HASH_BYTES))
        return set_fault(s, FS_REPLAY_BAD_SIGNATURE, "the signature of segment %" PRIu32 " is wrong",
                         replay->info.segments);
    replay->info.signed_end = replay->stream.next_tick;
    return true;
}

static bool read_seal(scan *s, const uint8_t *payload, uint32_t size)
{
    fs__reader r = fs__reader_make(payload, size);
    uint32_t index = fs__get_u32(&r);
    if (size != FS__SEAL_PAYLOAD)
        return set_fault(s, FS_REPLAY_MALFORMED, "a seal breaks its format");
    if (!s->in_segment || index != s->replay->info.segments)
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "the seal of segment %" PRIu32 " where that of %" PRIu32 " belongs",
                         index, s->replay->info.segments);
    if (!check_seal(s, payload, size))
        return false;
    s->replay->info.segments++;
    s->in_segment = false;
    return true;
}

/* True when the totals of the END block are those that were counted. */
static bool totals_match(const scan *s, fs__reader *r)
{
    const fs_replay_info *info = &s->replay->info;
    bool same = fs__get_u32(r) == FS_REPLAY_FORMAT;
    same &= fs__get_u32(r) == info->segments;
    same &= fs__get_u32(r) == info->keyframes;
    same &= fs__get_u32(r) == info->desyncs;
    same &= fs__get_u32(r) == info->restarts;
    same &= fs__get_u64(r) == s->ticks;
    same &= fs__get_u64(r) == info->final_state_hash;
    return same;
}

static bool read_end(scan *s, const uint8_t *payload, uint32_t size)
{
    fs__reader r = fs__reader_make(payload, size);
    if (size != FS__END_PAYLOAD)
        return set_fault(s, FS_REPLAY_MALFORMED, "the end mark breaks its format");
    if (s->in_segment || s->replay->run_count == 0 || !totals_match(s, &r))
        return set_fault(s, FS_REPLAY_BROKEN_CHAIN, "the end mark does not match what came before");
    if (!check_seal(s, payload, size))
        return false;
    s->done = true;
    return true;
}

/* --- scanning ---------------------------------------------------------------------- */

static bool read_block(scan *s, uint8_t type, const uint8_t *payload, uint32_t size)
{
    if (s->replay->header != FS_OK && type != FS__BLOCK_HEADER)
        return set_fault(s, FS_REPLAY_MALFORMED, "the first block is not a header");
    switch (type) {
    case FS__BLOCK_HEADER: return read_header(s, payload, size);
    case FS__BLOCK_KEYFRAME: return read_keyframe(s, payload, size);
    case FS__BLOCK_TICKS: return read_ticks(s, payload, size);
    case FS__BLOCK_DESYNC: return read_desync(s, payload, size);
    case FS__BLOCK_SEAL: return read_seal(s, payload, size);
    case FS__BLOCK_END: return read_end(s, payload, size);
    default: return set_fault(s, FS_REPLAY_MALFORMED, "unknown block type %u", type);
    }
}

/* Reads one block with its frame. A file that ends inside a block is truncated; the checksum of the head tells that
 * from a damaged length. */
static bool read_next_block(scan *s)
{
    fs__reader r = fs__reader_make(s->replay->bytes + s->at, s->replay->size - s->at);
    const uint8_t *head = fs__reader_take(&r, FS__FRAME_HEAD_BYTES);
    if (head == NULL)
        return set_fault(s, FS_REPLAY_TRUNCATED, "the file ends inside a block");
    fs__reader h = fs__reader_make(head, FS__FRAME_HEAD_BYTES);
    uint8_t type = fs__get_u8(&h);
    uint8_t flags = fs__get_u8(&h);
    uint16_t reserved = fs__get_u16(&h);
    uint32_t size = fs__get_u32(&h);
    if (fs__get_u32(&h) != fs__crc32c(head, 8))
        return set_fault(s, FS_REPLAY_MALFORMED, "the checksum of a block's head is wrong");
    if (flags != 0 || reserved != 0)
        return set_fault(s, FS_REPLAY_MALFORMED, "a block's head has unknown flags");
    const uint8_t *payload = fs__reader_take(&r, size);
    if (payload == NULL || fs__reader_remaining(&r) < FS__FRAME_TAIL_BYTES)
        return set_fault(s, FS_REPLAY_TRUNCATED, "the file ends inside a block");
    if (fs__get_u32(&r) != fs__crc32c(payload, size))
        return set_fault(s, FS_REPLAY_MALFORMED, "the checksum of a block is wrong");
    if (!read_block(s, type, payload, size))
        return false;
    s->at += fs__frame_size(size);
    return true;
}

/* Magic and version. */
static bool read_preamble(scan *s)
{
    fs_replay *replay = s->replay;
    size_t n = replay->size < FS__MAGIC_BYTES ? replay->size : FS__MAGIC_BYTES;
    if (n > 0 && memcmp(replay->bytes, fs__replay_magic, n) != 0)
        return set_fault(s, FS_REPLAY_MALFORMED, "not a recording");
    if (replay->size < FS__PREAMBLE_BYTES)
        return set_fault(s, FS_REPLAY_TRUNCATED, "the file ends before its header");
    fs__reader r = fs__reader_make(replay->bytes + FS__MAGIC_BYTES, 8);
    replay->info.format = fs__get_u32(&r);
    if (fs__get_u32(&r) != fs__crc32c(replay->bytes, FS__MAGIC_BYTES + 4))
        return set_fault(s, FS_REPLAY_MALFORMED, "the checksum of the format version is wrong");
    if (replay->info.format != FS_REPLAY_FORMAT) {
        replay->header = FS_E_VERSION;
        return set_fault(s, FS_REPLAY_MALFORMED, "recorded by format %" PRIu32 ", this build reads %d",
                         replay->info.format, FS_REPLAY_FORMAT);
    }
    s->at = FS__PREAMBLE_BYTES;
    return true;
}

static void scan_all(scan *s)
{
    if (!read_preamble(s))
        return;
    while (s->at < s->replay->size && !s->done)
        if (!read_next_block(s))
            return;
    if (!s->done)
        set_fault(s, FS_REPLAY_TRUNCATED, "the end mark is missing");
    else if (s->at < s->replay->size)
        set_fault(s, FS_REPLAY_MALFORMED, "there are bytes after the end mark");
    else
        s->replay->info.end = FS_REPLAY_COMPLETE;
}

/* Sets the range of ticks that covers all runs. */
static void range_of_runs(fs_replay *replay)
{
    uint32_t first = UINT32_MAX, end = 0;
    for (uint32_t i = 0; i < replay->run_count; i++) {
        if (replay->runs[i].first_tick < first)
            first = replay->runs[i].first_tick;
        if (replay->runs[i].end_tick > end)
            end = replay->runs[i].end_tick;
    }
    replay->info.first_tick = replay->run_count > 0 ? first : 0;
    replay->info.ticks = replay->run_count > 0 ? end - first : 0;
}

fs_result fs__replay_scan(fs_replay *replay)
{
    scan s = { .replay = replay, .result = FS_OK };
    replay->header = FS_E_MALFORMED;
    replay->info.size = replay->size;
    fs__seal_init(&s.seal);
    scan_all(&s);
    range_of_runs(replay);
    if (s.result != FS_OK)
        return s.result;
    if (replay->header == FS_E_MALFORMED && replay->info.end == FS_REPLAY_TRUNCATED)
        replay->header = FS_E_TRUNCATED;
    return replay->header;
}

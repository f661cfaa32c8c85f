/* recorder.c: writes a match to a sink while it runs.
 *
 * All memory but that of desync reports is allocated at creation. Ticks are collected in one block for 250 ms; every
 * block is written in one call, so a crash loses at most the ticks that were not flushed. A sink that fails ends the
 * recording and never the match. This file must never open a file, read a clock or change the simulation.
 */
#include "replay/format.h"

#include <fixstep/fingerprint.h>
#include <stdlib.h>
#include <zstd.h>

enum {
    TICKS_CAPACITY = 1 << 16, /* bytes of the payload of a TICKS block */
    FLUSHES_PER_SECOND = 4,   /* of match time: at most 250 ms of ticks are buffered */
    ZSTD_LEVEL = 3,
    LAST_STATE_MAX_BYTES = 1 << 20 /* block of a state that is copied each tick */
};
_Static_assert(TICKS_CAPACITY > FS__TICKS_FIXED + 2 * (FS__MAX_BUNDLE_BYTES + 16), "a block must hold any two bundles");

struct fs_recorder {
    fs__seal seal; /* first, for the alignment of its hash state */
    fs_write_fn *write;
    void *context;
    const fs_schema *schema; /* the game's */
    bool failed;
    uint64_t bytes;
    uint32_t hz;
    uint32_t next_tick;
    uint32_t segment_ticks; /* in the running segment */
    uint32_t segments, keyframes, desyncs, restarts;
    uint64_t ticks, final_state_hash;
    uint8_t secret[crypto_sign_SECRETKEYBYTES];

    uint32_t pending;  /* ticks in `block` */
    fs__writer writer; /* of the payload of `block` */
    uint8_t block[FS__FRAME_HEAD_BYTES + TICKS_CAPACITY + FS__FRAME_TAIL_BYTES];

    /* The state after the newest tick, for the keyframe that ends a run: at a restart or the end of a recording the
     * simulation has moved on already. */
    fs_state *last_state; /* NULL: too large to be copied each tick */
    fs_stream last_stream;

    size_t state_limit;
    uint8_t *state; /* canonical bytes of a keyframe's state */
    size_t frame_capacity;
    uint8_t *frame; /* a KEYFRAME block under construction */
};

/* --- blocks -------------------------------------------------------------------- */

static void emit(fs_recorder *recorder, const void *bytes, size_t size)
{
    if (recorder->failed)
        return;
    if (!recorder->write(recorder->context, bytes, size))
        recorder->failed = true;
    else
        recorder->bytes += size;
}

/* Frames the payload at block + FS__FRAME_HEAD_BYTES and writes it. */
static void emit_block(fs_recorder *recorder, fs__block_type type, uint8_t *block, size_t payload)
{
    fs__frame_head(block, type, (uint32_t)payload);
    fs__frame_tail(block, (uint32_t)payload);
    fs__seal_update(&recorder->seal, block, fs__frame_size((uint32_t)payload));
    emit(recorder, block, fs__frame_size((uint32_t)payload));
}

/* As emit_block() for a payload that ends in a seal. The seal covers every byte since the last seal, those of this
 * block before the seal included. */
static void emit_sealed(fs_recorder *recorder, fs__block_type type, uint8_t *block, uint32_t payload)
{
    uint8_t *at = block + FS__FRAME_HEAD_BYTES + payload - FS__SEAL_BYTES;
    fs__frame_head(block, type, payload);
    fs__seal_update(&recorder->seal, block, (size_t)(at - block));
    fs__seal_final(&recorder->seal);
    memcpy(at, recorder->seal.last, FS__SEAL_HASH_BYTES);
    fs__seal_sign(&recorder->seal, recorder->secret, at + FS__SEAL_HASH_BYTES);
    fs__frame_tail(block, payload);
    emit(recorder, block, fs__frame_size(payload));
}

static void begin_ticks(fs_recorder *recorder)
{
    recorder->pending = 0;
    recorder->writer = fs__writer_make(recorder->block + FS__FRAME_HEAD_BYTES, TICKS_CAPACITY);
    fs__put_u32(&recorder->writer, recorder->next_tick);
    fs__put_u32(&recorder->writer, 0);
}

void fs_recorder_flush(fs_recorder *recorder)
{
    if (recorder->pending == 0)
        return;
    fs__writer count = fs__writer_make(recorder->block + FS__FRAME_HEAD_BYTES + 4, 4);
    fs__put_u32(&count, recorder->pending);
    emit_block(recorder, FS__BLOCK_TICKS, recorder->block, recorder->writer.at);
    begin_ticks(recorder);
}

static size_t put_stream(const fs_stream *stream, uint8_t *bytes)
{
    fs__writer w = fs__writer_make(bytes, FS__MAX_STREAM_BYTES);
    fs__stream_put(stream, &w);
    FS_ASSERT(!w.full);
    return w.at;
}

/* Begins a segment with a state and its stream. */
static void put_keyframe(fs_recorder *recorder, const fs_state *state, const fs_stream *stream, uint8_t flags)
{
    uint8_t *payload = recorder->frame + FS__FRAME_HEAD_BYTES;
    FS_ASSERT(fs_state_encoded_size(state) <= recorder->state_limit);
    size_t state_size = fs_state_encode(state, recorder->state, recorder->state_limit);
    size_t stream_size = put_stream(stream, payload + FS__KEYFRAME_FIXED);
    size_t at = FS__KEYFRAME_FIXED + stream_size;
    fs__writer w = fs__writer_make(payload, FS__KEYFRAME_FIXED);
    fs__put_u8(&w, flags);
    fs__put_u32(&w, fs_state_tick(state));
    recorder->final_state_hash = fs_state_hash(state);
    fs__put_u64(&w, recorder->final_state_hash);
    fs__put_u32(&w, (uint32_t)state_size);
    fs__put_u32(&w, (uint32_t)stream_size);
    size_t packed = ZSTD_compress(payload + at,
                                  recorder->frame_capacity - FS__FRAME_HEAD_BYTES - FS__FRAME_TAIL_BYTES - at,
                                  recorder->state, state_size, ZSTD_LEVEL);
    if (ZSTD_isError(packed)) { /* out of memory inside the library */
        recorder->failed = true;
        return;
    }
    emit_block(recorder, FS__BLOCK_KEYFRAME, recorder->frame, at + packed);
    recorder->keyframes++;
    recorder->next_tick = fs_state_tick(state);
    begin_ticks(recorder);
}

static void end_segment(fs_recorder *recorder)
{
    uint8_t block[FS__FRAME_HEAD_BYTES + FS__SEAL_PAYLOAD + FS__FRAME_TAIL_BYTES];
    fs__writer w = fs__writer_make(block + FS__FRAME_HEAD_BYTES, FS__SEAL_PAYLOAD);
    fs_recorder_flush(recorder);
    fs__put_u32(&w, recorder->segments);
    emit_sealed(recorder, FS__BLOCK_SEAL, block, FS__SEAL_PAYLOAD);
    recorder->segments++;
    recorder->segment_ticks = 0;
}

/* Ends a run with a keyframe of its last state, so that a fault since the keyframe before can be traced to its
 * fields. */
static void end_run(fs_recorder *recorder)
{
    bool traceable = recorder->segment_ticks > 0 && recorder->last_state != NULL &&
                     fs_state_tick(recorder->last_state) == recorder->next_tick;
    end_segment(recorder);
    if (!traceable)
        return;
    put_keyframe(recorder, recorder->last_state, &recorder->last_stream, 0);
    end_segment(recorder);
}

/* --- creation ------------------------------------------------------------------- */

/* Copies a text for the header, cut to fit, with control characters replaced: a reader refuses them. */
static void copy_text(char *to, size_t size, const char *from)
{
    size_t n = from != NULL ? strnlen(from, size - 1) : 0;
    for (size_t i = 0; i < n; i++)
        to[i] = (unsigned char)from[i] < 0x20 || from[i] == 0x7f ? '?' : from[i];
    to[n] = 0;
}

static void fill_header(fs__header *header, const fs_recorder_def *def, const fs_state *state)
{
    memset(header, 0, sizeof *header);
    copy_text(header->recorder, sizeof header->recorder, def->recorder);
    copy_text(header->build, sizeof header->build, def->build);
    header->number_fingerprint = fs_num_fingerprint();
    header->input_size = def->game->input_size;
    header->config = *def->config;
    header->config_hash = fs_config_hash(def->game, def->config);
    header->option_count = def->game->option_count;
    for (uint32_t i = 0; i < header->option_count; i++)
        copy_text(header->options[i], FS_MAX_NAME, def->game->options[i].key);
    header->schema = def->game->schema;
    for (unsigned t = 0; t < header->schema->table_count; t++)
        header->capacities[t] = fs_state_capacity(state, t);
}

static fs_result put_header(fs_recorder *recorder, fs__header *header)
{
    uint8_t preamble[FS__PREAMBLE_BYTES];
    fs__writer w = fs__writer_make(preamble, sizeof preamble);
    size_t size = fs__header_encode(header, NULL, 0);
    uint8_t *block = malloc(FS__FRAME_HEAD_BYTES + size + FS__FRAME_TAIL_BYTES);
    if (block == NULL)
        return FS_E_MEMORY;
    fs__put_bytes(&w, fs__replay_magic, sizeof fs__replay_magic);
    fs__put_u32(&w, FS_REPLAY_FORMAT);
    fs__put_u32(&w, fs__crc32c(preamble, w.at));
    fs__seal_update(&recorder->seal, preamble, sizeof preamble);
    emit(recorder, preamble, sizeof preamble);
    fs__header_encode(header, block + FS__FRAME_HEAD_BYTES, size);
    emit_block(recorder, FS__BLOCK_HEADER, block, size);
    free(block);
    return FS_OK;
}

static fs_result allocate_recorder(fs_recorder *recorder, const fs_sim *sim, const fs_state *state)
{
    recorder->state_limit = fs__state_max_bytes(state);
    recorder->frame_capacity = FS__FRAME_HEAD_BYTES + FS__KEYFRAME_FIXED + FS__MAX_STREAM_BYTES +
                               ZSTD_compressBound(recorder->state_limit) + FS__FRAME_TAIL_BYTES;
    if (recorder->frame_capacity > FS__MAX_REPLAY_BYTES)
        return FS_E_CAPACITY; /* a reader refuses a recording of that size */
    recorder->state = malloc(recorder->state_limit);
    recorder->frame = malloc(recorder->frame_capacity);
    if (recorder->state == NULL || recorder->frame == NULL)
        return FS_E_MEMORY;
    return fs_state_block_size(state) <= LAST_STATE_MAX_BYTES ? fs_sim_new_state(sim, &recorder->last_state) : FS_OK;
}

static void free_recorder(fs_recorder *recorder)
{
    sodium_memzero(recorder->secret, sizeof recorder->secret);
    fs_state_destroy(recorder->last_state);
    free(recorder->state);
    free(recorder->frame);
    free(recorder);
}

static fs_result begin_recording(fs_recorder *recorder, const fs_recorder_def *def, fs_sim *sim,
                                 const fs_stream *stream)
{
    fs__header header;
    fs_result result = allocate_recorder(recorder, sim, fs_sim_state(sim));
    if (result != FS_OK)
        return result;
    fill_header(&header, def, fs_sim_state(sim));
    if (def->key_seed != NULL)
        crypto_sign_seed_keypair(header.public_key, recorder->secret, def->key_seed);
    else
        crypto_sign_keypair(header.public_key, recorder->secret);
    fs__seal_init(&recorder->seal);
    result = put_header(recorder, &header);
    if (result != FS_OK)
        return result;
    put_keyframe(recorder, fs_sim_state(sim), stream, 0);
    return recorder->failed ? FS_E_IO : FS_OK;
}

fs_result fs_recorder_create(const fs_recorder_def *def, fs_sim *sim, const fs_stream *stream, fs_recorder **out)
{
    FS_ASSERT(def->write != NULL);
    FS_ASSERT(stream->next_tick == fs_sim_tick(sim));
    *out = NULL;
    if (sodium_init() < 0)
        return FS_E_UNSUPPORTED;
    fs_recorder *recorder = aligned_alloc(_Alignof(fs_recorder), sizeof *recorder);
    if (recorder == NULL)
        return FS_E_MEMORY;
    memset(recorder, 0, sizeof *recorder);
    recorder->write = def->write;
    recorder->context = def->context;
    recorder->schema = def->game->schema;
    recorder->hz = def->config->hz;
    fs_result result = begin_recording(recorder, def, sim, stream);
    if (result != FS_OK) {
        free_recorder(recorder);
        return result;
    }
    *out = recorder;
    return FS_OK;
}

/* --- recording ------------------------------------------------------------------ */

/* Whether the buffered ticks must be written: 250 ms of them, or no space for another tick. */
static bool is_flush_due(const fs_recorder *recorder)
{
    return recorder->pending * FLUSHES_PER_SECOND >= recorder->hz ||
           recorder->writer.size - recorder->writer.at < FS__MAX_BUNDLE_BYTES + 16;
}

static void store_last_state(fs_recorder *recorder, const fs_state *state, const fs_stream *stream)
{
    if (recorder->last_state == NULL)
        return;
    fs_result result = fs_state_copy(recorder->last_state, state);
    FS_ASSERT(result == FS_OK);
    recorder->last_stream = *stream;
}

void fs_recorder_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                      const fs_stream *stream, fs_sim *sim)
{
    fs_recorder *recorder = (fs_recorder *)context;
    FS_ASSERT(size <= FS__MAX_BUNDLE_BYTES);
    if (recorder->failed)
        return;
    FS_ASSERT(tick == recorder->next_tick);
    fs__put_var(&recorder->writer, size);
    fs__put_bytes(&recorder->writer, bundle, size);
    fs__put_u64(&recorder->writer, state_hash);
    FS_ASSERT(!recorder->writer.full);
    recorder->pending++;
    recorder->next_tick++;
    recorder->ticks++;
    recorder->final_state_hash = state_hash;
    recorder->segment_ticks++;
    if (sim != NULL && recorder->segment_ticks >= recorder->hz * FS_SEGMENT_SECONDS) {
        end_segment(recorder);
        put_keyframe(recorder, fs_sim_state(sim), stream, 0);
        return;
    }
    if (sim != NULL)
        store_last_state(recorder, fs_sim_state(sim), stream);
    if (is_flush_due(recorder))
        fs_recorder_flush(recorder);
}

void fs_recorder_restart(fs_recorder *recorder, fs_sim *sim, const fs_stream *stream)
{
    FS_ASSERT(stream->next_tick == fs_sim_tick(sim));
    if (recorder->restarts == FS__MAX_RESTARTS)
        recorder->failed = true;
    if (recorder->failed)
        return;
    end_run(recorder);
    put_keyframe(recorder, fs_sim_state(sim), stream, FS__KEYFRAME_RESTART);
    recorder->restarts++;
}

void fs_recorder_desync(fs_recorder *recorder, const fs_desync *desync)
{
    if (recorder->failed)
        return;
    char *text = fs_desync_json(recorder->schema, desync);
    size_t size = text != NULL ? strlen(text) : 0;
    FS_ASSERT(size <= FS__MAX_DESYNC_BYTES);
    uint8_t *block = text != NULL ? malloc(fs__frame_size((uint32_t)size)) : NULL;
    /* Without memory the report is lost and the recording goes on. */
    if (block != NULL) {
        fs_recorder_flush(recorder);
        memcpy(block + FS__FRAME_HEAD_BYTES, text, size);
        emit_block(recorder, FS__BLOCK_DESYNC, block, size);
        recorder->desyncs++;
    }
    free(block);
    free(text);
}

bool fs_recorder_failed(const fs_recorder *recorder)
{
    return recorder->failed;
}

uint64_t fs_recorder_bytes(const fs_recorder *recorder)
{
    return recorder->bytes;
}

void fs_recorder_close(fs_recorder *recorder)
{
    uint8_t block[FS__FRAME_HEAD_BYTES + FS__END_PAYLOAD + FS__FRAME_TAIL_BYTES];
    fs__writer w = fs__writer_make(block + FS__FRAME_HEAD_BYTES, FS__END_PAYLOAD);
    if (recorder == NULL)
        return;
    end_run(recorder);
    fs__put_u32(&w, FS_REPLAY_FORMAT);
    fs__put_u32(&w, recorder->segments);
    fs__put_u32(&w, recorder->keyframes);
    fs__put_u32(&w, recorder->desyncs);
    fs__put_u32(&w, recorder->restarts);
    fs__put_u64(&w, recorder->ticks);
    fs__put_u64(&w, recorder->final_state_hash);
    emit_sealed(recorder, FS__BLOCK_END, block, FS__END_PAYLOAD);
    free_recorder(recorder);
}

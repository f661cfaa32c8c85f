/* broadcast.c: see broadcast.h. */
#include "lockstep/spectate/broadcast.h"

#include <stdlib.h>

#include "lockstep/spectate/keyframe.h"

enum { FIRST_BLOCK_BYTES = 4096, MAX_RUN_BUNDLES = 255 };

/* --- blocks ---------------------------------------------------------------------- */

fs_result fs__broadcast_init(fs__broadcast *b, uint32_t hz, uint32_t delay_s)
{
    b->hz = b->max_ticks = hz;
    b->delay_ticks = delay_s * hz;
    /* A keyframe may end a block early, so there are at most two in a second. */
    b->block_limit = 2 * (delay_s + FS__BROADCAST_KEPT_S + 1);
    b->blocks = calloc(b->block_limit, sizeof *b->blocks);
    b->keyframe_interval = FS__KEYFRAME_S * hz;
    return b->blocks != NULL ? FS_OK : FS_E_MEMORY;
}

static void free_block(fs__broadcast_block *block)
{
    free(block->ticks);
    free(block->bytes);
    free(block->keyframe);
    *block = (fs__broadcast_block){ 0 };
}

/* Forgets all blocks; their numbers are not used again. */
static void clear_log(fs__broadcast *b)
{
    for (uint32_t i = 0; i < b->block_limit; i++)
        free_block(&b->blocks[i]);
    b->open = b->has_keyframe = false;
}

void fs__broadcast_free(fs__broadcast *b)
{
    if (b->blocks == NULL)
        return;
    clear_log(b);
    free(b->blocks);
    b->blocks = NULL;
}

static fs__broadcast_block *place_of(const fs__broadcast *b, uint64_t number)
{
    return &b->blocks[number % b->block_limit];
}

/* NULL when it is no longer kept, or not begun. */
static fs__broadcast_block *find_block(const fs__broadcast *b, uint64_t number)
{
    fs__broadcast_block *block = place_of(b, number);
    return number != 0 && block->number == number ? block : NULL;
}

/* Frees the blocks that have been visible for longer than they are kept. */
static void drop_old_blocks(fs__broadcast *b)
{
    uint32_t kept = b->delay_ticks + FS__BROADCAST_KEPT_S * b->hz;
    for (; b->oldest < b->begun; b->oldest++) {
        fs__broadcast_block *block = find_block(b, b->oldest);
        if (block != NULL && b->next_tick - (block->first_tick + block->count) <= kept)
            return;
        if (block != NULL)
            free_block(block);
    }
}

static bool begin_block(fs__broadcast *b)
{
    uint64_t number = b->begun + 1;
    fs__broadcast_block *block = place_of(b, number);
    free_block(block);
    block->ticks = calloc(b->max_ticks, sizeof *block->ticks);
    block->bytes = malloc(FIRST_BLOCK_BYTES);
    if (block->ticks == NULL || block->bytes == NULL) {
        free_block(block);
        return false;
    }
    block->capacity = FIRST_BLOCK_BYTES;
    block->number = b->begun = number;
    block->first_tick = b->next_tick;
    b->open = true;
    return true;
}

static bool grow_block(fs__broadcast_block *block, size_t size)
{
    if (size <= block->capacity)
        return true;
    uint8_t *bytes = realloc(block->bytes, 2 * size);
    if (bytes == NULL)
        return false;
    block->bytes = bytes;
    block->capacity = 2 * size;
    return true;
}

/* --- writing -------------------------------------------------------------------------- */

static bool append_bundle(fs__broadcast *b, const void *bundle, size_t size, uint64_t state_hash, uint64_t chain)
{
    fs__broadcast_block *block = place_of(b, b->begun);
    FS_ASSERT(b->open && block->count < b->max_ticks);
    if (!grow_block(block, block->size + size + 10))
        return false;
    fs__writer w = fs__writer_make(block->bytes + block->size, block->capacity - block->size);
    fs__put_var(&w, size);
    fs__put_bytes(&w, bundle, size);
    FS_ASSERT(!w.full);
    block->size += w.at;
    block->ticks[block->count++] = (fs__broadcast_tick){ state_hash, chain, (uint32_t)block->size };
    return true;
}

/* Ends the open block, with a head when there is a signer. */
static void close_block(fs__broadcast *b, const uint8_t *seed)
{
    fs__broadcast_block *block = place_of(b, b->begun);
    b->open = false;
    if (seed == NULL || block->count == 0)
        return;
    block->has_head = true;
    block->head = (struct fs__head){ .ticks = b->next_tick, .state_hash = b->state_hash };
    memcpy(block->head.chain, b->chain, sizeof b->chain);
    fs__head_sign(&block->head, seed);
}

static bool is_keyframe_due(const fs__broadcast *b)
{
    bool old = !b->has_keyframe || b->next_tick - b->keyframe_tick >= b->keyframe_interval;
    return old && (b->delay_ticks > 0 || b->wanted);
}

/* The time until the next keyframe grows with the state, so that keyframes take a bounded share of a core. */
static uint32_t keyframe_interval(const fs__broadcast *b, size_t raw_size)
{
    size_t seconds = raw_size / FS__KEYFRAME_BYTES_PER_S;
    seconds = seconds < FS__KEYFRAME_S ? FS__KEYFRAME_S : seconds;
    return b->hz * (uint32_t)(seconds > FS__KEYFRAME_MAX_S ? FS__KEYFRAME_MAX_S : seconds);
}

/* Begins a block with a keyframe of the state at hand. */
static bool begin_with_keyframe(fs__broadcast *b, const fs_stream *stream, fs_sim *sim, const uint8_t *seed)
{
    size_t size, raw_size;
    uint8_t *keyframe = fs__keyframe_make(stream, sim, &size, &raw_size);
    if (keyframe == NULL)
        return false;
    if (b->open)
        close_block(b, seed);
    if (!begin_block(b)) {
        free(keyframe);
        return false;
    }
    fs__broadcast_block *block = place_of(b, b->begun);
    block->keyframe = keyframe;
    block->keyframe_size = size;
    b->has_keyframe = true;
    b->wanted = false;
    b->keyframes++;
    b->keyframe_tick = b->next_tick;
    b->keyframe_interval = keyframe_interval(b, raw_size);
    return true;
}

static bool is_kept(const fs__broadcast *b)
{
    return b->delay_ticks > 0 || b->watched;
}

void fs__broadcast_append(fs__broadcast *b, const void *bundle, size_t size, uint64_t state_hash,
                          const fs_stream *stream, fs_sim *sim, const uint8_t *seed)
{
    fs__reader chain = fs__reader_make(stream->chain, sizeof stream->chain);
    bool follows = stream->next_tick == b->next_tick + 1; /* not after a relay has got another state */
    if (b->has_keyframe && (!is_kept(b) || !follows))
        clear_log(b);
    bool good = true;
    /* Without a keyframe nobody could begin with the tick. */
    if (b->has_keyframe)
        good = (b->open || begin_block(b)) && append_bundle(b, bundle, size, state_hash, fs__get_u64(&chain));
    b->next_tick = stream->next_tick;
    b->state_hash = state_hash;
    memcpy(b->chain, stream->chain, sizeof b->chain);
    if (good && b->open && place_of(b, b->begun)->count == b->max_ticks)
        close_block(b, seed);
    if (good && is_keyframe_due(b))
        good = begin_with_keyframe(b, stream, sim, seed);
    if (!good)
        clear_log(b);
    drop_old_blocks(b);
}

bool fs__broadcast_put_head(fs__broadcast *b, const struct fs__head *head)
{
    fs__broadcast_block *block = find_block(b, b->begun);
    if (block != NULL && block->count == 0) /* begun by a keyframe after the tick of the head */
        block = find_block(b, b->begun - 1);
    if (block == NULL || block->has_head || block->count == 0 || head->ticks != b->next_tick ||
        block->first_tick + block->count != head->ticks)
        return false;
    block->has_head = true;
    block->head = *head;
    if (block->number == b->begun)
        b->open = false;
    return true;
}

void fs__broadcast_end(fs__broadcast *b, const uint8_t *seed)
{
    if (b->open)
        close_block(b, seed);
    b->ended = true;
}

/* --- reading -------------------------------------------------------------------------------- */

uint32_t fs__broadcast_visible(const fs__broadcast *b)
{
    if (b->ended)
        return b->next_tick;
    return b->next_tick > b->delay_ticks ? b->next_tick - b->delay_ticks : 0;
}

bool fs__broadcast_seek(fs__broadcast *b, fs__broadcast_cursor *cursor, bool any)
{
    uint32_t visible = fs__broadcast_visible(b);
    bool old = !b->has_keyframe || b->next_tick - b->keyframe_tick >= b->keyframe_interval;
    b->wanted = b->wanted || old;
    if (old && b->delay_ticks == 0 && !any && !b->ended)
        return false;
    for (uint64_t n = b->begun; n > 0 && n + b->block_limit > b->begun; n--) {
        const fs__broadcast_block *block = find_block(b, n);
        if (block == NULL || block->keyframe == NULL || block->first_tick > visible)
            continue;
        *cursor = (fs__broadcast_cursor){ .block = n, .tick = block->first_tick, .in_keyframe = true };
        return true;
    }
    return false;
}

bool fs__broadcast_is_lost(const fs__broadcast *b, const fs__broadcast_cursor *cursor)
{
    return find_block(b, cursor->block) == NULL;
}

size_t fs__broadcast_read_keyframe(const fs__broadcast *b, fs__broadcast_cursor *cursor, size_t limit,
                                   const uint8_t **bytes, size_t *total)
{
    const fs__broadcast_block *block = find_block(b, cursor->block);
    FS_ASSERT(block != NULL && block->keyframe != NULL);
    size_t left = block->keyframe_size - cursor->keyframe_offset, size = left < limit ? left : limit;
    *bytes = block->keyframe + cursor->keyframe_offset;
    *total = block->keyframe_size;
    cursor->keyframe_offset += size;
    cursor->in_keyframe = cursor->keyframe_offset < block->keyframe_size;
    return size;
}

/* Bundles from `first` on that are visible and fit. */
static uint32_t count_run(const fs__broadcast *b, const fs__broadcast_block *block, uint32_t first, size_t limit)
{
    uint32_t visible = fs__broadcast_visible(b), n = 0;
    size_t start = first > 0 ? block->ticks[first - 1].end : 0;
    while (first + n < block->count && n < MAX_RUN_BUNDLES && block->first_tick + first + n < visible &&
           (n == 0 || block->ticks[first + n].end - start <= limit))
        n++;
    return n;
}

/* The head of a block that is read to its end, once. */
static const struct fs__head *read_head(const fs__broadcast_block *block, fs__broadcast_cursor *cursor)
{
    if (!block->has_head || cursor->head_block == block->number)
        return NULL;
    cursor->head_block = block->number;
    return &block->head;
}

bool fs__broadcast_read(const fs__broadcast *b, fs__broadcast_cursor *cursor, size_t limit, fs__broadcast_run *run)
{
    const fs__broadcast_block *block = find_block(b, cursor->block);
    FS_ASSERT(block != NULL && cursor->tick >= block->first_tick);
    uint32_t first = cursor->tick - block->first_tick, n = count_run(b, block, first, limit);
    size_t start = first > 0 ? block->ticks[first - 1].end : 0;
    *run = (fs__broadcast_run){ .first_tick = cursor->tick, .count = n, .bytes = block->bytes + start };
    run->size = n > 0 ? block->ticks[first + n - 1].end - start : 0;
    cursor->tick += n;
    if (first + n == block->count) {
        run->head = read_head(block, cursor);
        cursor->block += block->number < b->begun;
    }
    return n > 0 || run->head != NULL;
}

const fs__broadcast_tick *fs__broadcast_find_tick(const fs__broadcast *b, uint32_t tick)
{
    for (uint64_t n = b->begun; n > 0 && n + b->block_limit > b->begun; n--) {
        const fs__broadcast_block *block = find_block(b, n);
        if (block != NULL && tick >= block->first_tick)
            return tick - block->first_tick < block->count ? &block->ticks[tick - block->first_tick] : NULL;
    }
    return NULL;
}

/* stream.c: encodes and applies canonical bundles. See stream.h for the bytes.
 *
 * Decoding works on a copy and encodes the result again: bytes that are not the canonical form of their meaning differ
 * from it and are refused, so no check of canonical form can be forgotten.
 */
#include "lockstep/stream.h"

#include <sodium.h>

#include "lockstep/player/player_text.h"

enum { FLAG_CHANGED = 1, FLAG_SUBSTITUTED = 2, FLAG_EVENTS = 4, FLAGS_ALL = 7 };

void fs__stream_init(fs_stream *stream, const fs_game *game, const fs_config *config)
{
    uint8_t bytes[FS_CONFIG_BYTES];
    FS_ASSERT(config->players >= 1 && config->players <= FS_MAX_PLAYERS);
    FS_ASSERT(game->input_size >= 1 && game->input_size <= FS_MAX_INPUT);
    memset(stream, 0, sizeof *stream);
    stream->slots = config->players;
    stream->input_size = game->input_size;
    fs_config_encode(config, bytes);
    crypto_generichash(stream->chain, sizeof stream->chain, bytes, sizeof bytes, NULL, 0);
}

static uint8_t *slot_input(fs_stream *stream, uint32_t slot)
{
    return stream->inputs + (size_t)slot * stream->input_size;
}

static uint64_t slot_bit(uint32_t slot)
{
    return (uint64_t)1 << slot;
}

fs_inputs fs__stream_inputs(const fs_stream *stream)
{
    return (fs_inputs){ stream->inputs, stream->input_size, stream->slots, stream->present };
}

/* --- events ------------------------------------------------------------------ */

static bool apply_chat(fs_stream *stream, const fs__stream_event *event)
{
    if (!fs__chat_valid(event->text))
        return false;
    stream->chat_slot = event->slot;
    memcpy(stream->chat, event->text, sizeof stream->chat);
    return true;
}

static void forget_chat(fs_stream *stream)
{
    stream->chat_slot = 0;
    memset(stream->chat, 0, sizeof stream->chat);
}

/* Changes the present players; false when the event is not valid in this state. */
static bool apply_event(fs_stream *stream, const fs__stream_event *event)
{
    if (event->slot >= stream->slots)
        return false;
    bool present = (stream->present & slot_bit(event->slot)) != 0;
    if (stream->chat[0] != 0)
        return false; /* a line of chat is the last event */
    if (event->kind == FS__STREAM_EVENT_CHAT)
        return present && apply_chat(stream, event);
    if (event->kind == FS__STREAM_EVENT_JOIN) {
        if (present || event->text[0] == 0)
            return false;
        stream->present |= slot_bit(event->slot);
        memcpy(stream->names[event->slot], event->text, FS_MAX_NAME);
        return true;
    }
    if (!present || event->text[0] != 0)
        return false;
    if (event->kind == FS__STREAM_EVENT_DELAY)
        return event->value >= 1 && event->value <= FS_MAX_DELAY;
    if (event->kind != FS__STREAM_EVENT_LEAVE)
        return false;
    stream->present &= ~slot_bit(event->slot);
    memset(slot_input(stream, event->slot), 0, stream->input_size);
    return true;
}

static void put_events(fs__writer *w, const fs__bundle *bundle)
{
    fs__put_var(w, bundle->event_count);
    for (uint32_t i = 0; i < bundle->event_count; i++) {
        fs__put_u8(w, bundle->events[i].kind);
        fs__put_u8(w, bundle->events[i].slot);
        if (bundle->events[i].kind == FS__STREAM_EVENT_DELAY)
            fs__put_u8(w, bundle->events[i].value);
        else
            fs__put_text(w, bundle->events[i].text);
    }
}

/* Reads the events of a bundle into `events`; returns their number. */
static uint32_t get_events(fs__reader *r, fs__stream_event *events)
{
    uint64_t count = fs__get_var(r);
    if (count == 0 || count > FS__MAX_BUNDLE_EVENTS)
        r->bad = true;
    for (uint32_t i = 0; i < count && !r->bad; i++) {
        events[i].kind = fs__get_u8(r);
        events[i].slot = fs__get_u8(r);
        events[i].value = events[i].kind == FS__STREAM_EVENT_DELAY ? fs__get_u8(r) : 0;
        memset(events[i].text, 0, sizeof events[i].text);
        if (events[i].kind != FS__STREAM_EVENT_DELAY)
            fs__get_text(r, events[i].text, events[i].kind == FS__STREAM_EVENT_CHAT ? FS_MAX_CHAT : FS_MAX_NAME);
    }
    return r->bad ? 0 : (uint32_t)count;
}

/* --- bitmaps and deltas --------------------------------------------------------- */

static void put_bitmap(fs__writer *w, uint64_t bits, uint32_t slots)
{
    fs__put_le(w, bits, (slots + 7) / 8);
}

static uint64_t get_bitmap(fs__reader *r, uint32_t slots)
{
    uint64_t bits = fs__get_le(r, (slots + 7) / 8);
    if (slots < 64 && bits >> slots != 0)
        r->bad = true;
    return bits;
}

/* --- one tick --------------------------------------------------------------------- */

/* Present slots whose input differs from the previous tick's. */
static uint64_t changed_slots(const fs_stream *stream, const uint8_t *inputs)
{
    uint64_t changed = 0;
    for (uint32_t s = 0; s < stream->slots; s++) {
        size_t at = (size_t)s * stream->input_size;
        if ((stream->present & slot_bit(s)) && memcmp(stream->inputs + at, inputs + at, stream->input_size) != 0)
            changed |= slot_bit(s);
    }
    return changed;
}

static void advance_chain(fs_stream *stream, const uint8_t *bytes, size_t size)
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, sizeof stream->chain);
    crypto_generichash_update(&hash, stream->chain, sizeof stream->chain);
    crypto_generichash_update(&hash, bytes, size);
    crypto_generichash_final(&hash, stream->chain, sizeof stream->chain);
}

/* Writes the bundle and applies it to the stream, except for the chain; 0 when an event is not valid. */
static size_t encode_bundle(fs_stream *stream, const fs__bundle *bundle, uint8_t *bytes)
{
    fs__writer w = fs__writer_make(bytes, FS__MAX_BUNDLE_BYTES);
    forget_chat(stream);
    for (uint32_t i = 0; i < bundle->event_count; i++)
        if (!apply_event(stream, &bundle->events[i]))
            return 0;
    uint64_t changed = changed_slots(stream, bundle->inputs);
    stream->substituted = bundle->substituted & stream->present;
    fs__put_var(&w, stream->next_tick);
    fs__put_u8(&w, (uint8_t)((changed ? FLAG_CHANGED : 0) | (stream->substituted ? FLAG_SUBSTITUTED : 0) |
                             (bundle->event_count ? FLAG_EVENTS : 0)));
    if (bundle->event_count)
        put_events(&w, bundle);
    if (changed)
        put_bitmap(&w, changed, stream->slots);
    for (uint32_t s = 0; s < stream->slots; s++) {
        if (!(changed & slot_bit(s)))
            continue;
        const uint8_t *input = bundle->inputs + (size_t)s * stream->input_size;
        fs__put_delta(&w, slot_input(stream, s), input, stream->input_size);
        memcpy(slot_input(stream, s), input, stream->input_size);
    }
    if (stream->substituted)
        put_bitmap(&w, stream->substituted, stream->slots);
    stream->next_tick++;
    return w.full ? 0 : w.at;
}

size_t fs__stream_append(fs_stream *stream, const fs__bundle *bundle, uint8_t *bytes)
{
    FS_ASSERT(stream->next_tick < UINT32_MAX && bundle->event_count <= FS__MAX_BUNDLE_EVENTS);
    size_t size = encode_bundle(stream, bundle, bytes);
    FS_ASSERT(size > 0);
    advance_chain(stream, bytes, size);
    return size;
}

/* Reads the parts of a bundle and applies events and inputs to `parsed`, a copy of the stream. */
static bool parse_bundle(const fs_stream *stream, fs__reader *r, fs_stream *parsed, fs__stream_event *events,
                         fs__bundle *bundle)
{
    uint64_t tick = fs__get_var(r);
    uint8_t flags = fs__get_u8(r);
    if (tick != stream->next_tick || (flags & ~FLAGS_ALL))
        return false;
    *bundle = (fs__bundle){ parsed->inputs, 0, events, 0 };
    forget_chat(parsed);
    if (flags & FLAG_EVENTS)
        bundle->event_count = get_events(r, events);
    for (uint32_t i = 0; i < bundle->event_count; i++)
        if (!apply_event(parsed, &events[i]))
            return false;
    uint64_t changed = flags & FLAG_CHANGED ? get_bitmap(r, stream->slots) : 0;
    for (uint32_t s = 0; s < stream->slots && !r->bad; s++)
        if (changed & slot_bit(s))
            fs__get_delta(r, slot_input(parsed, s), stream->input_size);
    if (flags & FLAG_SUBSTITUTED)
        bundle->substituted = get_bitmap(r, stream->slots);
    return fs__reader_done(r);
}

fs_result fs__stream_apply(fs_stream *stream, const void *bytes, size_t size)
{
    fs_stream parsed = *stream, encoded = *stream;
    fs__stream_event events[FS__MAX_BUNDLE_EVENTS];
    fs__bundle bundle;
    uint8_t canonical[FS__MAX_BUNDLE_BYTES];
    fs__reader r = fs__reader_make(bytes, size);
    if (stream->next_tick == UINT32_MAX || !parse_bundle(stream, &r, &parsed, events, &bundle))
        return FS_E_MALFORMED;
    if (encode_bundle(&encoded, &bundle, canonical) != size || memcmp(canonical, bytes, size) != 0)
        return FS_E_MALFORMED;
    *stream = encoded;
    advance_chain(stream, bytes, size);
    return FS_OK;
}

bool fs__bundle_tick(const void *bytes, size_t size, uint32_t *tick)
{
    fs__reader r = fs__reader_make(bytes, size);
    uint64_t t = fs__get_var(&r);
    *tick = (uint32_t)t;
    return !r.bad && t < UINT32_MAX;
}

/* --- the stream as bytes ------------------------------------------------------------ */

void fs__stream_put(const fs_stream *stream, fs__writer *w)
{
    fs__put_u32(w, stream->next_tick);
    fs__put_u64(w, stream->present);
    fs__put_bytes(w, stream->chain, sizeof stream->chain);
    fs__put_bytes(w, stream->inputs, (size_t)stream->slots * stream->input_size);
    for (uint32_t s = 0; s < stream->slots; s++)
        fs__put_text(w, stream->names[s]);
}

fs_result fs__stream_get(fs_stream *stream, const fs_game *game, const fs_config *config, fs__reader *r)
{
    fs__stream_init(stream, game, config);
    stream->next_tick = fs__get_u32(r);
    stream->present = fs__get_u64(r);
    fs__get_bytes(r, stream->chain, sizeof stream->chain);
    fs__get_bytes(r, stream->inputs, (size_t)stream->slots * stream->input_size);
    for (uint32_t s = 0; s < stream->slots; s++)
        fs__get_text(r, stream->names[s], FS_MAX_NAME);
    if (r->bad)
        return FS_E_TRUNCATED;
    if (stream->slots < 64 && stream->present >> stream->slots != 0)
        return FS_E_MALFORMED;
    return FS_OK;
}

const char *fs_stream_name(const fs_stream *stream, uint32_t slot)
{
    return slot < stream->slots && (stream->present >> slot & 1) != 0 ? stream->names[slot] : "";
}

const char *fs_stream_chat(const fs_stream *stream, uint32_t *slot)
{
    if (stream->chat[0] == 0)
        return NULL;
    *slot = stream->chat_slot;
    return stream->chat;
}

/* wire.h: bounded little-endian reading and writing of bytes.
 *
 * All encoders and decoders of messages and files use these functions. A reader never passes its end: it sets `bad` for
 * good and returns zeros from then on, so a decoder reads straight through and checks once. A writer without room sets
 * `full` for good and writes nothing more. No function allocates memory.
 */
#ifndef FS_STATE_WIRE_H
#define FS_STATE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <fixstep/result.h>

typedef struct fs__reader {
    const uint8_t *bytes;
    size_t size, at;
    bool bad;
} fs__reader;

typedef struct fs__writer {
    uint8_t *bytes;
    size_t size, at;
    bool full;
} fs__writer;

static inline fs__reader fs__reader_make(const void *bytes, size_t size)
{
    return (fs__reader){ (const uint8_t *)bytes, size, 0, false };
}

static inline fs__writer fs__writer_make(void *bytes, size_t size)
{
    return (fs__writer){ (uint8_t *)bytes, size, 0, false };
}

static inline size_t fs__reader_remaining(const fs__reader *r)
{
    return r->size - r->at;
}

/* True when exactly all bytes were read. */
static inline bool fs__reader_done(const fs__reader *r)
{
    return !r->bad && r->at == r->size;
}

/* Pointer to the next `n` bytes, which are skipped; NULL, and `bad`, when there are fewer. */
static inline const uint8_t *fs__reader_take(fs__reader *r, size_t n)
{
    if (r->bad || fs__reader_remaining(r) < n) {
        r->bad = true;
        return NULL;
    }
    const uint8_t *p = r->bytes + r->at;
    r->at += n;
    return p;
}

/* Copies `n` bytes, zeros when there are fewer. */
static inline void fs__get_bytes(fs__reader *r, void *to, size_t n)
{
    const uint8_t *p = fs__reader_take(r, n);
    if (p != NULL)
        memcpy(to, p, n);
    else
        memset(to, 0, n);
}

/* An unsigned number of `width` (1..8) bytes. */
static inline uint64_t fs__get_le(fs__reader *r, unsigned width)
{
    FS_ASSERT(width >= 1 && width <= 8);
    const uint8_t *p = fs__reader_take(r, width);
    uint64_t v = 0;
    for (unsigned i = 0; p != NULL && i < width; i++)
        v |= (uint64_t)p[i] << (8 * i);
    return v;
}

static inline uint8_t fs__get_u8(fs__reader *r)
{
    return (uint8_t)fs__get_le(r, 1);
}
static inline uint16_t fs__get_u16(fs__reader *r)
{
    return (uint16_t)fs__get_le(r, 2);
}
static inline uint32_t fs__get_u32(fs__reader *r)
{
    return (uint32_t)fs__get_le(r, 4);
}
static inline uint64_t fs__get_u64(fs__reader *r)
{
    return fs__get_le(r, 8);
}

/* Space for the next `n` bytes; NULL, and `full`, when there is less. */
static inline uint8_t *fs__writer_reserve(fs__writer *w, size_t n)
{
    if (w->full || w->size - w->at < n) {
        w->full = true;
        return NULL;
    }
    uint8_t *p = w->bytes + w->at;
    w->at += n;
    return p;
}

static inline void fs__put_bytes(fs__writer *w, const void *from, size_t n)
{
    uint8_t *p = fs__writer_reserve(w, n);
    if (p != NULL && n > 0)
        memcpy(p, from, n);
}

/* The low `width` (1..8) bytes of a number. */
static inline void fs__put_le(fs__writer *w, uint64_t v, unsigned width)
{
    FS_ASSERT(width >= 1 && width <= 8);
    uint8_t *p = fs__writer_reserve(w, width);
    for (unsigned i = 0; p != NULL && i < width; i++)
        p[i] = (uint8_t)(v >> (8 * i));
}

static inline void fs__put_u8(fs__writer *w, uint8_t v)
{
    fs__put_le(w, v, 1);
}
static inline void fs__put_u16(fs__writer *w, uint16_t v)
{
    fs__put_le(w, v, 2);
}
static inline void fs__put_u32(fs__writer *w, uint32_t v)
{
    fs__put_le(w, v, 4);
}
static inline void fs__put_u64(fs__writer *w, uint64_t v)
{
    fs__put_le(w, v, 8);
}

/* Variable-length unsigned integers (LEB128): 7 bits a byte, low bits first, 1..10 bytes. Only the shortest form is
 * accepted, so equal values have equal bytes. */
void fs__put_var(fs__writer *w, uint64_t v);
uint64_t fs__get_var(fs__reader *r);

/* A text: length byte and at most 255 bytes. Reading refuses control characters and texts of `size` or more bytes,
 * fills the rest of `text` with zeros, and makes it "" on an error. */
void fs__put_text(fs__writer *w, const char *text);
void fs__get_text(fs__reader *r, char *text, size_t size);

/* The difference of an input record of `size` (1..64) bytes from the previous record: a bit mask of (size+7)/8 bytes,
 * then the XOR of each byte whose bit is set. Reading changes `input` from the previous record to the new one. A mask
 * bit beyond the record is an error; a XOR byte of zero is not (the stream refuses it). */
void fs__put_delta(fs__writer *w, const uint8_t *previous, const uint8_t *input, uint32_t size);
void fs__get_delta(fs__reader *r, uint8_t *input, uint32_t size);

#endif

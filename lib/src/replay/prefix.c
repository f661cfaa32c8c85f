/* prefix.c: whether the first bytes of a file can still become a recording.
 *
 * Follows the heads of the blocks while a file is read, so that bytes of another kind end the reading at once. Whatever
 * ends it here is a fault for the scan at the same byte: the scan decides, this file must never accept or refuse.
 */
#include "replay/recording.h"

/* Moves over the preamble; false when it is none of this format. */
static bool follow_preamble(fs__prefix *prefix, const uint8_t *bytes, size_t size)
{
    size_t n = size < FS__MAGIC_BYTES ? size : FS__MAGIC_BYTES;
    if (memcmp(bytes, fs__replay_magic, n) != 0)
        return false;
    if (size < FS__PREAMBLE_BYTES)
        return true;
    fs__reader r = fs__reader_make(bytes + FS__MAGIC_BYTES, FS__PREAMBLE_BYTES - FS__MAGIC_BYTES);
    uint32_t format = fs__get_u32(&r);
    prefix->at = FS__PREAMBLE_BYTES;
    return fs__get_u32(&r) == fs__crc32c(bytes, FS__MAGIC_BYTES + 4) && format == FS_REPLAY_FORMAT;
}

/* Moves over one block by its head; false when the head is broken. */
static bool follow_block(fs__prefix *prefix, const uint8_t *head)
{
    fs__reader r = fs__reader_make(head, FS__FRAME_HEAD_BYTES);
    prefix->ended = fs__get_u8(&r) == FS__BLOCK_END;
    fs__reader_take(&r, 3);
    prefix->at += fs__frame_size(fs__get_u32(&r));
    return fs__get_u32(&r) == fs__crc32c(head, 8);
}

bool fs__prefix_continues(void *context, const uint8_t *bytes, size_t size)
{
    fs__prefix *prefix = (fs__prefix *)context;
    if (prefix->at == 0 && !follow_preamble(prefix, bytes, size))
        return false;
    if (prefix->at == 0)
        return true;
    while (!prefix->ended && prefix->at <= size && size - prefix->at >= FS__FRAME_HEAD_BYTES)
        if (!follow_block(prefix, bytes + prefix->at))
            return false;
    return !prefix->ended || size <= prefix->at;
}

/* gate.c: classification of datagrams, cookies, and the check of every command.
 *
 * ENet's integers are big-endian. Its sizes and positions below are those of
 * protocol version 1.3, the same in every 1.3.x release.
 */
#include "net/gate.h"

#include <fixstep/lockstep.h>
#include <sodium.h>
#include <string.h>

#include "net/cipher.h"
#include "net/handshake.h"
#include "state/wire.h"

_Static_assert(FS__GATE_KEY_BYTES == crypto_shorthash_KEYBYTES, "the key of SipHash-2-4");
_Static_assert(crypto_shorthash_BYTES == 8, "the hash of SipHash-2-4");
_Static_assert((int)FS__GATE_COOKIE_BYTES <= (int)FS__GATE_HELLO_BYTES, "an answer is never larger than its question");

enum { MAGIC_SIZE = 8 };
static const char hello_magic[MAGIC_SIZE + 1] = "FixstepH";
static const char cookie_magic[MAGIC_SIZE + 1] = "FixstepC";
static const char query_magic[MAGIC_SIZE + 1] = "FixstepQ";
static const char info_magic[MAGIC_SIZE + 1] = "FixstepI";

enum {
    COMPRESSED = 0x4000,
    SENT_TIME = 0x8000, /* flags beside the peer number */
    SESSION_SHIFT = 12, /* of the two bits of the session beside it */
    UNSEQUENCED = 0x40, /* flag of a command */
    CONNECT_PEER_AT = 4,
    CONNECT_NUMBER_AT = 40,
    CONNECT_CHANNELS_AT = 16,
    FRAGMENT_COUNT_AT = 8,
    FRAGMENT_NUMBER_AT = 12,
    FRAGMENT_TOTAL_AT = 16,
    /* Payload of a fragment other than the last, at least: ENet's smallest datagram (576 bytes) less the headers of
     * datagram and command. */
    MIN_FRAGMENT_BYTES = 576 - 4 - 24
};

/* ENet's commands and the size of each without its payload. */
enum {
    ACKNOWLEDGE = 1,
    CONNECT,
    VERIFY_CONNECT,
    DISCONNECT,
    PING,
    SEND_RELIABLE,
    SEND_UNRELIABLE,
    SEND_FRAGMENT,
    SEND_UNSEQUENCED,
    BANDWIDTH_LIMIT,
    THROTTLE_CONFIGURE,
    SEND_UNRELIABLE_FRAGMENT,
    COMMANDS
};
static const uint8_t command_size[COMMANDS] = { 0, 8, 48, 44, 8, 4, 6, 8, 24, 8, 12, 16, 24 };

static uint32_t be16(const uint8_t *p)
{
    return (uint32_t)p[0] << 8 | p[1];
}

static uint32_t be32(const uint8_t *p)
{
    return be16(p) << 16 | be16(p + 2);
}

static uint32_t le32(const uint8_t *p)
{
    fs__reader r = fs__reader_make(p, 4);
    return fs__get_u32(&r);
}

/* From a sender without a peer number only a connection request is valid: alone in its datagram, with the time of
 * sending, from the only peer of a connecting host, and for exactly FS_CHANNEL_COUNT channels. */
static fs__gate_datagram classify_connect(const uint8_t *bytes, size_t size, uint32_t head)
{
    fs__gate_datagram d = { FS__GATE_GARBAGE, 0, 0 };
    const uint8_t *command = bytes + 4;
    if ((head & SENT_TIME) == 0 || size != 4u + command_size[CONNECT] || (command[0] & 0x0f) != CONNECT ||
        be16(command + CONNECT_PEER_AT) != 0 || be32(command + CONNECT_CHANNELS_AT) != FS_CHANNEL_COUNT)
        return d;
    memcpy(&d.value, command + CONNECT_NUMBER_AT, sizeof d.value); /* ENet keeps these bytes as they are */
    d.kind = d.value != 0 ? FS__GATE_CONNECT : FS__GATE_GARBAGE;
    return d;
}

static fs__gate_datagram classify_handshake(const uint8_t *bytes, size_t size)
{
    fs__handshake_head head;
    if (fs__open_get(&head, bytes, size))
        return (fs__gate_datagram){ FS__GATE_OPEN, head.cookie, head.nonce };
    if (fs__keys_get_head(&head, bytes, size))
        return (fs__gate_datagram){ FS__GATE_KEYS, 0, head.nonce };
    return (fs__gate_datagram){ FS__GATE_GARBAGE, 0, 0 };
}

static fs__gate_datagram classify_own(const uint8_t *bytes, size_t size)
{
    fs__gate_datagram d = { FS__GATE_GARBAGE, 0, 0 };
    if (size >= FS__GATE_HELLO_BYTES && memcmp(bytes, hello_magic, MAGIC_SIZE) == 0) {
        d.kind = FS__GATE_HELLO;
        d.value = le32(bytes + MAGIC_SIZE);
    } else if (size == FS__GATE_COOKIE_BYTES && memcmp(bytes, cookie_magic, MAGIC_SIZE) == 0) {
        d.kind = FS__GATE_COOKIE;
        d.nonce = le32(bytes + MAGIC_SIZE);
        d.value = le32(bytes + MAGIC_SIZE + 4);
    } else if (size >= FS__GATE_QUERY_BYTES && memcmp(bytes, query_magic, MAGIC_SIZE) == 0)
        d = (fs__gate_datagram){ FS__GATE_QUERY, le32(bytes + MAGIC_SIZE + 4), le32(bytes + MAGIC_SIZE) };
    else if (size >= FS__GATE_INFO_HEAD_BYTES && memcmp(bytes, info_magic, MAGIC_SIZE) == 0)
        d = (fs__gate_datagram){ FS__GATE_INFO, 0, le32(bytes + MAGIC_SIZE) };
    return d;
}

fs__gate_datagram fs__gate_classify(const uint8_t *bytes, size_t size)
{
    if (size <= FS__CIPHER_HEAD_BYTES)
        return (fs__gate_datagram){ FS__GATE_GARBAGE, 0, 0 };
    if (bytes[0] == FS__CIPHER_MAGIC)
        return (fs__gate_datagram){ FS__GATE_DATA, fs__cipher_link(bytes), 0 };
    fs__gate_datagram d = classify_own(bytes, size);
    return d.kind != FS__GATE_GARBAGE ? d : classify_handshake(bytes, size);
}

fs__gate_datagram fs__gate_classify_content(const uint8_t *bytes, size_t size)
{
    if (size < 4)
        return (fs__gate_datagram){ FS__GATE_GARBAGE, 0, 0 };
    uint32_t head = be16(bytes);
    if ((head & COMPRESSED) != 0)
        return (fs__gate_datagram){ FS__GATE_GARBAGE, 0, 0 };
    if ((head & 0xfff) == FS__GATE_NO_PEER)
        return classify_connect(bytes, size, head);
    return (fs__gate_datagram){ FS__GATE_TRAFFIC, head & 0xfff, 0 };
}

/* --- commands ---------------------------------------------------------------- */

static size_t payload_size(const uint8_t *command)
{
    switch (command[0] & 0x0f) {
    case SEND_RELIABLE: return be16(command + 4);
    case SEND_FRAGMENT:
    case SEND_UNSEQUENCED: return be16(command + 6);
    default: return 0;
    }
}

static bool is_reliable_channel(unsigned channel)
{
    return channel == FS_CHANNEL_CONTROL || channel == FS_CHANNEL_BULK;
}

/* ENet allocates by the fragment count before the bytes arrive, so a count larger than the message can have is
 * refused. */
static bool is_fragment_valid(const uint8_t *command, const fs__gate_limits *limits)
{
    uint32_t count = be32(command + FRAGMENT_COUNT_AT);
    uint32_t total = be32(command + FRAGMENT_TOTAL_AT);
    return is_reliable_channel(command[1]) && total > 0 && total <= limits->max_message &&
           count <= (total - 1) / MIN_FRAGMENT_BYTES + 1 && be32(command + FRAGMENT_NUMBER_AT) < count;
}

static bool is_command_valid(const uint8_t *command, size_t payload, const fs__gate_limits *limits)
{
    unsigned channel = command[1];
    switch (command[0] & 0x0f) {
    case ACKNOWLEDGE:
    case DISCONNECT:
    case PING:
    case BANDWIDTH_LIMIT:
    case THROTTLE_CONFIGURE: return true;
    case VERIFY_CONNECT: return limits->answers;
    case SEND_RELIABLE: return is_reliable_channel(channel);
    case SEND_FRAGMENT: return is_fragment_valid(command, limits);
    case SEND_UNSEQUENCED:
        return channel < FS_CHANNEL_COUNT && !is_reliable_channel(channel) && payload <= FS_MAX_PAYLOAD;
    default: return false; /* CONNECT among traffic, and commands that are never sent */
    }
}

/* Size of the command at the start of `left` bytes, or 0 when it is refused. */
static size_t valid_command_size(const uint8_t *command, size_t left, const fs__gate_limits *limits)
{
    unsigned kind = left == 0 ? 0 : command[0] & 0x0f;
    size_t fixed = kind < COMMANDS ? command_size[kind] : 0;
    if (fixed == 0 || left < fixed)
        return 0;
    size_t payload = payload_size(command);
    if (left - fixed < payload || !is_command_valid(command, payload, limits))
        return 0;
    return fixed + payload;
}

/* Behind peer number and, if given, time of sending. */
size_t fs__gate_first_command(const uint8_t *bytes)
{
    return (be16(bytes) & SENT_TIME) != 0 ? 4 : 2;
}

static bool carries_message(const uint8_t *command)
{
    unsigned kind = command[0] & 0x0f;
    return kind == SEND_RELIABLE || kind == SEND_FRAGMENT || kind == SEND_UNSEQUENCED;
}

bool fs__gate_traffic_valid(const uint8_t *bytes, size_t size, const fs__gate_limits *limits)
{
    if (size < 4)
        return false;
    size_t at = fs__gate_first_command(bytes);
    for (uint32_t count = 0; count < FS__GATE_MAX_COMMANDS; count++) {
        size_t step = valid_command_size(bytes + at, size - at, limits);
        at += step;
        if (step == 0 || at == size)
            return step > 0;
    }
    return false;
}

/* Steps of a sequence number past the newest in order; 0 for a repetition. Numbers are mod 65536, so the half behind
 * the newest counts as repetitions, which ENet acknowledges and drops without a search. */
static uint32_t steps_ahead(uint32_t number, uint16_t received)
{
    uint32_t steps = (number - received) & 0xffff;
    return steps < 0x8000 ? steps : 0;
}

static bool is_in_window(const uint8_t *command, const fs__gate_limits *limits, const uint16_t *received)
{
    unsigned kind = command[0] & 0x0f;
    if (kind != SEND_RELIABLE && kind != SEND_FRAGMENT)
        return true;
    FS_ASSERT(command[1] < FS_CHANNEL_COUNT);
    uint32_t ahead = steps_ahead(be16(command + 2), received[command[1]]);
    /* ENet files a fragment under the number of its message's first fragment. */
    uint32_t filed = kind == SEND_FRAGMENT ? steps_ahead(be16(command + 4), received[command[1]]) : ahead;
    return ahead <= limits->reliable_window && filed <= limits->reliable_window;
}

fs__gate_part fs__gate_passing_part(const uint8_t *bytes, size_t size, const fs__gate_limits *limits,
                                    const uint16_t received[FS_CHANNEL_COUNT], uint64_t max_messages)
{
    FS_ASSERT(size >= 4 && limits->reliable_window > 0 && limits->reliable_window < 0x8000);
    fs__gate_part part = { 0 };
    for (size_t at = fs__gate_first_command(bytes); at < size && is_in_window(bytes + at, limits, received);) {
        bool message = carries_message(bytes + at);
        if (message && part.messages >= max_messages)
            break;
        at += command_size[bytes[at] & 0x0f] + payload_size(bytes + at);
        part = (fs__gate_part){ at, part.commands + 1, part.messages + message };
    }
    return part;
}

/* --- unsequenced messages ------------------------------------------------------ */

bool fs__gate_holds_messages(const uint8_t *bytes, size_t size)
{
    size_t at = fs__gate_first_command(bytes);
    while (at < size && (bytes[at] & 0x0f) == SEND_UNSEQUENCED)
        at += command_size[SEND_UNSEQUENCED] + payload_size(bytes + at);
    return at == size;
}

bool fs__gate_next_message(const uint8_t *bytes, size_t size, size_t *at, fs__gate_message *message)
{
    if (*at == 0)
        *at = fs__gate_first_command(bytes);
    if (*at >= size)
        return false;
    const uint8_t *command = bytes + *at;
    *message = (fs__gate_message){ .channel = command[1],
                                   .group = (uint16_t)be16(command + 4),
                                   .bytes = command + command_size[SEND_UNSEQUENCED],
                                   .size = payload_size(command) };
    *at += command_size[SEND_UNSEQUENCED] + message->size;
    return true;
}

fs__gate_address fs__gate_receiver(const uint8_t *bytes)
{
    uint32_t head = be16(bytes);
    return (fs__gate_address){ head & 0xfff, head >> SESSION_SHIFT & 3 };
}

static void put_be16(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)(value >> 8);
    p[1] = (uint8_t)value;
}

void fs__gate_put_message_head(uint8_t bytes[FS__GATE_MESSAGE_HEAD_BYTES], fs__gate_address to,
                               const fs__gate_message *message)
{
    put_be16(bytes, to.peer | to.session << SESSION_SHIFT);
    bytes[2] = SEND_UNSEQUENCED | UNSEQUENCED;
    bytes[3] = message->channel;
    put_be16(bytes + 4, 0); /* no reliable number */
    put_be16(bytes + 6, message->group);
    put_be16(bytes + 8, (uint32_t)message->size);
}

/* --- cookies ----------------------------------------------------------------- */

static uint32_t hash_text(const fs__gate *gate, const uint8_t *text, size_t size)
{
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, text, size, gate->key);
    return le32(hash);
}

static uint32_t compute_cookie(const fs__gate *gate, const fs__endpoint *from, uint64_t epoch)
{
    uint8_t text[sizeof from->address + 4 + 2 + 8];
    fs__writer w = fs__writer_make(text, sizeof text);
    fs__put_bytes(&w, from->address, sizeof from->address);
    fs__put_u32(&w, from->scope);
    fs__put_u16(&w, from->port);
    fs__put_u64(&w, epoch);
    uint32_t cookie = hash_text(gate, text, sizeof text);
    return cookie != 0 ? cookie : 1;
}

uint32_t fs__gate_hash(const fs__gate *gate, uint64_t value)
{
    uint8_t text[8];
    fs__writer w = fs__writer_make(text, sizeof text);
    fs__put_u64(&w, value);
    return hash_text(gate, text, sizeof text);
}

static uint64_t epoch_at(uint64_t now_us)
{
    return now_us / (FS__GATE_EPOCH_S * 1000000ull);
}

uint32_t fs__gate_cookie(const fs__gate *gate, const fs__endpoint *from, uint64_t now_us)
{
    return compute_cookie(gate, from, epoch_at(now_us));
}

bool fs__gate_cookie_valid(const fs__gate *gate, const fs__endpoint *from, uint64_t now_us, uint32_t cookie)
{
    uint64_t epoch = epoch_at(now_us);
    return cookie == compute_cookie(gate, from, epoch) ||
           (epoch > 0 && cookie == compute_cookie(gate, from, epoch - 1));
}

/* A loopback address cannot be forged from outside; tests run many clients there. */
uint32_t fs__gate_address_limit(const fs__endpoint *from)
{
    return fs__endpoint_is_loopback(from) ? UINT32_MAX : FS__GATE_ADDRESS_LIMIT;
}

static void put_gate_datagram(uint8_t *bytes, size_t size, const char *magic, uint32_t nonce, uint32_t cookie)
{
    memset(bytes, 0, size);
    fs__writer w = fs__writer_make(bytes, size);
    fs__put_bytes(&w, magic, MAGIC_SIZE);
    fs__put_u32(&w, nonce);
    fs__put_u32(&w, cookie);
}

void fs__gate_put_query(uint8_t bytes[FS__GATE_FULL_QUERY_BYTES], uint32_t nonce, uint32_t cookie)
{
    put_gate_datagram(bytes, FS__GATE_FULL_QUERY_BYTES, query_magic, nonce, cookie);
}

void fs__gate_put_info(uint8_t bytes[FS__GATE_INFO_HEAD_BYTES], uint32_t nonce)
{
    fs__writer w = fs__writer_make(bytes, FS__GATE_INFO_HEAD_BYTES);
    fs__put_bytes(&w, info_magic, MAGIC_SIZE);
    fs__put_u32(&w, nonce);
}

void fs__gate_put_hello(uint8_t bytes[FS__GATE_HELLO_BYTES], uint32_t nonce)
{
    put_gate_datagram(bytes, FS__GATE_HELLO_BYTES, hello_magic, nonce, 0);
}

void fs__gate_put_cookie(uint8_t bytes[FS__GATE_COOKIE_BYTES], uint32_t nonce, uint32_t cookie)
{
    put_gate_datagram(bytes, FS__GATE_COOKIE_BYTES, cookie_magic, nonce, cookie);
}

/* fuzz_net.c: datagrams before and after their decryption, messages, and texts of players. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "fuzz/fuzz_target.h"
#include "lockstep/message.h"
#include "lockstep/player/player_text.h"
#include "net/gate.h"
#include "net/handshake.h"
#include "net/server_info.h"

/* --- datagrams ----------------------------------------------------------------------------- */

/* As bytes from a socket, and as the content of an encrypted datagram. */
static void run_datagram(const uint8_t *bytes, size_t size)
{
    static const uint8_t key[FS__CIPHER_KEY_BYTES] = { 1 };
    static const uint16_t received[FS_CHANNEL_COUNT] = { 0, 1, 65535, 7 };
    const fs__gate_limits limits = { true, 1 << 16, 256 };
    uint8_t *out = malloc(size + 1);
    fs__handshake_head head;
    fs__cipher cipher;
    fs__cipher_init(&cipher, 7, false, key, key);
    fs_server_info info;
    if (fs__gate_classify(bytes, size).kind == FS__GATE_INFO)
        fs__info_get(&info, bytes + FS__GATE_INFO_HEAD_BYTES, size - FS__GATE_INFO_HEAD_BYTES);
    fs__open_get(&head, bytes, size);
    fs__keys_get_head(&head, bytes, size);
    fs__cipher_open(&cipher, out, bytes, size);
    free(out);
    if (fs__gate_classify_content(bytes, size).kind != FS__GATE_TRAFFIC ||
        !fs__gate_traffic_valid(bytes, size, &limits))
        return;
    fs__gate_part part = fs__gate_passing_part(bytes, size, &limits, received, 16);
    fuzz_require(part.size <= size && part.commands <= FS__GATE_MAX_COMMANDS && part.messages <= 16,
                 "the part of a datagram is a part of it");
}

static size_t put_sample_info(uint8_t *bytes)
{
    const fs_server_info info = { .version = FS_PROTOCOL_VERSION,
                                  .spectators = true,
                                  .players = 2,
                                  .slots = 8,
                                  .game = "tank",
                                  .name = "Our server",
                                  .has_key = true,
                                  .key = { 7 } };
    fs__gate_put_info(bytes, 1);
    return FS__GATE_INFO_HEAD_BYTES + fs__info_put(bytes + FS__GATE_INFO_HEAD_BYTES, &info);
}

static size_t sample_datagram(uint32_t number, uint8_t *bytes)
{
    static const uint8_t secret[FS_KEY_BYTES] = { 9 }, key[FS__CIPHER_KEY_BYTES] = { 1 };
    static const uint8_t traffic[] = { 0x80, 0, 0, 1, 0x86, 0, 0, 2,    0, 3, 'a', 'b', 'c', 0x49, 1, 0,
                                       0,    0, 5, 0, 2,    1, 2, 0x01, 0, 0, 1,   0,   1,   0,    9 };
    static const uint8_t fragment[] = { 0, 0, 0x88, 0, 0, 5, 0, 5, 0, 2, 0, 0, 0, 2,
                                        0, 0, 0,    0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 2 };
    const fs__handshake_head head = { 1, 2, FS_PROTOCOL_VERSION, false };
    fs__cipher cipher;
    switch (number) {
    case 0: fs__gate_put_hello(bytes, 1); return FS__GATE_HELLO_BYTES;
    case 1: fs__gate_put_query(bytes, 1, 2); return FS__GATE_QUERY_BYTES;
    case 2: fs__gate_put_cookie(bytes, 1, 2); return FS__GATE_COOKIE_BYTES;
    case 3: fs__open_put(bytes, &head, secret); return FS__OPEN_BYTES;
    case 4: fs__keys_put_head(bytes, &head); return FS__KEYS_HEAD_BYTES;
    case 5: memcpy(bytes, traffic, sizeof traffic); return sizeof traffic;
    case 6: memcpy(bytes, fragment, sizeof fragment); return sizeof fragment;
    case 7: return put_sample_info(bytes);
    case 8:
        fs__cipher_init(&cipher, 7, false, key, key);
        return fs__cipher_seal(&cipher, bytes, traffic, sizeof traffic);
    default: return 0;
    }
}

const fuzz_target fuzz_datagram = { "datagram", "datagrams and their contents", run_datagram, sample_datagram };

/* --- messages ------------------------------------------------------------------------------ */

enum { INPUT_BYTES = 8 };

static union {
    struct fs__join_message join;
    struct fs__resume_message resume;
    struct fs__offer_message offer;
    struct fs__ready_message ready;
    struct fs__welcome_message welcome;
    struct fs__start_message start;
    struct fs__refuse_message refuse;
    struct fs__desync_notice desync;
    struct fs__end_message end;
    struct fs__cause_message cause;
    struct fs__next_message next;
    struct fs__key_message key;
    struct fs__ticket_message ticket;
    struct fs__watched_message watched;
    struct fs__spectating_message spectating;
    struct fs__head head;
    struct fs__notice_message notice;
    struct fs__challenge_message challenge;
    struct fs__proof_message proof;
    struct fs__chat_message chat;
    struct fs__repair_request repair;
    struct fs__ticks_message ticks;
    struct fs__snapshot_chunk chunk;
    struct fs__hash_query query;
    struct fs__hash_reply reply;
} message;
static struct fs__input_message input;

/* What an accepted INPUT says can be written, and reads as the same again. */
static void check_input(void)
{
    static uint8_t again[FS__MAX_MESSAGE_BYTES];
    static struct fs__input_message second;
    size_t n = fs__put_input(again, sizeof again, &input, INPUT_BYTES);
    fs__reader r = fs__reader_make(again, n);
    fuzz_require(fs__get_u8(&r) == FS__MESSAGE_INPUT && fs__get_input(&r, &second, INPUT_BYTES),
                 "an INPUT can be written");
    fuzz_require(input.count == second.count && input.first_tick == second.first_tick &&
                     memcmp(input.inputs, second.inputs, (size_t)input.count * INPUT_BYTES) == 0,
                 "an INPUT that is written again has the same inputs");
    fuzz_require(input.hash_count == second.hash_count && input.chain == second.chain &&
                     memcmp(input.state_hashes, second.state_hashes, 8 * (size_t)input.hash_count) == 0,
                 "and the same state hashes");
}

static void run_message(const uint8_t *bytes, size_t size)
{
    fs__reader r = fs__reader_make(bytes, size);
    switch (fs__get_u8(&r)) {
    case FS__MESSAGE_JOIN:
    case FS__MESSAGE_SPECTATE: fs__get_join(&r, &message.join); break;
    case FS__MESSAGE_READY: fs__get_ready(&r, &message.ready); break;
    case FS__MESSAGE_REPAIR_REQUEST: fs__get_repair_request(&r, &message.repair); break;
    case FS__MESSAGE_HASH_REPLY: fs__get_hash_reply(&r, &message.reply); break;
    case FS__MESSAGE_INPUT:
        if (fs__get_input(&r, &input, INPUT_BYTES))
            check_input();
        break;
    case FS__MESSAGE_RESUME: fs__get_resume(&r, &message.resume); break;
    case FS__MESSAGE_PROOF: fs__get_proof(&r, &message.proof); break;
    case FS__MESSAGE_KEY: fs__get_key(&r, &message.key); break;
    case FS__MESSAGE_TICKET: fs__get_ticket(&r, &message.ticket); break;
    case FS__MESSAGE_WATCHED: fs__get_watched(&r, &message.watched); break;
    case FS__MESSAGE_SPECTATING: fs__get_spectating(&r, &message.spectating); break;
    case FS__MESSAGE_HEAD: fs__get_head(&r, &message.head); break;
    case FS__MESSAGE_CHAT: fs__get_chat(&r, &message.chat); break;
    case FS__MESSAGE_REFUSE: fs__get_refuse(&r, &message.refuse); break;
    case FS__MESSAGE_OFFER: fs__get_offer(&r, &message.offer); break;
    case FS__MESSAGE_WELCOME: fs__get_welcome(&r, &message.welcome); break;
    case FS__MESSAGE_START: fs__get_start(&r, &message.start); break;
    case FS__MESSAGE_HASH_QUERY: fs__get_hash_query(&r, &message.query); break;
    case FS__MESSAGE_DESYNC_NOTICE: fs__get_desync_notice(&r, &message.desync); break;
    case FS__MESSAGE_END: fs__get_end(&r, &message.end); break;
    case FS__MESSAGE_SNAPSHOT: fs__get_snapshot_chunk(&r, &message.chunk); break;
    case FS__MESSAGE_REPAIR:
    case FS__MESSAGE_TICKS: fs__get_ticks(&r, &message.ticks); break;
    case FS__MESSAGE_CAUSE: fs__get_cause(&r, &message.cause); break;
    case FS__MESSAGE_NEXT: fs__get_next(&r, &message.next); break;
    case FS__MESSAGE_NOTICE: fs__get_notice(&r, &message.notice); break;
    case FS__MESSAGE_CHALLENGE: fs__get_challenge(&r, &message.challenge); break;
    default: break;
    }
}

static size_t put_sample_input(uint8_t *bytes)
{
    static struct fs__input_message in = { .serial = 1,
                                           .delay_us = 6400,
                                           .count = 3,
                                           .hash_count = 2,
                                           .first_tick = 300 };
    in.count = 3;
    in.inputs[4] = 9;
    return fs__put_input(bytes, FS_MAX_PAYLOAD, &in, INPUT_BYTES);
}

/* Messages of and to spectators, and those that come before their SPECTATE. */
static size_t sample_spectator_message(uint32_t number, uint8_t *bytes)
{
    const struct fs__join_message join = { .version = FS_PROTOCOL_VERSION, .name = "", .build = "1" };
    const struct fs__key_message key = { .key = { 1, 2 }, .signature = { 3, 4 } };
    const struct fs__ticket_message ticket = { (const uint8_t *)"FixstepT", 8 };
    const struct fs__watched_message watched = { 4096, 1, 900, 0x1234, 0x5678 };
    const struct fs__spectating_message spectating = { .delay_s = 30, .relayed = true, .has_key = true, .key = { 9 } };
    const struct fs__head head = { .ticks = 60, .chain = { 1 }, .state_hash = 2, .signature = { 3 } };
    const struct fs__cause_message cause = { FS_END_LOST, true };
    switch (number) {
    case 0: return fs__put_spectate(bytes, FUZZ_ROOM, &join);
    case 1: return fs__put_key(bytes, FUZZ_ROOM, &key);
    case 2: return fs__put_ticket(bytes, FUZZ_ROOM, &ticket);
    case 3: return fs__put_watched(bytes, FUZZ_ROOM, &watched);
    case 4: return fs__put_spectating(bytes, FUZZ_ROOM, &spectating);
    case 5: return fs__put_head(bytes, FUZZ_ROOM, &head);
    case 6: return fs__put_cause(bytes, FUZZ_ROOM, &cause);
    default: return 0;
    }
}

static size_t sample_message(uint32_t number, uint8_t *bytes)
{
    static const uint8_t bundle[] = { 3, 5, 0, 0 };
    static struct fs__hash_reply reply = { .query = { 9, FS__HASH_LEVEL_TABLES, 0, 0 }, .count = 3 };
    const struct fs__join_message join = { .version = FS_PROTOCOL_VERSION, .name = "eve", .build = "1" };
    const struct fs__ticks_message ticks = { .first_tick = 5, .count = 1, .bundles = bundle, .size = sizeof bundle };
    const struct fs__snapshot_chunk chunk = { 9, 100, 0, bundle, sizeof bundle };
    const struct fs__refuse_message refuse = { FS_E_FULL, "full" };
    const struct fs__chat_message chat = { "hello" };
    switch (number) {
    case 0: return fs__put_join(bytes, FUZZ_ROOM, &join);
    case 1: return put_sample_input(bytes);
    case 2: return fs__put_hash_reply(bytes, FUZZ_ROOM, &reply);
    case 3: return fs__put_ticks(bytes, FUZZ_ROOM, FS__MESSAGE_TICKS, &ticks);
    case 4: return fs__put_snapshot_chunk(bytes, FUZZ_ROOM, &chunk);
    case 5: return fs__put_refuse(bytes, FUZZ_ROOM, &refuse);
    case 6: return fs__put_chat(bytes, FUZZ_ROOM, &chat);
    case 7: return fs__put_empty_message(bytes, FUZZ_ROOM, FS__MESSAGE_LEAVE);
    default: return sample_spectator_message(number - 8, bytes);
    }
}

const fuzz_target fuzz_message = { "message", "single messages of both sides", run_message, sample_message };

/* --- texts --------------------------------------------------------------------------------- */

static void run_text(const uint8_t *bytes, size_t size)
{
    char clean[FS_MAX_CHAT], *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    fs__player_name_valid(text);
    fs_chat_clean(clean, text);
    fuzz_require(strlen(clean) < sizeof clean, "a clean text fits");
    fuzz_require(clean[0] == '\0' || fs__chat_valid(clean), "a clean text is valid");
    for (size_t at = 0, before = 0; at < size; before = at) {
        fs__utf8_next((const char *)bytes, size, &at);
        fuzz_require(at > before && at <= size, "reading UTF-8 advances");
    }
    free(text);
}

static size_t sample_text(uint32_t number, uint8_t *bytes)
{
    static const char *const texts[] = { "hello", " a\tb\x1b[31mc ", "\xc3\xa9t\xc3\xa9 \xe4\xbd\xa0\xe5\xa5\xbd",
                                         "\xf0\x9f\x98\x80\xe2\x80\xae" };
    if (number >= sizeof texts / sizeof texts[0])
        return 0;
    memcpy(bytes, texts[number], strlen(texts[number]));
    return strlen(texts[number]);
}

const fuzz_target fuzz_text = { "text", "names and chat", run_text, sample_text };

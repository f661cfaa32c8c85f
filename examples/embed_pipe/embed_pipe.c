/* embed_pipe.c: a match and two sessions in one program, over byte streams instead of ENet.
 *
 * The library's side of a network is two functions: a hook `send` that takes a message, and fs_match_receive() or
 * fs_session_receive() for one that has arrived. Here each client has two byte streams, as with a WebSocket
 * or TCP. A message is a frame: its channel (1 byte), its length (4 bytes, lowest first) and its bytes. Time is a number: this
 * program runs 2 s of play as fast as it can; a real one takes a clock and waits until the next poll.
 */
#include <fixstep/fixstep.h>
#include <fixstep/games.h>
#include <stdio.h>
#include <string.h>

enum { CLIENTS = 2, PIPE_BYTES = 1 << 20, HEAD = 5, TICKS = 120 };

/* Bytes on their way; a real program has a socket here. */
typedef struct pipe {
    uint8_t bytes[PIPE_BYTES];
    size_t count;
} pipe;
static struct {
    fs_match *match;
    fs_session *sessions[CLIENTS];
    pipe up[CLIENTS], down[CLIENTS];
} world;

static void put_frame(pipe *p, fs_channel channel, const void *bytes, size_t size)
{
    uint8_t head[HEAD] = { (uint8_t)channel };
    for (int i = 0; i < 4; i++)
        head[1 + i] = (uint8_t)(size >> (8 * i));
    if (p->count + HEAD + size > PIPE_BYTES)
        return; /* a real program closes the connection of a peer that reads too slowly */
    memcpy(p->bytes + p->count, head, HEAD);
    memcpy(p->bytes + p->count + HEAD, bytes, size);
    p->count += HEAD + size;
}

/* Size of the frame at the front of the stream; 0 while it has not arrived whole. A stranger's length is only compared. */
static size_t whole_frame(const pipe *p, size_t at)
{
    size_t size = 0;
    if (p->count - at < HEAD)
        return 0;
    for (int i = 0; i < 4; i++)
        size |= (size_t)p->bytes[at + 1 + i] << (8 * i);
    return p->count - at - HEAD >= size ? HEAD + size : 0;
}

/* Hands the frames that have arrived to the match or to a session, and keeps a part of one for later. */
static void deliver(pipe *p, uint32_t client, bool up, uint64_t now_us)
{
    size_t at = 0, size;
    while ((size = whole_frame(p, at)) > 0) {
        fs_channel channel = (fs_channel)p->bytes[at];
        const uint8_t *bytes = p->bytes + at + HEAD;
        if (up)
            fs_match_receive(world.match, client, channel, bytes, size - HEAD, now_us);
        else
            fs_session_receive(world.sessions[client], channel, bytes, size - HEAD, now_us);
        at += size;
    }
    memmove(p->bytes, p->bytes + at, p->count - at);
    p->count -= at;
}

static void send_down(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    (void)context;
    put_frame(&world.down[peer], channel, bytes, size);
}

static void drop(void *context, uint32_t peer)
{
    (void)context;
    world.down[peer].count = 0;
}

static void send_up(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    (void)peer; /* of a session there is one, the server */
    put_frame((pipe *)context, channel, bytes, size);
}

static const fs_game *find_game(void *context, const char *name, char *why, size_t why_size)
{
    (void)context, (void)why, (void)why_size;
    return fs_game_list_find(fs_builtin_games(), name);
}

/* A player who pushes a key now and then; a real one reads a keyboard. */
static void give_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    (void)context, (void)state;
    fs_keys keys = { .held = tick / 20 % 2 == slot ? FS_KEY_UP : FS_KEY_LEFT };
    fs_sim_game(fs_session_sim(world.sessions[slot]))->keys(&keys, input);
}

/* --- the match --------------------------------------------------------------------- */

static bool create_all(void)
{
    fs_match_def def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey"));
    fs_match_hooks match_hooks = { .send = send_down, .drop = drop };
    def.wait_players = CLIENTS;
    def.ticks = TICKS;
    bool good = fs_match_create(&def, &match_hooks, 0, &world.match) == FS_OK;
    for (uint32_t i = 0; good && i < CLIENTS; i++) {
        fs_session_def session_def = { .name = { (char)('a' + i) } };
        fs_session_hooks hooks = { .context = &world.up[i], .send = send_up, .game = find_game, .input = give_input };
        good = fs_session_create(&session_def, &hooks, &world.sessions[i]) == FS_OK;
    }
    return good;
}

static void play(void)
{
    for (uint32_t i = 0; i < CLIENTS; i++) {
        fs_match_connect(world.match, i, 0);
        fs_session_connected(world.sessions[i], 0);
    }
    for (uint64_t now_us = 0; !fs_match_done(world.match) && now_us < 10000000; now_us += 1000) {
        fs_match_poll(world.match, now_us);
        for (uint32_t i = 0; i < CLIENTS; i++) {
            deliver(&world.up[i], i, true, now_us);
            deliver(&world.down[i], i, false, now_us);
            fs_session_poll(world.sessions[i], now_us);
        }
    }
}

int main(void)
{
    bool equal = create_all();
    if (equal)
        play();
    for (uint32_t i = 0; equal && i < CLIENTS; i++) {
        fs_sim *sim = fs_session_sim(world.sessions[i]);
        equal = sim != NULL && fs_sim_state_hash(sim) == fs_sim_state_hash(fs_match_sim(world.match));
        printf("client %u: state hash %s\n", (unsigned)i, equal ? "equal to the server's" : "DIFFERENT");
    }
    for (uint32_t i = 0; i < CLIENTS; i++)
        fs_session_destroy(world.sessions[i]);
    fs_match_destroy(world.match);
    return equal ? 0 : 1;
}
/* Output:
 * client 0: state hash equal to the server's
 * client 1: state hash equal to the server's
 */

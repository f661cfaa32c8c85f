/* check_cipher.c: the handshake and the encryption of datagrams, against values of a second implementation
 * (tests/conformance/handshake.py) and against forgers. */
#include <sodium.h>
#include <string.h>

#include "support/check_main.h"
#include "identity/key_proof.h"
#include "lockstep/player/password.h"
#include "net/cipher.h"
#include "net/handshake.h"

enum { LINK = 0x1234, EPOCH = 1 << FS__CIPHER_EPOCH_BITS, ROOM = 200 };
static const fs__handshake_head head = { 0x01020304, 0x0a0b0c0d, 5, false };

static uint8_t client_secret[FS_KEY_BYTES], server_secret[FS_KEY_BYTES], seed[FS_KEY_BYTES];
static uint8_t open_bytes[FS__OPEN_BYTES], keys[FS__KEYS_BYTES], identity[FS_KEY_BYTES];
static fs__signer signer;
static fs__cipher client, server;

static void shake_hands(bool plain)
{
    fs__handshake_head own = head;
    own.plain = plain;
    ck_assert_int_ge(sodium_init(), 0);
    for (uint8_t i = 0; i < FS_KEY_BYTES; i++) {
        client_secret[i] = (uint8_t)(i + 1);
        server_secret[i] = (uint8_t)(i + 33);
        seed[i] = (uint8_t)(i + 65);
    }
    fs__signer_init(&signer, seed);
    fs__open_put(open_bytes, &own, client_secret);
    ck_assert(fs__keys_put(keys, &server, &signer, server_secret, LINK, open_bytes));
    ck_assert(fs__keys_accept(&client, identity, client_secret, open_bytes, keys, sizeof keys));
}

static void set_up(void)
{
    shake_hands(false);
}

static void check_hex(const uint8_t *bytes, size_t size, const char *hex)
{
    char text[2 * ROOM + 1];
    ck_assert_str_eq(sodium_bin2hex(text, sizeof text, bytes, size), hex);
}

/* --- the handshake ----------------------------------------------------------------- */

START_TEST(the_handshake_has_the_documented_bytes)
{
    char text[FS_FINGERPRINT_BYTES];
    check_hex(open_bytes, FS__OPEN_PART_BYTES,
              "466978737465704f040302010d0c0b0a05000000"
              "07a37cbc142093c8b755dc1b10e86cb426374ad16aa853ed0bdfc0b2b86d1c7c");
    ck_assert(sodium_is_zero(open_bytes + FS__OPEN_PART_BYTES, FS__OPEN_BYTES - FS__OPEN_PART_BYTES));
    check_hex(keys, sizeof keys,
              "466978737465704b04030201050000003412"
              "5869aff450549732cbaaed5e5df9b30a6da31cb0e5742bad5ad4a1a768f1a67b"
              "adc14011f82d1c56d956aa4f9d73d8858361a606048525e0d08c638dc75dd8c7"
              "d3f1bd220d8336fa99fc910a406767603d166c726f095c9d30260a018c7d433b"
              "3972743db1da9e68e367f7c32a7f7b7eca626008866803585c3df7592b1ff703");
    ck_assert(memcmp(identity, signer.key, sizeof identity) == 0);
    ck_assert_str_eq(fs_identity_fingerprint(identity, text), "9ebb-75ef-6efe-e367-f7a6-6921-e794-760a");
}
END_TEST

START_TEST(a_key_proof_has_the_documented_bytes)
{
    uint8_t own[FS_KEY_BYTES], proof[FS_KEY_BYTES + FS__SIGNATURE_BYTES];
    for (uint8_t i = 0; i < FS_KEY_BYTES; i++)
        own[i] = (uint8_t)(i + 97);
    ck_assert(memcmp(client.binding, server.binding, sizeof client.binding) == 0);
    check_hex(client.binding, sizeof client.binding,
              "e67dfa8ed6571d5f51777a1c628853632d5f05eb06b4ddc89b04a974686dd09d");
    fs__key_proof_make(proof, proof + FS_KEY_BYTES, own, client.binding);
    check_hex(proof, sizeof proof,
              "882d0ea3b2864e7a587f3e698cea4459998312e655e05fa5e8b5119d8baac8cd"
              "6b406214a9098ad1121259b9a0446acaaa4426ea80221d1d32ea5d47c71a313c"
              "e7f9bca3a7c1304f14e6c30e321364f0b243a6d0e90711a3420bc4b66f28890e");
    ck_assert(fs__key_proof_check(proof, proof + FS_KEY_BYTES, server.binding));
}
END_TEST

START_TEST(a_password_proof_has_the_documented_bytes)
{
    uint8_t key[FS__PASSWORD_KEY_BYTES], nonce[FS__PASSWORD_NONCE_BYTES], proof[FS__PASSWORD_PROOF_BYTES];
    for (uint8_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(i + 129);
    for (uint8_t i = 0; i < sizeof nonce; i++)
        nonce[i] = (uint8_t)(i + 161);
    fs__password_proof(proof, key, nonce, server.binding);
    check_hex(proof, sizeof proof, "e79f751d19c1dd1e2d894eccd8842392b03f2e53e8780e4aeb6b4e0e7b599b20");
}
END_TEST

START_TEST(keys_that_were_changed_are_refused)
{
    fs__cipher forged;
    uint8_t who[FS_KEY_BYTES];
    for (size_t bit = 0; bit < 8 * sizeof keys; bit++) {
        keys[bit / 8] ^= (uint8_t)(1 << bit % 8);
        ck_assert(!fs__keys_accept(&forged, who, client_secret, open_bytes, keys, sizeof keys));
        keys[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t size = 0; size < sizeof keys; size++)
        ck_assert(!fs__keys_accept(&forged, who, client_secret, open_bytes, keys, size));
    ck_assert(fs__keys_accept(&forged, who, client_secret, open_bytes, keys, sizeof keys));
}
END_TEST

/* A host between both that changes the OPEN gets keys that the client refuses. */
START_TEST(keys_for_another_open_are_refused)
{
    fs__cipher forged;
    uint8_t who[FS_KEY_BYTES], other[FS__KEYS_BYTES];
    for (size_t i = 8; i < FS__OPEN_PART_BYTES; i++) {
        uint8_t changed[FS__OPEN_BYTES];
        memcpy(changed, open_bytes, sizeof changed);
        changed[i] ^= 4;
        ck_assert(fs__keys_put(other, &forged, &signer, server_secret, LINK, changed));
        memcpy(other + 8, keys + 8, FS__KEYS_HEAD_BYTES - 8);
        ck_assert(!fs__keys_accept(&forged, who, client_secret, open_bytes, other, sizeof other));
    }
}
END_TEST

START_TEST(keys_of_small_order_are_refused)
{
    uint8_t other[FS__KEYS_BYTES];
    fs__cipher forged;
    memset(open_bytes + 20, 0, FS_KEY_BYTES);
    ck_assert(!fs__keys_put(other, &forged, &signer, server_secret, LINK, open_bytes));
    open_bytes[20] = 1;
    ck_assert(!fs__keys_put(other, &forged, &signer, server_secret, LINK, open_bytes));
}
END_TEST

START_TEST(only_opens_of_the_right_length_are_read)
{
    fs__handshake_head read;
    for (size_t size = 0; size < FS__OPEN_BYTES; size++)
        ck_assert(!fs__open_get(&read, open_bytes, size));
    ck_assert(fs__open_get(&read, open_bytes, FS__OPEN_BYTES));
    ck_assert_uint_eq(read.nonce, head.nonce);
    ck_assert_uint_eq(read.cookie, head.cookie);
    ck_assert_uint_eq(read.version, head.version);
    ck_assert(!read.plain);
    open_bytes[0] ^= 1;
    ck_assert(!fs__open_get(&read, open_bytes, FS__OPEN_BYTES));
}
END_TEST

/* --- datagrams ----------------------------------------------------------------------- */

static size_t seal_text(fs__cipher *from, uint8_t out[ROOM], const char *text)
{
    return fs__cipher_seal(from, out, (const uint8_t *)text, strlen(text));
}

static bool opens(fs__cipher *to, const uint8_t *bytes, size_t size, const char *text)
{
    uint8_t content[ROOM];
    size_t n = fs__cipher_open(to, content, bytes, size);
    ck_assert(n == 0 || (n == strlen(text) && memcmp(content, text, n) == 0));
    return n > 0;
}

static bool carries(fs__cipher *from, fs__cipher *to)
{
    uint8_t bytes[ROOM];
    return opens(to, bytes, seal_text(from, bytes, "tick"), "tick");
}

START_TEST(datagrams_have_the_documented_bytes)
{
    uint8_t bytes[ROOM];
    size_t n = seal_text(&client, bytes, "from the client");
    check_hex(bytes, n, "01341200000000f01485fb9632a6feb1336f306b6a23cd6a8848fce6c2b224d7dde272ff668c");
    ck_assert(opens(&server, bytes, n, "from the client"));
    n = seal_text(&server, bytes, "from the server");
    check_hex(bytes, n, "01341200000000c78ae419089cc278322a851e660880d9ae2bcbad3cc6ccdf935a4133f79206");
    ck_assert(opens(&client, bytes, n, "from the server"));
    client.next = EPOCH - 1;
    ck_assert(carries(&client, &server));
    n = seal_text(&client, bytes, "the next epoch");
    check_hex(bytes, n, "01341200000100a6ffd4a8766b585a047d046812ef15ead5e768d8bedb89ff403c4fb41437");
    ck_assert(opens(&server, bytes, n, "the next epoch"));
}
END_TEST

START_TEST(changed_and_cut_datagrams_are_refused)
{
    uint8_t bytes[ROOM], content[ROOM];
    fs__cipher before = server;
    size_t n = seal_text(&client, bytes, "tick");
    for (size_t bit = 0; bit < 8 * n; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        ck_assert_uint_eq(fs__cipher_open(&server, content, bytes, n), 0);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t size = 0; size < n; size++)
        ck_assert_uint_eq(fs__cipher_open(&server, content, bytes, size), 0);
    ck_assert_uint_eq(fs__cipher_open(&server, content, bytes, n + 1), 0);
    ck_assert(memcmp(&before, &server, sizeof before) == 0);
    ck_assert(opens(&server, bytes, n, "tick"));
}
END_TEST

START_TEST(own_and_foreign_datagrams_are_refused)
{
    uint8_t bytes[ROOM];
    size_t n = seal_text(&client, bytes, "tick");
    ck_assert(!opens(&client, bytes, n, "tick")); /* sent back */
    fs__cipher other = server;
    randombytes_buf(other.receiving.bytes, sizeof other.receiving.bytes);
    ck_assert(!opens(&other, bytes, n, "tick"));
}
END_TEST

/* In order, in reverse and at random, each datagram is taken once. */
START_TEST(every_datagram_is_taken_once_in_any_order)
{
    enum { COUNT = FS__CIPHER_WINDOW };
    static uint8_t bytes[COUNT][ROOM];
    static size_t sizes[COUNT], order[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        sizes[i] = seal_text(&client, bytes[i], "tick");
        order[i] = _i == 1 ? COUNT - 1 - i : i;
    }
    for (size_t i = COUNT - 1; _i == 2 && i > 0; i--) {
        size_t j = randombytes_uniform((uint32_t)i + 1), swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
    for (size_t i = 0; i < COUNT; i++)
        ck_assert(opens(&server, bytes[order[i]], sizes[order[i]], "tick"));
    for (size_t i = 0; i < COUNT; i++)
        ck_assert(!opens(&server, bytes[i], sizes[i], "tick"));
    ck_assert(carries(&client, &server));
}
END_TEST

START_TEST(datagrams_behind_the_window_are_refused)
{
    uint8_t oldest[ROOM], second[ROOM];
    size_t n = seal_text(&client, oldest, "tick"), m = seal_text(&client, second, "tick");
    client.next = FS__CIPHER_WINDOW;
    ck_assert(carries(&client, &server));
    ck_assert(!opens(&server, oldest, n, "tick"));
    ck_assert(opens(&server, second, m, "tick"));
}
END_TEST

/* Over the change of an epoch, also when the datagrams beside it are lost or come late. */
START_TEST(keys_change_with_the_epoch)
{
    uint8_t late[ROOM], bytes[ROOM];
    client.next = EPOCH - 2;
    server.expected = EPOCH - 2;
    uint8_t first[FS__CIPHER_KEY_BYTES];
    memcpy(first, client.sending.bytes, sizeof first);
    size_t n = seal_text(&client, late, "late");
    ck_assert(carries(&client, &server));
    seal_text(&client, bytes, "lost");
    ck_assert(carries(&client, &server));
    ck_assert_uint_eq(client.sending.epoch, 1);
    ck_assert_uint_eq(server.receiving.epoch, 1);
    ck_assert(memcmp(first, client.sending.bytes, sizeof first) != 0);
    ck_assert(opens(&server, late, n, "late"));
    ck_assert(!opens(&server, late, n, "late"));
    client.next = 2 * EPOCH;
    ck_assert(carries(&client, &server));
    ck_assert_uint_eq(server.receiving.epoch, 2);
    ck_assert_uint_eq(server.earlier.epoch, 1);
}
END_TEST

/* A forged number of the next epoch, or of a far one, does not move the receiver. */
START_TEST(forged_numbers_move_nothing)
{
    uint8_t bytes[ROOM], content[ROOM];
    fs__cipher before = server;
    size_t n = seal_text(&client, bytes, "tick");
    const uint32_t numbers[] = { 1, EPOCH, 2 * EPOCH, UINT32_MAX, UINT32_MAX - EPOCH, 1u << 31 };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        for (size_t k = 0; k < 4; k++)
            bytes[3 + k] = (uint8_t)(numbers[i] >> (8 * k));
        ck_assert_uint_eq(fs__cipher_open(&server, content, bytes, n), 0);
    }
    ck_assert(memcmp(&before, &server, sizeof before) == 0);
}
END_TEST

/* Packet numbers beyond 32 bits are found from their lower half, also when they come out of order. */
START_TEST(packet_numbers_pass_32_bits)
{
    const uint64_t edge = 1ull << 32, epoch = (edge >> FS__CIPHER_EPOCH_BITS) - 1;
    uint8_t late[ROOM];
    client.next = server.expected = edge - 2;
    client.sending.epoch = server.receiving.epoch = epoch;
    size_t n = seal_text(&client, late, "late");
    for (int i = 0; i < 4; i++)
        ck_assert(carries(&client, &server));
    ck_assert_uint_eq(server.expected, edge + 3);
    ck_assert(opens(&server, late, n, "late"));
}
END_TEST

START_TEST(random_bytes_are_refused)
{
    uint8_t bytes[ROOM], content[ROOM];
    fs__handshake_head read;
    for (int i = 0; i < 20000; i++) {
        size_t n = randombytes_uniform(ROOM + 1);
        randombytes_buf(bytes, sizeof bytes);
        bytes[0] = FS__CIPHER_MAGIC;
        bytes[1] = 0x34;
        bytes[2] = 0x12;
        ck_assert_uint_eq(fs__cipher_open(&server, content, bytes, n), 0);
        ck_assert(!fs__keys_get_head(&read, bytes, n));
    }
}
END_TEST

/* Plain mode: the content is readable, a repetition is not taken. */
START_TEST(plain_mode_encrypts_nothing)
{
    uint8_t bytes[ROOM];
    shake_hands(true);
    size_t n = seal_text(&client, bytes, "tick");
    ck_assert_uint_eq(n, FS__CIPHER_HEAD_BYTES + 4);
    ck_assert(memcmp(bytes + FS__CIPHER_HEAD_BYTES, "tick", 4) == 0);
    ck_assert(opens(&server, bytes, n, "tick"));
    ck_assert(!opens(&server, bytes, n, "tick"));
    shake_hands(false);
    ck_assert(!opens(&server, bytes, n, "tick"));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("cipher");
    TCase *tc = tcase_create("cipher");
    tcase_add_checked_fixture(tc, set_up, NULL);
    tcase_add_test(tc, the_handshake_has_the_documented_bytes);
    tcase_add_test(tc, a_key_proof_has_the_documented_bytes);
    tcase_add_test(tc, a_password_proof_has_the_documented_bytes);
    tcase_add_test(tc, keys_that_were_changed_are_refused);
    tcase_add_test(tc, keys_for_another_open_are_refused);
    tcase_add_test(tc, keys_of_small_order_are_refused);
    tcase_add_test(tc, only_opens_of_the_right_length_are_read);
    tcase_add_test(tc, datagrams_have_the_documented_bytes);
    tcase_add_test(tc, changed_and_cut_datagrams_are_refused);
    tcase_add_test(tc, own_and_foreign_datagrams_are_refused);
    tcase_add_loop_test(tc, every_datagram_is_taken_once_in_any_order, 0, 3);
    tcase_add_test(tc, datagrams_behind_the_window_are_refused);
    tcase_add_test(tc, keys_change_with_the_epoch);
    tcase_add_test(tc, forged_numbers_move_nothing);
    tcase_add_test(tc, packet_numbers_pass_32_bits);
    tcase_add_test(tc, random_bytes_are_refused);
    tcase_add_test(tc, plain_mode_encrypts_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}

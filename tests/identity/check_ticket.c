/* check_ticket.c: tickets against the bytes of a second implementation (tests/conformance/handshake.py), and forged ones. */
#include <fixstep/ticket.h>

#include <sodium.h>
#include <string.h>

#include "support/check_main.h"

static uint8_t seed[FS_KEY_BYTES], bytes[FS_TICKET_BYTES];

static fs_ticket full_ticket(void)
{
    fs_ticket t = { .for_player = true, .for_server = true, .name = "ann", .match = "cup", .expires_s = 1800000000 };
    for (uint8_t i = 0; i < FS_KEY_BYTES; i++)
        seed[i] = (uint8_t)(i + 1);
    for (uint8_t i = 0; i < 16; i++) {
        t.id[i] = i;
        t.player[i] = (uint8_t)(i + 16);
        t.server[i] = (uint8_t)(i + 32);
    }
    return t;
}

static void check_hex(size_t size, const char *hex)
{
    char text[2 * FS_TICKET_BYTES + 1];
    ck_assert_str_eq(sodium_bin2hex(text, sizeof text, bytes, size), hex);
}

START_TEST(a_ticket_has_the_documented_bytes)
{
    fs_ticket t = full_ticket();
    check_hex(fs_ticket_sign(&t, seed, bytes),
              "4669787374657054010379b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664000102"
              "030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f"
              "00d2496b0000000003616e6e036375703633e7900bd284e420a6baf1d5b942e7ed6c1e6285bf8398727d404dd8"
              "a9667da95f9588c0b00cca6977307e13f5d9f3269d9b895d597ca90e5afb84a2e15e0d");
    t = (fs_ticket){ .expires_s = 1 };
    for (uint8_t i = 0; i < 16; i++)
        t.id[i] = i;
    check_hex(fs_ticket_sign(&t, seed, bytes),
              "4669787374657054010079b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664000102"
              "030405060708090a0b0c0d0e0f01000000000000000000e0d6dd6109bc6023f535e34bb9161d65ac2435702646"
              "e40171297bbbbd037d9f4f0d40e812a6b332901a57af870b87ac0a3686cd9b43502a219183d61879d700");
}
END_TEST

START_TEST(a_ticket_is_read_again)
{
    fs_ticket t = full_ticket(), read;
    uint8_t key[FS_KEY_BYTES];
    memset(t.name, 'n', sizeof t.name - 1);
    memset(t.match, 'm', sizeof t.match - 1);
    size_t size = fs_ticket_sign(&t, seed, bytes);
    ck_assert_uint_le(size, FS_TICKET_BYTES);
    ck_assert_int_eq(fs_ticket_read(&read, bytes, size), FS_OK);
    fs_identity_key(seed, key);
    ck_assert(memcmp(read.operator_key, key, sizeof key) == 0 && memcmp(read.id, t.id, sizeof t.id) == 0);
    ck_assert(read.for_player && memcmp(read.player, t.player, sizeof t.player) == 0);
    ck_assert(read.for_server && memcmp(read.server, t.server, sizeof t.server) == 0);
    ck_assert_str_eq(read.name, t.name);
    ck_assert_str_eq(read.match, t.match);
    ck_assert_uint_eq(read.expires_s, t.expires_s);
}
END_TEST

/* Every flipped bit and every cut is found, also when another key signs the rest. */
START_TEST(changed_tickets_are_refused)
{
    fs_ticket t = full_ticket(), read;
    uint8_t other[FS_TICKET_BYTES + 1] = { 0 };
    size_t size = fs_ticket_sign(&t, seed, bytes);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        ck_assert_int_ne(fs_ticket_read(&read, bytes, size), FS_OK);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t cut = 0; cut < size; cut++)
        ck_assert_int_ne(fs_ticket_read(&read, bytes, cut), FS_OK);
    memcpy(other, bytes, size);
    ck_assert_int_ne(fs_ticket_read(&read, other, size + 1), FS_OK);
    ck_assert_int_eq(fs_ticket_read(&read, other, sizeof other), FS_E_MALFORMED);
    other[8] = 2;
    ck_assert_int_eq(fs_ticket_read(&read, other, size), FS_E_VERSION);
    ck_assert_int_eq(fs_ticket_read(&read, bytes, size), FS_OK);
}
END_TEST

START_TEST(rubbish_is_refused)
{
    fs_ticket read;
    for (uint32_t i = 0; i < 5000; i++) {
        randombytes_buf(bytes, sizeof bytes);
        if (i % 2 == 0)
            memcpy(bytes, "FixstepT\1", 9);
        ck_assert_int_ne(fs_ticket_read(&read, bytes, i % (sizeof bytes + 1)), FS_OK);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("ticket");
    TCase *tcase = tcase_create("ticket");
    tcase_add_test(tcase, a_ticket_has_the_documented_bytes);
    tcase_add_test(tcase, a_ticket_is_read_again);
    tcase_add_test(tcase, changed_tickets_are_refused);
    tcase_add_test(tcase, rubbish_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}

/* check_tickets.c: which tickets admit a player, fault by fault. */
#include "server/tickets/tickets.h"

#include <stdio.h>
#include <string.h>

#include "support/check_main.h"

enum { NOW_S = 1000000 };
static const uint8_t operator_seed[FS_KEY_BYTES] = { 1 }, other_seed[FS_KEY_BYTES] = { 2 };
static const uint8_t player_seed[FS_KEY_BYTES] = { 3 }, server_seed[FS_KEY_BYTES] = { 4 };

static void id_of(const uint8_t seed[FS_KEY_BYTES], uint8_t id[FS_KEY_ID_BYTES])
{
    uint8_t key[FS_KEY_BYTES];
    fs_identity_key(seed, key);
    fs_identity_id(key, id);
}

/* What a case changes of a ticket, and of who shows it. */
static const struct {
    const char *part; /* of the sentence; NULL: it is admitted */
    bool none, foreign, late, player, wrong_player, no_key, server, wrong_server;
    const char *name, *match;
} cases[] = {
    { NULL, .name = "", .match = "" },
    { "with a ticket only", .none = true },
    { "not from an operator", .foreign = true },
    { "expired", .late = true },
    { NULL, .player = true },
    { "for another player", .player = true, .wrong_player = true },
    { "for another player", .player = true, .no_key = true },
    { NULL, .server = true },
    { "for another server", .server = true, .wrong_server = true },
    { NULL, .name = "ann", .match = "cup" },
    { "for another player", .name = "bob" },
    { "for another player", .name = "an" },
    { "for another server or match", .match = "cu" },
};

START_TEST(each_fault_is_named)
{
    uint8_t bytes[FS_TICKET_BYTES], key[FS_KEY_BYTES], operator_id[FS_KEY_ID_BYTES];
    char trusted[FS_FINGERPRINT_BYTES], why[200] = "";
    fs_ticket t = { .id = { 5 }, .expires_s = NOW_S + (cases[_i].late ? 0 : 1) };
    ticket_rules rules = { .match = "cup", .now_s = NOW_S };
    t.for_player = cases[_i].player;
    t.for_server = cases[_i].server;
    id_of(cases[_i].wrong_player ? other_seed : player_seed, t.player);
    id_of(cases[_i].wrong_server ? other_seed : server_seed, t.server);
    snprintf(t.name, sizeof t.name, "%s", cases[_i].name != NULL ? cases[_i].name : "");
    snprintf(t.match, sizeof t.match, "%s", cases[_i].match != NULL ? cases[_i].match : "");
    id_of(operator_seed, operator_id);
    rules.keys = fs_identity_format(operator_id, trusted);
    id_of(server_seed, rules.server);
    fs_identity_key(player_seed, key);
    size_t size = fs_ticket_sign(&t, cases[_i].foreign ? other_seed : operator_seed, bytes);
    fs_applicant who = { .name = "ann", .key = cases[_i].no_key ? NULL : key, .ticket = bytes, .ticket_size = size };
    if (cases[_i].none)
        who.ticket = NULL;
    fs_result result = tickets_check(&rules, &who, why, sizeof why);
    ck_assert_int_eq(result, cases[_i].part == NULL ? FS_OK : FS_E_TICKET);
    ck_assert_msg(cases[_i].part == NULL || strstr(why, cases[_i].part) != NULL, "%s", why);
    if (who.ticket == NULL)
        return;
    bytes[size - 1] ^= 1;
    ck_assert_int_eq(tickets_check(&rules, &who, why, sizeof why), FS_E_TICKET);
    ck_assert(strstr(why, "damaged or forged") != NULL);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tickets");
    TCase *tcase = tcase_create("tickets");
    tcase_add_loop_test(tcase, each_fault_is_named, 0, sizeof cases / sizeof cases[0]);
    suite_add_tcase(suite, tcase);
    return suite;
}

/* check_state_schema.c: the rules of schemas, their digest, and schemas from bytes. */
#include "state/state_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 4096 };

static size_t encode_schema(const fs_schema *schema, uint8_t *bytes)
{
    size_t size = fs_schema_encode(schema, bytes, MAX_BYTES);
    ck_assert_uint_le(size, MAX_BYTES);
    return size;
}

/* A schema that tests may break: a copy of one table beside the world's. */
typedef struct broken {
    fs_field fields[FS_MAX_FIELDS + 1];
    fs_table tables[3];
    fs_schema schema;
} broken;

static void broken_start(broken *b)
{
    const fs_table *thing = &fixture_schema.tables[fixture_T_thing];
    memset(b, 0, sizeof *b);
    memcpy(b->fields, thing->fields, thing->field_count * sizeof(fs_field));
    b->tables[0] = fixture_schema.tables[0];
    b->tables[1] = *thing;
    b->tables[1].fields = b->fields;
    b->tables[2] = fixture_schema.tables[fixture_T_bare];
    b->schema = (fs_schema){ "broken", b->tables, 3 };
}

static fs_result create_state(const fs_schema *schema)
{
    static const uint32_t capacities[FS_MAX_TABLES + 1] = { 1, 2, 2 };
    fs_state *state = NULL;
    fs_result result = fs_state_create(schema, capacities, &state);
    ck_assert((state != NULL) == (result == FS_OK));
    fs_state_destroy(state);
    return result;
}

/* Each breaks one rule; the number is the loop's. */
static void break_rule(broken *b, int rule)
{
    static fs_table many[FS_MAX_TABLES + 1];
    switch (rule) {
    case 0: b->schema.name = ""; break;
    case 1: b->schema.name = NULL; break;
    case 2: b->schema.tables = NULL; break;
    case 3: b->schema.table_count = 0; break;
    case 4:
        b->schema.table_count = FS_MAX_TABLES + 1;
        b->schema.tables = many;
        break;
    case 5: b->tables[1].name = "two words"; break;
    case 6: b->tables[1].name = "9lives"; break;
    case 7: b->tables[1].name = "a_name_of_thirty_two_characters_"; break;
    case 8: b->tables[1].name = "bare"; break; /* twice */
    case 9: b->tables[1].field_count = 0; break;
    case 10: b->tables[1].field_count = FS_MAX_FIELDS + 1; break;
    case 11: b->tables[1].fields = NULL; break;
    case 12: b->fields[0].name = "vel"; break; /* twice */
    case 13: b->fields[0].name = "po.s"; break;
    case 14: b->fields[0].unit = NULL; break;
    case 15: b->fields[0].unit = "sixteen letters!"; break;
    case 16: b->fields[0].unit = "tab\t"; break;
    case 17: b->fields[0].type = FS_TYPE_COUNT; break;
    case 18: b->tables[1].field_count--; break;      /* a pool without `next` */
    case 19: b->fields[3].type = FS_TYPE_U16; break; /* of `gen` */
    case 20:
        b->tables[0] = b->tables[2];
        b->schema.table_count = 1;
        break; /* no world */
    case 21: b->tables[0].name = "earth"; break;
    case 22: b->tables[0].field_count--; break;
    case 23: b->tables[0].pool = true; break;
    case 24: b->tables[0].fields = fixture_schema.tables[fixture_T_all].fields; break;
    case 25: b->fields[0].unit = "\xc2\xb5m"; break;
    default: ck_abort_msg("no rule %d", rule);
    }
}

enum { RULES = 26 };

START_TEST(broken_rules_are_refused)
{
    broken b;
    broken_start(&b);
    ck_assert_int_eq(create_state(&b.schema), FS_OK);
    break_rule(&b, _i);
    ck_assert_int_eq(create_state(&b.schema), FS_E_ARGUMENT);
}
END_TEST

START_TEST(limits_are_allowed)
{
    broken b;
    broken_start(&b);
    b.tables[1].name = "a_name_of_31_characters_is_fine";
    b.fields[0].unit = "fifteen letters";
    ck_assert_int_eq(create_state(&b.schema), FS_OK);
    char names[FS_MAX_FIELDS][8];
    for (unsigned i = 0; i < FS_MAX_FIELDS; i++) {
        snprintf(names[i], sizeof names[i], "f%u", i);
        b.fields[i] = (fs_field){ names[i], "", FS_TYPE_POS3, 0 };
    }
    b.tables[1].pool = false;
    b.tables[1].field_count = FS_MAX_FIELDS;
    ck_assert_int_eq(create_state(&b.schema), FS_OK);
    fs_table many[FS_MAX_TABLES];
    many[0] = b.tables[0];
    for (unsigned i = 1; i < FS_MAX_TABLES; i++) {
        many[i] = b.tables[2];
        many[i].name = names[i];
    }
    b.schema = (fs_schema){ "many", many, FS_MAX_TABLES };
    ck_assert_int_eq(create_state(&b.schema), FS_OK);
}
END_TEST

START_TEST(round_trip)
{
    uint8_t bytes[MAX_BYTES], again[MAX_BYTES];
    size_t size = encode_schema(&fixture_schema, bytes);
    ck_assert_uint_eq(fs_schema_encode(&fixture_schema, NULL, 0), size);
    fs_schema *schema = NULL;
    ck_assert_int_eq(fs_schema_decode(bytes, size, &schema), FS_OK);
    ck_assert_uint_eq(encode_schema(schema, again), size);
    ck_assert_mem_eq(bytes, again, size);
    ck_assert(fs_schema_hash(schema) == fs_schema_hash(&fixture_schema));
    ck_assert_str_eq(schema->tables[fixture_T_thing].name, "thing");
    ck_assert(schema->tables[fixture_T_thing].pool);

    /* It serves a state whose bytes come from the original. */
    static uint8_t state_bytes[32768];
    fs_state *full = create_filled(12, 5);
    fs_state *state = NULL;
    ck_assert_int_eq(fs_state_create(schema, fixture_capacities, &state), FS_OK);
    size = fs_state_encode(full, state_bytes, sizeof state_bytes);
    ck_assert_int_eq(fs_state_decode(state, state_bytes, size), FS_OK);
    ck_assert(fs_state_hash(state) == fs_state_hash(full));
    ck_assert_int_eq(fs_state_copy(state, full), FS_OK);
    fs_state_destroy(state);
    fs_state_destroy(full);
    fs_schema_free(schema);
    fs_schema_free(NULL);
}
END_TEST

/* Whatever a peer must agree on changes the digest. */
START_TEST(digest_covers_every_part)
{
    broken b;
    broken_start(&b);
    uint64_t hashes[10];
    unsigned n = 0;
    hashes[n++] = fs_schema_hash(&b.schema);
    b.schema.name = "other";
    hashes[n++] = fs_schema_hash(&b.schema);
    b.tables[1].name = "body";
    hashes[n++] = fs_schema_hash(&b.schema);
    b.fields[0].name = "place";
    hashes[n++] = fs_schema_hash(&b.schema);
    b.fields[0].unit = "cm";
    hashes[n++] = fs_schema_hash(&b.schema);
    b.fields[0].type = FS_TYPE_WIDE2;
    hashes[n++] = fs_schema_hash(&b.schema);
    b.tables[1].pool = false;
    hashes[n++] = fs_schema_hash(&b.schema);
    b.tables[1].field_count--;
    hashes[n++] = fs_schema_hash(&b.schema);
    b.schema.table_count--;
    hashes[n++] = fs_schema_hash(&b.schema);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++)
            ck_assert_msg(hashes[i] != hashes[k], "changes %u and %u give one digest", k, i);
    /* Where the columns lie in a view is no business of a peer. */
    b.fields[0].offset = 999;
    ck_assert(fs_schema_hash(&b.schema) == hashes[n - 1]);
}
END_TEST

/* --- bytes from outside ----------------------------------------------------------- */

/* Either an error and no schema, or a schema with exactly these bytes. */
static fs_result decode_any(const uint8_t *bytes, size_t size)
{
    uint8_t again[MAX_BYTES];
    fs_schema *schema = (fs_schema *)(void *)again;
    uint8_t *exact = malloc(size + 1);
    ck_assert_ptr_nonnull(exact);
    memcpy(exact + 1, bytes, size);
    fs_result result = fs_schema_decode(exact + 1, size, &schema);
    if (result == FS_OK) {
        ck_assert_uint_eq(encode_schema(schema, again), size);
        ck_assert_mem_eq(again, bytes, size);
    } else {
        ck_assert_ptr_null(schema);
    }
    fs_schema_free(result == FS_OK ? schema : NULL);
    free(exact);
    return result;
}

START_TEST(every_truncation_is_refused)
{
    uint8_t bytes[MAX_BYTES];
    size_t size = encode_schema(&fixture_schema, bytes);
    for (size_t n = 0; n < size; n++)
        ck_assert_int_eq(decode_any(bytes, n), FS_E_TRUNCATED);
    bytes[size] = 0;
    ck_assert_int_eq(decode_any(bytes, size + 1), FS_E_MALFORMED);
}
END_TEST

START_TEST(changed_bytes_are_safe)
{
    uint8_t bytes[MAX_BYTES], changed[MAX_BYTES];
    size_t size = encode_schema(&fixture_schema, bytes);
    unsigned fine = 0;
    for (size_t at = 0; at < size; at++)
        for (unsigned v = 1; v < 256; v++) {
            memcpy(changed, bytes, size);
            changed[at] = (uint8_t)(changed[at] ^ v);
            fine += decode_any(changed, size) == FS_OK;
        }
    /* Names may be other names, and that is all. */
    ck_assert_uint_gt(fine, 1000);
    ck_assert_uint_lt(fine, (unsigned)size * 128);
}
END_TEST

/* A number format other than this build's is refused. */
START_TEST(other_number_formats_are_refused)
{
    broken b;
    broken_start(&b);
    uint8_t bytes[MAX_BYTES];
    size_t size = encode_schema(&b.schema, bytes);
    /* The last field is U16 count "1": its bytes end type, width, signed, fraction, components. */
    ck_assert_mem_eq(bytes + size - 5, "\x01\x02\x00\x00\x01", 5);
    for (unsigned i = 1; i <= 5; i++) {
        bytes[size - i] = (uint8_t)(bytes[size - i] + 1);
        ck_assert_int_eq(decode_any(bytes, size), FS_E_MALFORMED);
        bytes[size - i] = (uint8_t)(bytes[size - i] - 1);
    }
    ck_assert_int_eq(decode_any(bytes, size), FS_OK);
}
END_TEST

/* Lengths beyond the end of the bytes. */
START_TEST(large_counts_allocate_nothing)
{
    static const uint8_t tables[] = "\x01"
                                    "a\x40";
    static const uint8_t too_many[] = "\x01"
                                      "a\x41";
    static const uint8_t zero_inside[] = "\x03"
                                         "a\0b\x01";
    ck_assert_int_eq(decode_any(tables, 3), FS_E_TRUNCATED);
    ck_assert_int_eq(decode_any(too_many, 3), FS_E_MALFORMED);
    ck_assert_int_eq(decode_any(zero_inside, 5), FS_E_MALFORMED);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("state_schema");
    TCase *tc = tcase_create("schema");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, broken_rules_are_refused, 0, RULES);
    tcase_add_test(tc, limits_are_allowed);
    tcase_add_test(tc, round_trip);
    tcase_add_test(tc, digest_covers_every_part);
    tcase_add_test(tc, every_truncation_is_refused);
    tcase_add_test(tc, changed_bytes_are_safe);
    tcase_add_test(tc, other_number_formats_are_refused);
    tcase_add_test(tc, large_counts_allocate_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}

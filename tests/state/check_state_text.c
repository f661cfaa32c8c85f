/* check_state_text.c: names, values and JSON of a state. */
#include "state/state_fixture.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fs_value_ref find_ref(const char *table, const char *field, uint32_t row)
{
    fs_value_ref ref;
    ck_assert_int_eq(fs_value_find(&fixture_schema, table, field, &ref), FS_OK);
    ck_assert_uint_eq(ref.row, 0);
    ref.row = row;
    return ref;
}

START_TEST(names)
{
    static const struct {
        const char *table, *field;
        uint32_t row;
        const char *want;
    } cases[] = {
        { "thing", "pos.x", 3, "thing[3].pos.x" }, { "thing", "pos", 0, "thing[0].pos.x" },
        { "thing", "gen", 7, "thing[7].gen" },     { "world", "rng.counter", 0, "world[0].rng.counter" },
        { "all", "rot2.s", 69, "all[69].rot2.s" }, { "all", "scaled.e", UINT32_MAX, "all[4294967295].scaled.e" },
        { "all", "quat.w", 1, "all[1].quat.w" }
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        fs_value_ref ref = find_ref(cases[i].table, cases[i].field, cases[i].row);
        ck_assert_uint_eq(fs_value_path(&fixture_schema, ref, text, sizeof text), strlen(cases[i].want));
        ck_assert_str_eq(text, cases[i].want);
        /* Cut, but terminated. */
        memset(text, 'z', sizeof text);
        ck_assert_uint_eq(fs_value_path(&fixture_schema, ref, text, 5), strlen(cases[i].want));
        ck_assert_uint_eq(strlen(text), 4);
        ck_assert_uint_eq(fs_value_path(&fixture_schema, ref, NULL, 0), strlen(cases[i].want));
    }
}
END_TEST

START_TEST(refs_that_do_not_exist)
{
    char text[64];
    fs_state *state = create_filled(4, 1);
    fs_value_ref bad[] = {
        { 4, 0, 0, 0 },          { UINT16_MAX, 9, 3, 0 }, { 1, FS_TYPE_COUNT, 0, 0 }, { 1, 0, 4, 0 },
        { 1, 0, UINT32_MAX, 0 }, { 1, 0, 0, 1 },          { 1, FS_TYPE_POS2, 0, 2 },  { 1, 0, 0, UINT16_MAX }
    };
    uint64_t state_hash = fs_state_hash(state);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int64_t raw = 5;
        ck_assert_int_eq(fs_value_get(state, bad[i], &raw), FS_E_ARGUMENT);
        ck_assert_int_eq(fs_value_set(state, bad[i], 1), FS_E_ARGUMENT);
        ck_assert_int_eq(raw, 5);
        fs_value_path(&fixture_schema, bad[i], text, sizeof text);
        fs_value_text(&fixture_schema, bad[i], -3, text, sizeof text);
    }
    ck_assert(fs_state_hash(state) == state_hash);
    fs_value_path(&fixture_schema, bad[1], text, sizeof text);
    ck_assert_str_eq(text, "?65535[3].?9");
    fs_value_path(&fixture_schema, bad[2], text, sizeof text);
    ck_assert_str_eq(text, "all[0].?30");
    static const char *const absent[][2] = {
        { "none", "pos" },   { "thing", "none" },  { "thing", "po" },     { "thing", "posx" },
        { "thing", "pos." }, { "thing", "pos.z" }, { "thing", "kind.x" }, { "thing", "kind." },
        { "thing", "" },     { "", "" },           { "thing", ".x" },     { "thing", "pos.x.y" }
    };
    for (unsigned i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        fs_value_ref ref;
        ck_assert_msg(fs_value_find(&fixture_schema, absent[i][0], absent[i][1], &ref) == FS_E_ARGUMENT,
                      "%s %s was found", absent[i][0], absent[i][1]);
    }
    fs_state_destroy(state);
}
END_TEST

START_TEST(values)
{
    static const struct {
        const char *table, *field;
        int64_t raw;
        const char *want;
    } cases[] = { { "thing", "pos", 5ll << 30, "1.2500000000 m" },
                  { "thing", "pos", -1, "-0.0000000002 m" },
                  { "all", "rel", -(1 << 25), "-0.50000000 m" },
                  { "all", "vel", 1, "0.0000005 m/s" },
                  { "all", "fix16", 98304, "1.50000 m" },
                  { "all", "unit", 1 << 30, "1.0000000000" },
                  { "all", "u8", 255, "255" },
                  { "all", "u64", -1, "18446744073709551615" },
                  { "all", "i64", INT64_MIN, "-9223372036854775808" },
                  { "all", "pos", INT64_MIN, "-2147483648.0000000000 m" },
                  { "world", "tick", 3600, "3600 ticks" },
                  { "world", "rng.key", INT64_MIN, "9223372036854775808" } };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        fs_value_ref ref = find_ref(cases[i].table, cases[i].field, 0);
        ck_assert_uint_eq(fs_value_text(&fixture_schema, ref, cases[i].raw, text, sizeof text), strlen(cases[i].want));
        ck_assert_str_eq(text, cases[i].want);
        ck_assert_uint_eq(fs_value_text(&fixture_schema, ref, cases[i].raw, text, 3), strlen(cases[i].want));
        ck_assert_uint_lt(strlen(text), 3);
    }
}
END_TEST

/* Neighbouring raw numbers never read alike. */
START_TEST(one_raw_step_is_visible)
{
    uint64_t seed = 4;
    for (unsigned f = 0; f < FS_TYPE_COUNT; f++)
        for (unsigned i = 0; i < 50; i++) {
            char a[64], b[64];
            fs_value_ref ref = { fixture_T_all, (uint16_t)f, 0, 0 };
            int64_t raw = (int64_t)(next_random(&seed) >> (1 + i));
            fs_value_text(&fixture_schema, ref, raw, a, sizeof a);
            fs_value_text(&fixture_schema, ref, raw + 1, b, sizeof b);
            ck_assert_msg(strcmp(a, b) != 0, "%s twice", a);
        }
}
END_TEST

START_TEST(values_are_sign_extended_and_cut)
{
    fs_state *state = create_filled(1, 1);
    static const struct {
        const char *field;
        int64_t set, want;
    } cases[] = { { "u8", -1, 255 },
                  { "u16", -2, 65534 },
                  { "u32", -1, UINT32_MAX },
                  { "i8", 128, -128 },
                  { "i16", 0x18000, -32768 },
                  { "i32", 0x80000000ll, INT32_MIN },
                  { "i64", INT64_MIN, INT64_MIN },
                  { "u64", -1, -1 },
                  { "vel2.y", -7, -7 } };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t raw = 0;
        fs_value_ref ref = find_ref("all", cases[i].field, 0);
        ck_assert_int_eq(fs_value_set(state, ref, cases[i].set), FS_OK);
        ck_assert_int_eq(fs_value_get(state, ref, &raw), FS_OK);
        ck_assert_int_eq(raw, cases[i].want);
    }
    fs_state_destroy(state);
}
END_TEST

/* --- JSON ------------------------------------------------------------------------ */

static json_t *parse_json(char *text)
{
    json_error_t error;
    ck_assert_ptr_nonnull(text);
    json_t *json = json_loads(text, 0, &error);
    ck_assert_msg(json != NULL, "%s at %d", error.text, error.position);
    free(text);
    return json;
}

/* The raw integer of a component in JSON, whichever way it is spelled. */
static int64_t json_raw(const json_t *number)
{
    const json_t *raw = json_object_get(number, "raw");
    if (json_is_integer(raw)) {
        ck_assert(llabs(json_integer_value(raw)) <= 1ll << 53);
        return json_integer_value(raw);
    }
    ck_assert(json_is_string(raw));
    const char *text = json_string_value(raw);
    return text[0] == '-' ? strtoll(text, NULL, 10) : (int64_t)strtoull(text, NULL, 10);
}

/* Every component of the state is in the JSON, with its value. */
static void compare_row(const fs_state *state, unsigned table, uint32_t row, const json_t *object)
{
    const fs_table *t = &fixture_schema.tables[table];
    ck_assert_uint_eq(json_object_size(object), t->field_count);
    for (unsigned f = 0; f < t->field_count; f++) {
        const fs_type_info *info = fs_type_get(t->fields[f].type);
        const json_t *field = json_object_get(object, t->fields[f].name);
        for (unsigned c = 0; c < info->components; c++) {
            fs_value_ref ref = { (uint16_t)table, (uint16_t)f, row, (uint16_t)c };
            const json_t *number = info->components == 1
                                       ? field
                                       : json_object_get(field, fs_type_component(t->fields[f].type, c));
            int64_t want = 0;
            char text[64];
            ck_assert_int_eq(fs_value_get(state, ref, &want), FS_OK);
            ck_assert(json_raw(number) == want);
            const char *value = json_string_value(json_object_get(number, "value"));
            ck_assert((value != NULL) == (info->frac_bits > 0));
            fs_value_text(&fixture_schema, ref, want, text, sizeof text);
            ck_assert(value == NULL || strncmp(text, value, strlen(value)) == 0);
        }
    }
}

START_TEST(state_json)
{
    fs_state *state = create_filled(5, 3);
    json_t *json = parse_json(fs_state_json(state));
    char state_hash[17];
    snprintf(state_hash, sizeof state_hash, "%016llx", (unsigned long long)fs_state_hash(state));
    ck_assert_str_eq(json_string_value(json_object_get(json, "state_hash")), state_hash);
    ck_assert_str_eq(json_string_value(json_object_get(json, "root")), state_hash);
    ck_assert_str_eq(json_string_value(json_object_get(json, "schema")), "fixture");
    ck_assert(json_integer_value(json_object_get(json, "tick")) == fs_state_tick(state));
    const json_t *tables = json_object_get(json, "tables");
    ck_assert_uint_eq(json_object_size(tables), fixture_T_COUNT);
    for (unsigned t = 0; t < fixture_T_COUNT; t++) {
        const json_t *rows = json_object_get(tables, fixture_schema.tables[t].name);
        ck_assert_uint_eq(json_array_size(rows), fs_state_rows(state, t));
        for (uint32_t row = 0; row < fs_state_rows(state, t); row++)
            compare_row(state, t, row, json_array_get(rows, row));
    }
    json_decref(json);
    fs_state_destroy(state);
}
END_TEST

START_TEST(state_json_text)
{
    fs_state *state = create_empty();
    struct fixture_view view;
    fixture_bind(state, &view);
    fs_handle handle;
    fs_pool_create(state, fixture_T_thing, &handle);
    view.world.seed[0] = UINT64_MAX;
    view.thing.pos[0].x = 5ll << 30;
    view.thing.pos[0].y = INT64_MIN;
    char *text = fs_state_json(state);
    ck_assert_ptr_nonnull(strstr(text, "\"seed\":{\"raw\":\"18446744073709551615\"}"));
    ck_assert_ptr_nonnull(strstr(text,
                                 "\"thing\":[{\"pos\":{\"x\":{\"raw\":5368709120,\"value\":\"1.2500000000\"},"
                                 "\"y\":{\"raw\":\"-9223372036854775808\",\"value\":\"-2147483648.0000000000\"}},"));
    free(text);
    fs_state_destroy(state);
}
END_TEST

START_TEST(schema_json)
{
    json_t *json = parse_json(fs_schema_json(&fixture_schema));
    ck_assert_uint_eq(json_array_size(json), fixture_T_COUNT);
    const json_t *thing = json_array_get(json, fixture_T_thing);
    ck_assert_str_eq(json_string_value(json_object_get(thing, "name")), "thing");
    ck_assert(json_is_true(json_object_get(thing, "pool")));
    const json_t *fields = json_object_get(thing, "fields");
    ck_assert_uint_eq(json_array_size(fields), 5);
    const json_t *vel = json_array_get(fields, 1);
    ck_assert_str_eq(json_string_value(json_object_get(vel, "name")), "vel");
    ck_assert_str_eq(json_string_value(json_object_get(vel, "type")), "VEL2");
    ck_assert_str_eq(json_string_value(json_object_get(vel, "unit")), "m/s");
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(fields, 4), "name")), "next");
    json_decref(json);
}
END_TEST

/* --- no memory --------------------------------------------------------------------- */

static size_t allocations, failing;

/* Fails once, so that the calls after the failure are tested too. */
static void *failing_malloc(size_t size)
{
    return ++allocations == failing ? NULL : malloc(size);
}

static char *json_with_failure(const fs_state *state, size_t fail)
{
    allocations = 0;
    failing = fail;
    return state != NULL ? fs_state_json(state) : fs_schema_json(&fixture_schema);
}

/* Whichever allocation fails, the answer is NULL, never half a text. Of the
 * state (loop 1) and of the schema (loop 0). */
START_TEST(json_without_memory)
{
    fs_state *state = _i == 1 ? create_filled(1, 3) : NULL;
    json_set_alloc_funcs(failing_malloc, free);
    char *text = json_with_failure(state, 0);
    size_t needed = allocations;
    ck_assert_ptr_nonnull(text);
    free(text);
    ck_assert_uint_gt(needed, 100);
    for (size_t i = 1; i <= needed; i++) {
        text = json_with_failure(state, i);
        ck_assert_msg(text == NULL, "allocation %zu of %zu failed, yet there is %s", i, needed, text);
    }
    json_set_alloc_funcs(malloc, free);
    fs_state_destroy(state);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("state_text");
    TCase *tc = tcase_create("text");
    tcase_add_test(tc, names);
    tcase_add_test(tc, refs_that_do_not_exist);
    tcase_add_test(tc, values);
    tcase_add_test(tc, one_raw_step_is_visible);
    tcase_add_test(tc, values_are_sign_extended_and_cut);
    tcase_add_test(tc, state_json);
    tcase_add_test(tc, state_json_text);
    tcase_add_test(tc, schema_json);
    tcase_add_loop_test(tc, json_without_memory, 0, 2);
    suite_add_tcase(suite, tc);
    return suite;
}

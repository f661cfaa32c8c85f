/* check_state_codec.c: canonical bytes and hashes cover every bit of the state, and
 * any bytes are safe to decode. */
#include "state/state_fixture.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "state/sink.h"

enum { MAX_BYTES = 32768 };

static size_t encode(const fs_state *state, uint8_t *bytes)
{
    size_t size = fs_state_encoded_size(state);
    ck_assert_uint_le(size, MAX_BYTES);
    ck_assert_uint_eq(fs_state_encode(state, bytes, MAX_BYTES), size);
    return size;
}

static bool store_difference(void *context, const fs_difference *difference)
{
    *(fs_difference *)context = *difference;
    return true;
}

/* One bit of one component: the hashes and the bytes change, the diff names
 * exactly this component, and the bytes bring it back. */
static void flip_and_compare(fs_state *state, const fs_state *original, fs_value_ref ref, unsigned bit)
{
    static uint8_t before[MAX_BYTES], after[MAX_BYTES];
    fs_state *copy = create_empty();
    int64_t raw = 0, changed = 0;
    ck_assert_int_eq(fs_value_get(state, ref, &raw), FS_OK);
    ck_assert_int_eq(fs_value_set(state, ref, (int64_t)((uint64_t)raw ^ (uint64_t)1 << bit)), FS_OK);
    ck_assert_int_eq(fs_value_get(state, ref, &changed), FS_OK);
    ck_assert(changed != raw);

    ck_assert(fs_state_hash(state) != fs_state_hash(original));
    ck_assert(fs_table_hash(state, ref.table) != fs_table_hash(original, ref.table));
    ck_assert(fs_row_hash(state, ref.table, ref.row) != fs_row_hash(original, ref.table, ref.row));
    for (uint32_t g = 0; g < 3; g++)
        ck_assert((fs_group_hash(state, ref.table, g) != fs_group_hash(original, ref.table, g)) ==
                  (g == ref.row / FS_HASH_ROWS));

    size_t size = encode(original, before);
    ck_assert_uint_eq(encode(state, after), size);
    size_t unequal = 0;
    for (size_t i = 0; i < size; i++)
        unequal += before[i] != after[i];
    ck_assert_uint_eq(unequal, 1);

    fs_difference found;
    ck_assert_uint_eq(fs_state_diff(original, state, store_difference, &found), 1);
    ck_assert(found.ref.table == ref.table && found.ref.field == ref.field);
    ck_assert(found.ref.row == ref.row && found.ref.component == ref.component);
    ck_assert(found.left == raw && found.right == changed && found.left_exists && found.right_exists);

    /* A broken pool link is refused; every other change is decoded unchanged. */
    if (fs_state_decode(copy, after, size) == FS_OK)
        ck_assert(fs_state_hash(copy) == fs_state_hash(state));
    else
        ck_assert(fixture_schema.tables[ref.table].pool &&
                  ref.field + 2u >= fixture_schema.tables[ref.table].field_count);
    ck_assert_int_eq(fs_value_set(state, ref, raw), FS_OK);
    ck_assert(fs_state_hash(state) == fs_state_hash(original));
    fs_state_destroy(copy);
}

/* All fields of table _i: every bit of a row in the first group, one bit of
 * rows elsewhere. */
START_TEST(every_bit_changes_the_hash)
{
    fs_state *state = create_filled(70, 11);
    fs_state *original = create_filled(70, 11);
    const fs_table *t = &fixture_schema.tables[_i];
    uint32_t last = fs_state_rows(state, (unsigned)_i) - 1;
    for (unsigned f = 0; f < t->field_count; f++) {
        const fs_type_info *info = fs_type_get(t->fields[f].type);
        for (unsigned c = 0; c < info->components; c++) {
            fs_value_ref ref = { (uint16_t)_i, (uint16_t)f, last / 2, (uint16_t)c };
            for (unsigned bit = 0; bit < 8u * info->width; bit++)
                flip_and_compare(state, original, ref, bit);
            ref.row = 0;
            flip_and_compare(state, original, ref, 0);
            ref.row = last;
            flip_and_compare(state, original, ref, 8u * info->width - 1);
        }
    }
    fs_state_destroy(state);
    fs_state_destroy(original);
}
END_TEST

START_TEST(round_trip)
{
    static uint8_t bytes[MAX_BYTES], again[MAX_BYTES];
    fs_state *state = create_filled((uint32_t)_i, 7);
    fs_state *other = create_filled(70, 8);
    size_t size = encode(state, bytes);
    ck_assert_int_eq(fs_state_decode(other, bytes, size), FS_OK);
    ck_assert_uint_eq(encode(other, again), size);
    ck_assert_mem_eq(bytes, again, size);
    ck_assert(fs_state_hash(other) == fs_state_hash(state));
    ck_assert_uint_eq(fs_state_rows(other, fixture_T_all), (uint32_t)_i);
    /* Rows that decoding removed are zero, also when they are added again. */
    struct fixture_view view;
    fixture_bind(other, &view);
    for (uint32_t row = (uint32_t)_i; row < FIXTURE_ALL_CAPACITY; row++)
        ck_assert(view.all.i64[row] == 0 && view.all.quat[row].w == 0 && view.all.u8[row] == 0);
    fs_rows_resize(other, fixture_T_all, 70);
    fs_rows_resize(state, fixture_T_all, 70);
    ck_assert(fs_state_hash(other) == fs_state_hash(state));
    ck_assert_uint_eq(fs_state_encode(state, bytes, fs_state_encoded_size(state) - 1), 0);
    fs_state_destroy(state);
    fs_state_destroy(other);
}
END_TEST

/* The bytes, written out by hand, for the smallest state. */
START_TEST(bytes_match_the_format)
{
    fs_state *state = create_empty();
    struct fixture_view view;
    fixture_bind(state, &view);
    view.world.tick[0] = 0x04030201;
    view.world.rng[0].counter = 0x1122334455667788;
    fs_rows_resize(state, fixture_T_bare, 2);
    view.bare.count[0] = 0xabcd;
    view.bare.count[1] = 0x0102;
    uint8_t want[8 + 4 + 40 + 4 + 4 + 4 + 4] = { 0 };
    uint64_t hash = fs_schema_hash(&fixture_schema);
    for (unsigned i = 0; i < 8; i++)
        want[i] = (uint8_t)(hash >> (8 * i));
    memcpy(want + 8, "\x01\0\0\0\x01\x02\x03\x04", 8);
    memcpy(want + 44, "\x88\x77\x66\x55\x44\x33\x22\x11", 8);
    memcpy(want + 60, "\x02\0\0\0\xcd\xab\x02\x01", 8);
    static uint8_t bytes[MAX_BYTES];
    ck_assert_uint_eq(encode(state, bytes), sizeof want);
    ck_assert_mem_eq(bytes, want, sizeof want);
    fs_state_destroy(state);
}
END_TEST

/* Literals: the same on every machine, compiler and byte order. The large table is
 * hashed in place, the small one gathered. */
START_TEST(golden_bytes)
{
    fs_state *large = create_filled(70, 42);
    fs_state *small = create_filled(2, 42);
    const struct {
        const char *name;
        uint64_t got, want;
    } hashes[] = { { "schema", fs_schema_hash(&fixture_schema), 0xfd69f8bf45e7681d },
                   { "large state", fs_state_hash(large), 0xb8669fc842ce49bb },
                   { "small state", fs_state_hash(small), 0x4131f1158d64ff48 },
                   { "large group", fs_group_hash(large, fixture_T_all, 1), 0x8ab5de936bc7b448 },
                   { "small row", fs_row_hash(small, fixture_T_all, 1), 0xb5ae70129ef5c0da } };
    for (unsigned i = 0; i < sizeof hashes / sizeof hashes[0]; i++)
        ck_assert_msg(hashes[i].got == hashes[i].want, "%s is %016llx", hashes[i].name,
                      (unsigned long long)hashes[i].got);
    fs_state_destroy(large);
    fs_state_destroy(small);
}
END_TEST

/* The hashes are XXH3-64 over the very bytes that are saved. */
START_TEST(hashes_cover_the_canonical_bytes)
{
    static uint8_t bytes[MAX_BYTES];
    uint8_t hashes[8 * fixture_T_COUNT];
    fs_state *state = create_filled((uint32_t)_i, 9);
    encode(state, bytes);
    const uint8_t *at = bytes + 8;
    for (unsigned t = 0; t < fixture_T_COUNT; t++) {
        size_t row_bytes = 0;
        for (unsigned f = 0; f < fixture_schema.tables[t].field_count; f++) {
            const fs_type_info *info = fs_type_get(fixture_schema.tables[t].fields[f].type);
            row_bytes += (size_t)info->width * info->components;
        }
        size_t size = 4 + row_bytes * fs_state_rows(state, t);
        uint64_t hash = XXH3_64bits(at, size);
        ck_assert(fs_table_hash(state, t) == hash);
        for (unsigned i = 0; i < 8; i++)
            hashes[8 * t + i] = (uint8_t)(hash >> (8 * i));
        if (fs_state_rows(state, t) <= FS_HASH_ROWS)
            ck_assert(fs_group_hash(state, t, 0) == XXH3_64bits(at + 4, size - 4));
        if (fs_state_rows(state, t) == 1)
            ck_assert(fs_row_hash(state, t, 0) == XXH3_64bits(at + 4, size - 4));
        at += size;
    }
    ck_assert(fs_state_hash(state) == XXH3_64bits(hashes, sizeof hashes));
    fs_state_destroy(state);
}
END_TEST

START_TEST(missing_rows_hash_as_no_bytes)
{
    fs_state *state = create_filled(70, 2);
    uint64_t nothing = 0x2d06800538d394c2; /* XXH3-64 of no bytes, xxHash's own test vector */
    ck_assert(fs_group_hash(state, fixture_T_all, 2) == nothing);
    ck_assert(fs_group_hash(state, fixture_T_all, UINT32_MAX) == nothing);
    ck_assert(fs_row_hash(state, fixture_T_all, 70) == nothing);
    ck_assert(fs_row_hash(state, fixture_T_all, UINT32_MAX) == nothing);
    fs_state_destroy(state);
    state = create_empty();
    ck_assert(fs_group_hash(state, fixture_T_all, 0) == nothing);
    fs_state_destroy(state);
}
END_TEST

/* The path for machines of the other byte order, which is right on all. */
START_TEST(byte_order_conversion)
{
    uint8_t bytes[1024], there[1024], back[1024];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7 + 1);
    for (unsigned width = 1; width <= 8; width *= 2) {
        uint64_t value = 0x8877665544332211;
        uint8_t host[8];
        const uint8_t v8 = (uint8_t)value;
        const uint16_t v16 = (uint16_t)value;
        const uint32_t v32 = (uint32_t)value;
        memcpy(host,
               width == 1   ? (const void *)&v8
               : width == 2 ? (const void *)&v16
               : width == 4 ? (const void *)&v32
                            : (const void *)&value,
               width);
        fs__to_canonical(there, host, width, width);
        for (unsigned i = 0; i < width; i++)
            ck_assert_uint_eq(there[i], 0x11 * (i + 1));
        fs__to_canonical(there, bytes, sizeof bytes, width);
        fs__from_canonical(back, there, sizeof there, width);
        ck_assert_mem_eq(back, bytes, sizeof bytes);
    }
}
END_TEST

static void append_bytes(void *context, const void *bytes, size_t size)
{
    uint8_t **at = context;
    memcpy(*at, bytes, size);
    *at += size;
}

START_TEST(conversion_in_pieces)
{
    uint8_t bytes[2000], want[2000], got[2000];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 11 + 5);
    for (unsigned width = 1; width <= 8; width *= 2) {
        uint8_t *at = got;
        fs__to_canonical(want, bytes, sizeof bytes, width);
        fs__sink_converted(bytes, sizeof bytes, width, append_bytes, &at);
        ck_assert_ptr_eq(at, got + sizeof got);
        ck_assert_mem_eq(got, want, sizeof want);
    }
}
END_TEST

/* --- bytes from outside ---------------------------------------------------------- */

/* Either an error and a new state, or a state with exactly these bytes. */
static fs_result decode_any(fs_state *state, const uint8_t *bytes, size_t size)
{
    static uint8_t again[MAX_BYTES];
    static uint64_t empty_root;
    if (empty_root == 0) {
        fs_state *empty = create_empty();
        empty_root = fs_state_hash(empty);
        fs_state_destroy(empty);
    }
    fs_result result = fs_state_decode(state, bytes, size);
    if (result != FS_OK) {
        ck_assert(fs_state_hash(state) == empty_root);
        ck_assert_uint_eq(fs_state_rows(state, fixture_T_thing), 0);
    } else {
        ck_assert_uint_eq(encode(state, again), size);
        ck_assert(memcmp(again, bytes, size) == 0);
    }
    return result;
}

START_TEST(every_truncation_is_refused)
{
    static uint8_t bytes[MAX_BYTES];
    fs_state *full = create_filled(9, 6);
    fs_state *state = create_empty();
    size_t size = encode(full, bytes);
    for (size_t n = 0; n < size; n++) {
        /* A block of memory of exactly this size, so that a sanitizer detects reads past it. */
        uint8_t *exact = malloc(n + 1);
        ck_assert_ptr_nonnull(exact);
        memcpy(exact + 1, bytes, n);
        ck_assert_int_eq(decode_any(state, exact + 1, n), FS_E_TRUNCATED);
        free(exact);
    }
    ck_assert_int_eq(decode_any(state, bytes, size + 1), FS_E_MALFORMED);
    ck_assert_int_eq(decode_any(state, bytes, size), FS_OK);
    fs_state_destroy(full);
    fs_state_destroy(state);
}
END_TEST

START_TEST(changed_bytes_are_safe)
{
    static uint8_t bytes[MAX_BYTES], changed[MAX_BYTES];
    fs_state *full = create_filled(9, 6);
    fs_state *state = create_empty();
    size_t size = encode(full, bytes);
    uint64_t seed = 77;
    unsigned fine = 0, refused = 0;
    for (unsigned i = 0; i < 20000; i++) {
        memcpy(changed, bytes, size);
        unsigned flips = 1 + (unsigned)(next_random(&seed) % 3);
        for (unsigned k = 0; k < flips; k++) {
            uint64_t bit = next_random(&seed) % 8;
            changed[next_random(&seed) % size] ^= (uint8_t)(1u << bit);
        }
        size_t n = next_random(&seed) % 8 == 0 ? (size_t)(next_random(&seed) % size) : size;
        if (decode_any(state, changed, n) == FS_OK)
            fine++;
        else
            refused++;
    }
    ck_assert_uint_gt(fine, 1000);
    ck_assert_uint_gt(refused, 1000);
    fs_state_destroy(full);
    fs_state_destroy(state);
}
END_TEST

START_TEST(errors_have_their_results)
{
    static uint8_t bytes[MAX_BYTES];
    fs_state *full = create_filled(0, 6);
    fs_state *state = create_empty();
    size_t size = encode(full, bytes);
    bytes[0] ^= 1;
    ck_assert_int_eq(decode_any(state, bytes, size), FS_E_SCHEMA);
    bytes[0] ^= 1;
    bytes[8] = 2; /* rows of the world */
    ck_assert_int_eq(decode_any(state, bytes, size), FS_E_MALFORMED);
    bytes[8] = 1;
    bytes[52] = FIXTURE_ALL_CAPACITY + 1;
    ck_assert_int_eq(decode_any(state, bytes, size), FS_E_CAPACITY);
    memset(bytes + 52, 0xff, 4);
    ck_assert_int_eq(decode_any(state, bytes, size), FS_E_CAPACITY);
    fs_state_destroy(full);
    fs_state_destroy(state);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("state_codec");
    TCase *tc = tcase_create("codec");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_bit_changes_the_hash, 0, fixture_T_COUNT);
    tcase_add_loop_test(tc, round_trip, 0, 4);
    tcase_add_test(tc, bytes_match_the_format);
    tcase_add_test(tc, golden_bytes);
    tcase_add_loop_test(tc, hashes_cover_the_canonical_bytes, 0, 40);
    tcase_add_test(tc, missing_rows_hash_as_no_bytes);
    tcase_add_test(tc, byte_order_conversion);
    tcase_add_test(tc, conversion_in_pieces);
    tcase_add_test(tc, every_truncation_is_refused);
    tcase_add_test(tc, changed_bytes_are_safe);
    tcase_add_test(tc, errors_have_their_results);
    suite_add_tcase(suite, tc);
    return suite;
}

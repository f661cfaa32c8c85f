/* header.c: the header block: who recorded what, with which schema and configuration.
 *
 * The schema and the names of the options are embedded so that a recording can
 * be described for ever, also where its game is not installed.
 */
#include "replay/format.h"

static void put_schema(const fs_schema *schema, fs__writer *w)
{
    size_t size = fs_schema_encode(schema, NULL, 0);
    fs__put_u32(w, (uint32_t)size);
    uint8_t *reserved = fs__writer_reserve(w, size);
    if (reserved != NULL)
        fs_schema_encode(schema, reserved, size);
}

static void put_header(const fs__header *header, fs__writer *w)
{
    uint8_t config[FS_CONFIG_BYTES];
    fs_config_encode(&header->config, config);
    fs__put_text(w, header->recorder);
    fs__put_text(w, header->build);
    fs__put_u64(w, header->number_fingerprint);
    fs__put_u8(w, (uint8_t)header->input_size);
    fs__put_bytes(w, config, sizeof config);
    fs__put_u64(w, header->config_hash);
    fs__put_u8(w, (uint8_t)header->option_count);
    for (uint32_t i = 0; i < header->option_count; i++)
        fs__put_text(w, header->options[i]);
    fs__put_bytes(w, header->public_key, sizeof header->public_key);
    put_schema(header->schema, w);
    for (uint32_t t = 0; t < header->schema->table_count; t++)
        fs__put_u32(w, header->capacities[t]);
}

static size_t header_size(const fs__header *header)
{
    size_t size = 1 + strlen(header->recorder) + 1 + strlen(header->build) + 8 + 1 + FS_CONFIG_BYTES + 8 + 1 +
                  sizeof header->public_key + 4 + fs_schema_encode(header->schema, NULL, 0) +
                  (size_t)header->schema->table_count * 4;
    for (uint32_t i = 0; i < header->option_count; i++)
        size += 1 + strlen(header->options[i]);
    return size;
}

size_t fs__header_encode(const fs__header *header, void *bytes, size_t size)
{
    size_t needed = header_size(header);
    if (needed > size)
        return needed;
    fs__writer w = fs__writer_make(bytes, size);
    put_header(header, &w);
    FS_ASSERT(!w.full && w.at == needed);
    return needed;
}

/* --- decoding ------------------------------------------------------------------ */

static void get_config(fs__header *header, fs__reader *r)
{
    const uint8_t *config = fs__reader_take(r, FS_CONFIG_BYTES);
    if (config == NULL || fs_config_decode(&header->config, config) != FS_OK)
        r->bad = true;
    else if (header->config.players < 1 || header->config.players > FS_MAX_PLAYERS || header->config.hz < FS_MIN_HZ ||
             header->config.hz > FS_MAX_HZ)
        r->bad = true;
}

static void get_options(fs__header *header, fs__reader *r)
{
    header->option_count = fs__get_u8(r);
    if (header->option_count > FS_MAX_OPTIONS)
        r->bad = true;
    for (uint32_t i = 0; i < header->option_count && !r->bad; i++)
        fs__get_text(r, header->options[i], FS_MAX_NAME);
    if (r->bad)
        header->option_count = 0;
}

static void get_capacities(fs__header *header, uint32_t count, fs__reader *r)
{
    for (uint32_t t = 0; t < count; t++) {
        header->capacities[t] = fs__get_u32(r);
        if (header->capacities[t] > FS_MAX_ROWS)
            r->bad = true;
    }
    if (header->capacities[0] != 1)
        r->bad = true;
}

static void get_fixed_fields(fs__header *header, fs__reader *r)
{
    fs__get_text(r, header->recorder, sizeof header->recorder);
    fs__get_text(r, header->build, sizeof header->build);
    header->number_fingerprint = fs__get_u64(r);
    header->input_size = fs__get_u8(r);
    if (header->input_size < 1 || header->input_size > FS_MAX_INPUT)
        r->bad = true;
    get_config(header, r);
    header->config_hash = fs__get_u64(r);
    get_options(header, r);
    fs__get_bytes(r, header->public_key, sizeof header->public_key);
}

fs_result fs__header_decode(fs__header *header, const void *bytes, size_t size)
{
    fs__reader r = fs__reader_make(bytes, size);
    fs_schema *schema = NULL;
    memset(header, 0, sizeof *header);
    get_fixed_fields(header, &r);
    uint32_t schema_size = fs__get_u32(&r);
    const uint8_t *p = fs__reader_take(&r, schema_size);
    if (r.bad)
        return FS_E_MALFORMED;
    fs_result result = fs_schema_decode(p, schema_size, &schema);
    if (result != FS_OK)
        return result == FS_E_MEMORY ? result : FS_E_MALFORMED;
    get_capacities(header, schema->table_count, &r);
    if (!fs__reader_done(&r)) {
        fs_schema_free(schema);
        return FS_E_MALFORMED;
    }
    header->schema = schema;
    return FS_OK;
}

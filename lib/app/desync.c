/* desync.c: names and values of the fields that differ. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/desync.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/replay.h>

#include "app/difference.h"

static void print_difference(FILE *out, const fs_schema *schema, const fs_difference *d)
{
    char name[APP_PATH_BYTES], left[APP_VALUE_BYTES], right[APP_VALUE_BYTES];
    fs_value_path(schema, d->ref, name, sizeof name);
    app_value_text(schema, d->ref, d->left, d->left_exists, left, sizeof left);
    app_value_text(schema, d->ref, d->right, d->right_exists, right, sizeof right);
    fprintf(out, "\n    %s: server %s, client %s", name, left, right);
}

/* The inputs were named before. */
static void print_phase(FILE *out, const fs_desync *d)
{
    if (d->phase == FS_PHASE_OUTSIDE)
        fprintf(out, "\n    phase outside: repeated, the tick gives the server's state at the client too");
    else if (d->phase != FS_PHASE_INPUTS)
        fprintf(out, "\n    phase %s, number %" PRIu32 " of the tick: repeated, the simulations part in it",
                fs_phase_text(d->phase), d->round + 1);
}

static void print_desync(FILE *out, const fs_desync *d, const fs_schema *schema)
{
    fprintf(out, "desync at tick %" PRIu32 ": the state of player '%s' (slot %" PRIu32 ") differs from the server's",
            d->tick, d->name, d->slot);
    fprintf(out, "\n    %s",
            d->inputs_equal ? "inputs equal: simulation differs"
                            : "inputs differ: the player simulated other inputs than the server");
    fprintf(out,
            "\n    state hash: server %016" PRIx64 ", client %016" PRIx64 "; %" PRIu32 " of %" PRIu32
            " other players agree with the server",
            d->server_state_hash, d->client_state_hash, d->agreeing, d->voters);
    if (d->phase != FS_PHASE_UNKNOWN)
        print_phase(out, d);
    for (uint32_t i = 0; i < d->count && i < FS_MAX_DIFFERENCES; i++)
        print_difference(out, schema, &d->differences[i]);
    if (!d->traced)
        fprintf(out, "\n    fields unknown: %s", d->reason != NULL ? d->reason : "not traced");
    else
        fprintf(out, "\n    traced in %.1f ms with %" PRIu32 " bytes", (double)d->traced_us / 1000, d->trace_bytes);
    if (d->client_build != NULL && d->client_build[0] != '\0')
        fprintf(out, "\n    client build: %s", d->client_build);
}

char *app_desync_text(const fs_desync *desync, const fs_schema *schema)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    print_desync(out, desync, schema);
    fclose(out);
    return text;
}

void app_desync_line(const fs_desync *desync, const fs_schema *schema, char *line, size_t size)
{
    char name[APP_PATH_BYTES], server[48], client[48], more[32] = "";
    const fs_difference *d = &desync->differences[0];
    int used = snprintf(line, size, "desync at tick %" PRIu32 ", player '%s': ", desync->tick, desync->name);
    if (used < 0 || (size_t)used >= size)
        return;
    line += used;
    size -= (size_t)used;
    if (desync->count == 0) {
        snprintf(line, size, "%s",
                 desync->inputs_equal ? "the fields are not known" : "the player simulated other inputs");
        return;
    }
    fs_value_path(schema, d->ref, name, sizeof name);
    app_side_text(schema, d->ref, d->left, d->left_exists, server, sizeof server);
    app_side_text(schema, d->ref, d->right, d->right_exists, client, sizeof client);
    if (desync->count > 1)
        snprintf(more, sizeof more, ", %" PRIu32 " more field%s", desync->count - 1, desync->count > 2 ? "s" : "");
    snprintf(line, size, "%.60s: server %.40s, player %.40s%s", name, server, client, more);
}

json_t *app_desync_json(const fs_desync *desync, const fs_schema *schema)
{
    char *text = fs_desync_json(schema, desync);
    json_t *object = text != NULL ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return object;
}

char *app_desync_notice_text(uint32_t tick, const char *field)
{
    char text[512];
    snprintf(text, sizeof text, "desync at tick %" PRIu32 ": the state of this client differs from the server's%s%s",
             tick, field[0] != '\0' ? ", first in " : "; the field was not found", field);
    return strdup(text);
}

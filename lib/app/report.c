/* report.c: the report file and the members that all reports share. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/report.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <fixstep/fixstep.h>

#include "app/files/new_file.h"
#include "app/setup.h"
#include "app/files/open_file.h"

/* Whether a file of this name can be made; false with errno. */
static bool is_writable(const char *path)
{
    app_new_file file;
    if (access(path, F_OK) == 0 && access(path, W_OK) != 0)
        return false;
    if (!app_new_file_create(&file, path))
        return false;
    app_new_file_free(&file);
    return true;
}

bool app_report_open(app_report *report, const char *path, char why[APP_ERROR_BYTES])
{
    struct stat status;
    *report = (app_report){ .path = path };
    if (path == NULL)
        return true;
    if (strcmp(path, "-") == 0)
        report->file = stdout;
    else if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        report->file = app_open_to_write(path); /* a pipe or a device */
    else if (is_writable(path))
        return true;
    if (report->file != NULL)
        return true;
    snprintf(why, APP_ERROR_BYTES, "cannot write the report %.150s: %s", path, strerror(errno));
    return false;
}

/* Writes the object and closes the file. A full disk may be told only when the buffer is written out. False with errno. */
static bool write_object(FILE *file, const json_t *object)
{
    bool good = object != NULL && json_dumpf(object, file, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0;
    good = fputc('\n', file) != EOF && good;
    return (file == stdout ? fflush(stdout) : fclose(file)) == 0 && good;
}

static bool replace_report(const char *path, const json_t *object)
{
    app_new_file file;
    if (!app_new_file_create(&file, path))
        return false;
    FILE *out = fopen(file.part, "we");
    bool good = out != NULL && write_object(out, object) && app_new_file_publish(&file);
    int reason = errno;
    app_new_file_free(&file);
    errno = reason;
    return good;
}

bool app_report_write(app_report *report, json_t *object, char why[APP_ERROR_BYTES])
{
    bool good = true;
    errno = 0;
    if (report->path != NULL)
        good = report->file != NULL ? write_object(report->file, object) : replace_report(report->path, object);
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "the report %.150s is not written: %s", report->path, strerror(errno));
    *report = (app_report){ 0 };
    json_decref(object);
    return good;
}

json_t *app_json_hex(uint64_t value)
{
    return json_sprintf("%016" PRIx64, value);
}

void app_json_state_hash(json_t *object, uint64_t state_hash)
{
    json_object_set_new(object, "state_hash", app_json_hex(state_hash));
    json_object_set_new(object, "final_root", app_json_hex(state_hash));
}

void app_json_no_state_hash(json_t *object)
{
    json_object_set_new(object, "state_hash", json_null());
    json_object_set_new(object, "final_root", json_null());
}

void app_json_config(json_t *object, const fs_game *game, const fs_config *config)
{
    json_object_set_new(object, "game", json_string(config->game));
    json_object_set_new(object, "version", json_string(fs_version()));
    json_object_set_new(object, "build", json_string(app_build()));
    /* A seed has 64 bits, more than many JSON readers keep of a number. */
    json_object_set_new(object, "seed", json_sprintf("%" PRIu64, config->seed));
    json_object_set_new(object, "hz", json_integer(config->hz));
    json_object_set_new(object, "players", json_integer(config->players));
    json_t *options = json_object();
    for (uint32_t i = 0; i < game->option_count; i++)
        json_object_set_new(options, game->options[i].key, json_integer(config->options[i]));
    json_object_set_new(object, "options", options);
    json_object_set_new(object, "config_hash", app_json_hex(fs_config_hash(game, config)));
}

/* What jansson leaves of control characters is the last one of ASCII. */
static int write_escaped(const char *bytes, size_t size, void *context)
{
    FILE *file = context;
    bool good = true;
    for (size_t i = 0; i < size && good; i++)
        good = bytes[i] == 0x7f ? fputs("\\u007f", file) != EOF : fputc(bytes[i], file) != EOF;
    return good ? 0 : -1;
}

bool app_json_print(const json_t *value, FILE *file)
{
    return json_dump_callback(value, write_escaped, file, JSON_COMPACT | JSON_ENSURE_ASCII) == 0 &&
           fputc('\n', file) != EOF;
}

double app_cpu_seconds(void)
{
    struct timespec used;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0)
        return 0;
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

void app_json_time(json_t *object, uint64_t start_us, uint64_t now_us)
{
    json_object_set_new(object, "cpu_seconds", json_real(app_cpu_seconds()));
    json_object_set_new(object, "wall_seconds", json_real((double)(now_us - start_us) / 1e6));
}

json_t *app_json_times(const app_histogram *times_us)
{
    return json_pack("{s:I, s:I, s:I}", "p50_us", (json_int_t)app_histogram_percentile(times_us, 50), "p99_us",
                     (json_int_t)app_histogram_percentile(times_us, 99), "max_us", (json_int_t)times_us->max);
}

json_t *app_json_wire(const fs_net_stats *stats)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "bytes_sent", (json_int_t)stats->bytes_sent,
                     "bytes_received", (json_int_t)stats->bytes_received, "datagrams_sent",
                     (json_int_t)stats->datagrams_sent, "datagrams_received", (json_int_t)stats->datagrams_received,
                     "refused_connects", (json_int_t)stats->refused_connects, "dropped_messages",
                     (json_int_t)stats->dropped_messages, "limited_datagrams", (json_int_t)stats->limited_datagrams,
                     "forged_datagrams", (json_int_t)stats->forged_datagrams);
}

/* report.h: the JSON report of a run (--report), and its common parts; JSON that a program prints. */
#ifndef FS_APP_REPORT_H
#define FS_APP_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <fixstep/net.h>
#include <fixstep/sim.h>

#include "app/histogram.h"
#include "app/options.h"

typedef struct app_report {
    const char *path; /* NULL: no report wanted */
    FILE *file; /* standard output, a pipe or a device; NULL: a file that the report replaces when it is written */
} app_report;

/* Tells an unwritable path before the match; an earlier report stays as it is. `path` NULL does nothing; "-" is standard
 * output. */
bool app_report_open(app_report *report, const char *path, char why[APP_ERROR_BYTES]);
/* Writes the object as indented JSON in place of an earlier report, in one step (new_file.h), and releases it. False with a
 * sentence; the earlier report is there all the same then. */
bool app_report_write(app_report *report, json_t *object, char why[APP_ERROR_BYTES]);

/* Prints a value as one line of ASCII without control characters: other characters of names are escaped, so that a machine reads each
 * and a terminal acts on none. False when it cannot be written. */
bool app_json_print(const json_t *value, FILE *file);

/* 16 hex digits. */
json_t *app_json_hex(uint64_t value);
/* Sets state_hash, and final_root, its former name. */
void app_json_state_hash(json_t *object, uint64_t state_hash);
/* The same to null, where there is no state. */
void app_json_no_state_hash(json_t *object);
/* Sets game, version, build, config_hash, seed, hz, players and options. */
void app_json_config(json_t *object, const fs_game *game, const fs_config *config);
/* Sets cpu_seconds and wall_seconds, the latter since `start_us`. */
void app_json_time(json_t *object, uint64_t start_us, uint64_t now_us);
/* An object of p50_us, p99_us and max_us of a histogram of microseconds; the caller owns it. */
json_t *app_json_times(const app_histogram *times_us);
/* Bytes and datagrams sent and received, and what was refused or dropped. */
json_t *app_json_wire(const fs_net_stats *stats);
/* CPU time of this process in seconds. */
double app_cpu_seconds(void);

#endif

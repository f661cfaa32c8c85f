/* check_recorder.c: the blocks that a recorder writes, the times of its writes, and failing sinks. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/check_main.h"
#include "replay/format.h"
#include "replay/replay_fixture.h"
#include "support/toygame.h"

START_TEST(crc_known_answer)
{
    /* RFC 3720, appendix B.4, and the usual check value. */
    uint8_t zeros[32] = { 0 };
    ck_assert_uint_eq(fs__crc32c("123456789", 9), 0xe3069283u);
    ck_assert_uint_eq(fs__crc32c(zeros, sizeof zeros), 0x8a9136aau);
    ck_assert_uint_eq(fs__crc32c("", 0), 0);
}
END_TEST

START_TEST(round_trip)
{
    rf_match m;
    fs_verdict verdict;
    rf_match_start(&m, 20, 5);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, 450);
    rf_match_add_desync(&m);
    rf_match_play(&m, 7);
    uint64_t state_hash = fs_sim_state_hash(m.sim);
    rf_match_finish(&m);
    fs_replay *replay = rf_open(&m);
    const fs_replay_info *info = fs_replay_get_info(replay);
    ck_assert_int_eq(info->end, FS_REPLAY_COMPLETE);
    ck_assert_str_eq(info->fault, "");
    ck_assert_str_eq(info->recorder, "test");
    ck_assert_str_eq(info->build, "test build");
    ck_assert_str_eq(info->config.game, "toy");
    ck_assert_uint_eq(info->config.hz, 20);
    ck_assert(info->config.seed == 5);
    ck_assert(info->size == m.sink.size);
    ck_assert_uint_eq(info->first_tick, 0);
    ck_assert_uint_eq(info->ticks, 457);
    ck_assert_uint_eq(info->segments, 4); /* 200 ticks are 10 s; the last holds the last state */
    ck_assert_uint_eq(info->keyframes, 4);
    ck_assert_uint_eq(info->desyncs, 1);
    ck_assert_uint_eq(info->restarts, 0);
    ck_assert(info->final_state_hash == state_hash);
    ck_assert(info->schema_hash == fs_schema_hash(toy_game.schema));
    ck_assert(info->config_hash == fs_config_hash(&toy_game, &m.config));
    ck_assert_str_eq(fs_replay_option(replay, 0), "speed");
    ck_assert_str_eq(fs_replay_option(replay, 1), "bounce");
    ck_assert_ptr_null(fs_replay_option(replay, 2));
    ck_assert_str_eq(fs_replay_player(replay, 0), "anna");
    ck_assert_str_eq(fs_replay_player(replay, 1), "bert");
    ck_assert_str_eq(fs_replay_player(replay, 2), "");
    ck_assert_str_eq(fs_replay_player(replay, UINT32_MAX), "");
    ck_assert_uint_eq(fs_replay_schema(replay)->table_count, toy_game.schema->table_count);
    ck_assert_uint_eq(fs_replay_capacities(replay)[3], TOY_SHOTS);
    fs_replay_verify(replay, &toy_game, NULL, &verdict);
    ck_assert_msg(verdict.result == FS_OK, "%s", verdict.reason);
    ck_assert_uint_eq(verdict.verified_ticks, 457);
    ck_assert_uint_eq(verdict.failed_tick, UINT32_MAX);
    ck_assert_int_eq(fs_verdict_exit_code(replay, &verdict), 0);
    fs_replay_close(replay);
    rf_match_free(&m);
}
END_TEST

/* A desync report is valid JSON, also with untrusted texts. */
START_TEST(desync_report)
{
    rf_match m;
    rf_match_start(&m, 20, 5);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, 50);
    rf_match_add_desync(&m);
    rf_match_finish(&m);
    fs_replay *replay = rf_open(&m);
    const char *text = fs_replay_desync(replay, 0);
    ck_assert_ptr_null(fs_replay_desync(replay, 1));
    ck_assert_ptr_null(strchr(text, '\n'));
    json_t *value = json_loads(text, 0, NULL);
    ck_assert_ptr_nonnull(value);
    ck_assert_int_eq(json_integer_value(json_object_get(value, "tick")), 50);
    ck_assert_str_eq(json_string_value(json_object_get(value, "player")), "bert");
    ck_assert_str_eq(json_string_value(json_object_get(value, "server_root")), "0000000000000001");
    ck_assert_str_eq(json_string_value(json_object_get(value, "client_build")), "other build ? \"quoted\"\n");
    json_t *difference = json_array_get(json_object_get(value, "differences"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(difference, "name")), "hero[1].pos.y");
    ck_assert_str_eq(json_string_value(json_object_get(difference, "unit")), "m");
    json_t *server = json_object_get(difference, "server"), *client = json_object_get(difference, "client");
    ck_assert(json_integer_value(json_object_get(server, "raw")) == 6442450944);
    ck_assert_str_eq(json_string_value(json_object_get(server, "hex")), "0x0000000180000000");
    ck_assert(json_integer_value(json_object_get(client, "raw")) == -1);
    ck_assert_str_eq(json_string_value(json_object_get(client, "hex")), "0xffffffffffffffff");
    json_decref(value);
    fs_replay_close(replay);
    rf_match_free(&m);
}
END_TEST

/* Nothing waits longer than 250 ms of match time, and a flush writes at once. */
START_TEST(flushes_every_250_ms)
{
    rf_match m;
    rf_match_start(&m, 60, 1);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    size_t start = m.sink.size;
    ck_assert(fs_recorder_bytes(m.recorder) == start);
    rf_match_play(&m, 14);
    ck_assert_uint_eq(m.sink.size, start);
    rf_match_play(&m, 1);
    ck_assert_uint_gt(m.sink.size, start);
    start = m.sink.size;
    rf_match_play(&m, 1);
    fs_recorder_flush(m.recorder);
    ck_assert_uint_gt(m.sink.size, start);
    start = m.sink.size;
    fs_recorder_flush(m.recorder);
    ck_assert_uint_eq(m.sink.size, start);
    ck_assert(fs_recorder_bytes(m.recorder) == m.sink.size);
    rf_match_free(&m);
}
END_TEST

/* Without a close everything that was flushed reads and verifies. */
START_TEST(a_crash_loses_unflushed_ticks_only)
{
    rf_match m;
    fs_verdict verdict;
    rf_match_start(&m, 20, 8);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    for (uint32_t ticks = 1; ticks <= 430; ticks++) {
        rf_match_play(&m, 1);
        if (ticks % 43 != 0 && ticks != 200 && ticks != 400)
            continue;
        fs_recorder_flush(m.recorder);
        ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 6);
        ck_assert_uint_eq(verdict.verified_ticks, ticks);
    }
    rf_match_free(&m);
}
END_TEST

/* The disk becomes full at each write in turn: the match goes on unchanged, and the file is a valid prefix, whatever
 * part of the last block was written. */
START_TEST(a_full_disk_ends_the_recording)
{
    rf_match good;
    rf_match_start(&good, 20, 3);
    ck_assert_int_eq(rf_match_record(&good), FS_OK);
    rf_match_play(&good, 230);
    uint64_t state_hash = fs_sim_state_hash(good.sim);
    rf_match_finish(&good);
    for (uint32_t at = 1; at <= good.sink.writes; at++) {
        rf_match m;
        fs_verdict verdict;
        rf_match_start(&m, 20, 3);
        m.sink.fails_at = at;
        m.sink.torn = at * 7 % 60;
        fs_result result = rf_match_record(&m);
        ck_assert_int_eq(result, at <= 3 ? FS_E_IO : FS_OK); /* preamble, header, keyframe */
        rf_match_play(&m, 230);
        ck_assert(fs_sim_state_hash(m.sim) == state_hash);
        if (result == FS_OK && at + 5 < good.sink.writes) /* 5 of them when it is closed */
            ck_assert(fs_recorder_failed(m.recorder));
        rf_match_finish(&m);
        ck_assert_uint_eq(m.sink.writes, at); /* never tried again */
        ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 6);
        rf_match_free(&m);
    }
    rf_match_free(&good);
}
END_TEST

/* A late joiner's recording starts in the middle; a restart may go anywhere. */
START_TEST(restarts)
{
    rf_match m, ahead;
    fs_verdict verdict;
    uint64_t state_hash;
    rf_match_start(&m, 20, 4);
    rf_match_play(&m, 30);
    rf_match_start(&ahead, 20, 4);
    rf_match_play(&ahead, 90);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, 20); /* 30..49 */
    rf_match_restart(&m, &ahead);
    rf_match_play(&m, 15); /* 90..104 */
    rf_match_restart(&m, &ahead);
    rf_match_play(&m, 10); /* 90..99 again */
    rf_match_finish(&m);
    fs_replay *replay = rf_open(&m);
    const fs_replay_info *info = fs_replay_get_info(replay);
    ck_assert_int_eq(info->end, FS_REPLAY_COMPLETE);
    ck_assert_uint_eq(info->restarts, 2);
    ck_assert_uint_eq(info->first_tick, 30);
    ck_assert_uint_eq(info->ticks, 75);
    ck_assert_int_eq(fs_replay_state_hash(replay, 29, &state_hash), FS_E_GONE);
    ck_assert_int_eq(fs_replay_state_hash(replay, 30, &state_hash), FS_OK);
    ck_assert_int_eq(fs_replay_state_hash(replay, 49, &state_hash), FS_OK);
    ck_assert_int_eq(fs_replay_state_hash(replay, 50, &state_hash), FS_E_GONE);
    ck_assert_int_eq(fs_replay_state_hash(replay, 89, &state_hash), FS_E_GONE);
    ck_assert_int_eq(fs_replay_state_hash(replay, 104, &state_hash), FS_OK);
    ck_assert_int_eq(fs_replay_state_hash(replay, 105, &state_hash), FS_E_GONE);
    fs_replay_verify(replay, &toy_game, NULL, &verdict);
    ck_assert_msg(verdict.result == FS_OK, "%s", verdict.reason);
    ck_assert_uint_eq(verdict.verified_ticks, 45);
    fs_replay_close(replay);
    rf_match_free(&m);
    rf_match_free(&ahead);
}
END_TEST

/* As many restarts as a reader takes, and no more. */
START_TEST(too_many_restarts)
{
    rf_match m;
    fs_verdict verdict;
    rf_match_start(&m, 20, 4);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    for (int i = 0; i < FS__MAX_RESTARTS; i++)
        rf_match_restart(&m, &m);
    rf_match_play(&m, 1);
    ck_assert(!fs_recorder_failed(m.recorder));
    rf_match_restart(&m, &m);
    ck_assert(fs_recorder_failed(m.recorder));
    rf_match_finish(&m);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 6);
    rf_match_free(&m);
}
END_TEST

START_TEST(files_as_sinks)
{
    char path[] = "check_recorder.XXXXXX", why[256] = "";
    fs_write_fn *write;
    void *file;
    fs_replay *replay;
    rf_match m;
    close(mkstemp(path));
    ck_assert_int_eq(fs_recorder_open_file("no/such/folder/x.fsr", &write, &file, why, sizeof why), FS_E_IO);
    ck_assert_msg(strstr(why, "no/such/folder/x.fsr") != NULL, "%s", why);
    ck_assert_int_eq(fs_replay_open_file("no-such-file.fsr", &replay, why, sizeof why), FS_E_IO);
    ck_assert_ptr_null(replay);
    ck_assert_int_eq(fs_recorder_open_file(path, &write, &file, why, sizeof why), FS_OK);
    rf_match_start(&m, 20, 4);
    fs_recorder_def def = { .game = &toy_game,
                            .config = &m.config,
                            .recorder = "a name that is too long for its field",
                            .build = "bad\nbuild",
                            .write = write,
                            .context = file };
    ck_assert_int_eq(fs_recorder_create(&def, m.sim, &m.stream, &m.recorder), FS_OK);
    rf_match_play(&m, 25);
    rf_match_finish(&m);
    fs_recorder_close_file(file);
    ck_assert_int_eq(fs_replay_open_file(path, &replay, why, sizeof why), FS_OK);
    ck_assert_uint_eq(fs_replay_get_info(replay)->ticks, 25);
    ck_assert_str_eq(fs_replay_get_info(replay)->recorder, "a name that is too long");
    ck_assert_str_eq(fs_replay_get_info(replay)->build, "bad?build");
    fs_replay_close(replay);
    rf_match_free(&m);
    unlink(path);
}
END_TEST

/* A block's head may promise more bytes than any recording has: the size of the file tells before they are read. */
START_TEST(huge_files_are_not_read)
{
    char path[] = "check_recorder.XXXXXX", why[256] = "";
    uint8_t head[FS__FRAME_HEAD_BYTES];
    rf_match m;
    fs_replay *replay;
    rf_record_whole(&m, 4, 25);
    fs__frame_head(head, FS__BLOCK_HEADER, 0x7f000000);
    int file = mkstemp(path);
    ck_assert_int_eq(write(file, m.sink.bytes, FS__PREAMBLE_BYTES), FS__PREAMBLE_BYTES);
    ck_assert_int_eq(write(file, head, sizeof head), sizeof head);
    ck_assert_int_eq(ftruncate(file, (off_t)FS__MAX_REPLAY_BYTES + 1), 0);
    ck_assert_int_eq(fs_replay_open_file(path, &replay, why, sizeof why), FS_E_CAPACITY);
    ck_assert_ptr_null(replay);
    ck_assert_msg(strstr(why, "is larger than 1073741824 bytes") != NULL, "%s", why);
    ck_assert_int_eq(pwrite(file, "X", 1, 0), 1);
    ck_assert_int_eq(fs_replay_open_file(path, &replay, why, sizeof why), FS_E_MALFORMED);
    ck_assert_uint_eq(fs_replay_get_info(replay)->size, (uint64_t)FS__MAX_REPLAY_BYTES + 1);
    fs_replay_close(replay);
    close(file);
    unlink(path);
    rf_match_free(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("recorder");
    TCase *tc = tcase_create("recorder");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, crc_known_answer);
    tcase_add_test(tc, round_trip);
    tcase_add_test(tc, desync_report);
    tcase_add_test(tc, flushes_every_250_ms);
    tcase_add_test(tc, a_crash_loses_unflushed_ticks_only);
    tcase_add_test(tc, a_full_disk_ends_the_recording);
    tcase_add_test(tc, restarts);
    tcase_add_test(tc, too_many_restarts);
    tcase_add_test(tc, files_as_sinks);
    tcase_add_test(tc, huge_files_are_not_read);
    suite_add_tcase(suite, tc);
    return suite;
}

/* check_replay.c: seeking, verifying and comparing. Recordings made to deceive are in check_replay_forged.c. */
#include <stdio.h>

#include "support/check_main.h"
#include "replay/format.h"
#include "replay/replay_fixture.h"
#include "support/toygame.h"

/* --- walking ---------------------------------------------------------------------- */

START_TEST(seek_equals_straight_run)
{
    rf_match m, straight;
    rf_record_whole(&m, 21, 430);
    fs_replay *replay = rf_open(&m);
    rf_match_start(&straight, 20, 21);
    static const uint32_t targets[] = { 0, 1, 5, 199, 200, 201, 399, 400, 401, 430 };
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        fs_playback *playback;
        rf_match_play(&straight, targets[i] - straight.stream.next_tick);
        ck_assert_int_eq(fs_playback_seek(replay, &toy_game, NULL, targets[i], &playback), FS_OK);
        ck_assert_uint_eq(fs_sim_tick(fs_playback_sim(playback)), targets[i]);
        ck_assert(fs_sim_state_hash(fs_playback_sim(playback)) == fs_sim_state_hash(straight.sim));
        /* And from there to the end. */
        uint32_t steps = 0;
        fs_result result;
        while ((result = fs_playback_step(playback)) == FS_OK)
            steps++;
        ck_assert_int_eq(result, FS_E_ENDED);
        ck_assert_uint_eq(steps, 430 - targets[i]);
        ck_assert(fs_sim_state_hash(fs_playback_sim(playback)) == fs_replay_get_info(replay)->final_state_hash);
        ck_assert_int_eq(fs_playback_step(playback), FS_E_ENDED);
        fs_playback_destroy(playback);
    }
    fs_playback *none;
    ck_assert_int_eq(fs_playback_seek(replay, &toy_game, NULL, 431, &none), FS_E_GONE);
    ck_assert_ptr_null(none);
    fs_replay_close(replay);
    rf_match_free(&m);
    rf_match_free(&straight);
}
END_TEST

START_TEST(step_over_restart)
{
    rf_match m, ahead;
    fs_playback *playback;
    rf_match_start(&m, 20, 4);
    rf_match_start(&ahead, 20, 4);
    rf_match_play(&ahead, 60);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, 10);
    rf_match_restart(&m, &ahead);
    rf_match_play(&m, 5);
    rf_match_finish(&m);
    fs_replay *replay = rf_open(&m);
    ck_assert_int_eq(fs_playback_seek(replay, &toy_game, NULL, 10, &playback), FS_OK);
    for (uint32_t tick = 60; tick <= 65; tick++) {
        uint64_t recorded;
        ck_assert_int_eq(fs_playback_step(playback), FS_OK);
        ck_assert_uint_eq(fs_sim_tick(fs_playback_sim(playback)), tick);
        if (fs_replay_state_hash(replay, tick - 1, &recorded) == FS_OK)
            ck_assert(fs_sim_state_hash(fs_playback_sim(playback)) == recorded);
    }
    ck_assert_int_eq(fs_playback_step(playback), FS_E_ENDED);
    fs_playback_destroy(playback);
    uint32_t tick;
    ck_assert(fs_replay_keyframe(replay, 0, &tick) && tick == 0);
    ck_assert(fs_replay_keyframe(replay, 1, &tick) && tick == 10);
    ck_assert(fs_replay_keyframe(replay, 2, &tick) && tick == 60);
    ck_assert(fs_replay_keyframe(replay, 3, &tick) && tick == 65);
    ck_assert(!fs_replay_keyframe(replay, 4, &tick));
    fs_replay_close(replay);
    rf_match_free(&m);
    rf_match_free(&ahead);
}
END_TEST

/* A repair as of the tick before the last one, the last one, and the one after it: no state is passed over. */
START_TEST(step_over_repair)
{
    for (uint32_t repaired = 9; repaired <= 11; repaired++) {
        rf_match m, healthy;
        fs_playback *playback;
        fs_result result;
        rf_match_start(&m, 20, 4);
        rf_match_start(&healthy, 20, 4);
        rf_match_play(&healthy, repaired);
        ck_assert_int_eq(rf_match_record(&m), FS_OK);
        rf_match_play(&m, 10);
        rf_match_restart(&m, &healthy);
        rf_match_play(&m, 5);
        rf_match_finish(&m);
        fs_replay *replay = rf_open(&m);
        ck_assert_int_eq(fs_playback_seek(replay, &toy_game, NULL, 0, &playback), FS_OK);
        uint32_t tick = 0, steps = 0;
        for (; (result = fs_playback_step(playback)) == FS_OK; steps++) {
            uint32_t next = fs_sim_tick(fs_playback_sim(playback));
            ck_assert_msg(next <= tick + 1, "tick %u after tick %u", next, tick);
            tick = next;
        }
        ck_assert_int_eq(result, FS_E_ENDED);
        ck_assert_uint_eq(tick, repaired + 5);
        ck_assert_uint_eq(steps, repaired == 11 ? 16 : 15);
        fs_playback_destroy(playback);
        fs_replay_close(replay);
        rf_match_free(&m);
        rf_match_free(&healthy);
    }
}
END_TEST

START_TEST(state_hashes_of_every_tick)
{
    rf_match m, straight;
    uint64_t state_hash;
    rf_record_whole(&m, 22, 250);
    fs_replay *replay = rf_open(&m);
    rf_match_start(&straight, 20, 22);
    for (uint32_t tick = 0; tick < 250; tick++) {
        rf_match_play(&straight, 1);
        ck_assert_int_eq(fs_replay_state_hash(replay, tick, &state_hash), FS_OK);
        ck_assert(state_hash == fs_sim_state_hash(straight.sim));
    }
    ck_assert_int_eq(fs_replay_state_hash(replay, 250, &state_hash), FS_E_GONE);
    fs_replay_close(replay);
    rf_match_free(&m);
    rf_match_free(&straight);
}
END_TEST

/* --- simulation differs ----------------------------------------------------------------- */

/* The recording of a faulty machine: the verdict names the tick, and the field at the next keyframe. */
START_TEST(fault_is_named)
{
    rf_match m;
    fs_verdict verdict;
    char name[64];
    rf_match_start(&m, 20, 6);
    m.faulty_tick = 57;
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, 250);
    rf_match_finish(&m);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 1);
    ck_assert_int_eq(verdict.result, FS_E_MISMATCH);
    ck_assert_uint_eq(verdict.failed_tick, 57);
    ck_assert_uint_eq(verdict.verified_ticks, 57);
    ck_assert(verdict.recorded_state_hash != verdict.simulated_state_hash);
    ck_assert_uint_eq(verdict.keyframe_tick, 200);
    ck_assert_uint_ge(verdict.count, 1); /* shots that were fired from there differ too */
    fs_value_path(toy_game.schema, verdict.differences[0].ref, name, sizeof name);
    ck_assert_str_eq(name, "hero[0].pos.x");
    int64_t change = verdict.differences[0].left - verdict.differences[0].right;
    ck_assert(change == 1 << 20 || change == -(1 << 20));
    rf_match_free(&m);
}
END_TEST

/* A recording that was never closed, or ends its run by a crash: the tick alone is known. */
START_TEST(fault_without_keyframe)
{
    rf_match m;
    fs_verdict verdict;
    rf_match_start(&m, 20, 6);
    m.faulty_tick = 57;
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, 70);
    fs_recorder_flush(m.recorder);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 1);
    ck_assert_uint_eq(verdict.failed_tick, 57);
    ck_assert_uint_eq(verdict.count, 0);
    ck_assert_uint_eq(verdict.keyframe_tick, UINT32_MAX);
    rf_match_free(&m);
}
END_TEST

/* A client after a resync: the end of its run before the restart names the field,
 * to a verifier and in a comparison with a healthy recording. */
START_TEST(resynced_fault)
{
    rf_match m, healthy, good;
    fs_verdict verdict;
    fs_comparison c;
    char name[64];
    for (uint32_t early = 0; early < 2; early++) {
        rf_match_start(&healthy, 20, 6);
        rf_match_play(&healthy, early ? 65 : 80); /* the snapshot is older or newer than the end of the run */
        rf_match_start(&m, 20, 6);
        m.faulty_tick = 57;
        ck_assert_int_eq(rf_match_record(&m), FS_OK);
        rf_match_play(&m, 70);
        rf_match_restart(&m, &healthy);
        rf_match_play(&m, 200);
        rf_match_finish(&m);
        ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 1);
        ck_assert_uint_eq(verdict.failed_tick, 57);
        ck_assert_uint_eq(verdict.keyframe_tick, 70);
        ck_assert_uint_ge(verdict.count, 1);
        fs_value_path(toy_game.schema, verdict.differences[0].ref, name, sizeof name);
        ck_assert_str_eq(name, "hero[0].pos.x");
        rf_record_whole(&good, 6, 270);
        fs_replay *left = rf_open(&good), *right = rf_open(&m);
        ck_assert_int_eq(fs_replay_compare(left, right, &toy_game, NULL, &c, NULL, NULL), FS_OK);
        ck_assert_uint_eq(c.input_tick, UINT32_MAX);
        ck_assert_uint_eq(c.hash_tick, 57);
        ck_assert_uint_eq(c.state_tick, 70);
        ck_assert_uint_eq(c.differences, verdict.count);
        fs_replay_close(left);
        fs_replay_close(right);
        rf_match_free(&m);
        rf_match_free(&healthy);
        rf_match_free(&good);
    }
}
END_TEST

/* --- other build ---------------------------------------------------------------------------- */

START_TEST(other_build)
{
    rf_match m;
    fs_verdict verdict;
    rf_record_whole(&m, 6, 30);
    fs_replay *replay = rf_open(&m);
    fs_game other = toy_game;
    other.name = "other";
    fs_replay_verify(replay, &other, NULL, &verdict);
    ck_assert_int_eq(verdict.result, FS_E_GAME);
    ck_assert_int_eq(fs_verdict_exit_code(replay, &verdict), 5);
    fs_replay_verify(replay, NULL, NULL, &verdict); /* not built in */
    ck_assert_int_eq(verdict.result, FS_E_GAME);
    ck_assert_ptr_nonnull(strstr(verdict.reason, "toy"));

    fs_schema schema = *toy_game.schema;
    fs_table tables[8];
    fs_field fields[8];
    memcpy(tables, schema.tables, schema.table_count * sizeof *tables);
    memcpy(fields, tables[2].fields, tables[2].field_count * sizeof *fields);
    fields[1].type = FS_TYPE_I8;
    tables[2].fields = fields;
    schema.tables = tables;
    other = toy_game;
    other.schema = &schema;
    fs_replay_verify(replay, &other, NULL, &verdict);
    ck_assert_int_eq(verdict.result, FS_E_SCHEMA);
    ck_assert_ptr_nonnull(strstr(verdict.reason, "hero"));
    ck_assert_ptr_nonnull(strstr(verdict.reason, "present"));

    other = toy_game;
    other.input_size = 4;
    fs_replay_verify(replay, &other, NULL, &verdict);
    ck_assert_int_eq(verdict.result, FS_E_SCHEMA);
    other = toy_game;
    other.max_players = other.default_players = 1;
    fs_replay_verify(replay, &other, NULL, &verdict);
    ck_assert_int_eq(fs_verdict_exit_code(replay, &verdict), 5);
    fs_replay_close(replay);
    rf_match_free(&m);
}
END_TEST

/* --- other versions and other files ------------------------------------------------------------------ */

static const uint32_t other_formats[] = { 0, FS_REPLAY_FORMAT - 1, FS_REPLAY_FORMAT + 1, UINT32_MAX };

/* A recording of another format version, older or later, is refused with a sentence that names both versions. */
START_TEST(other_format)
{
    rf_match m;
    fs_verdict verdict;
    fs_replay *replay;
    char sentence[96];
    uint32_t format = other_formats[_i];
    rf_record_whole(&m, 7, 30);
    fs__writer version = fs__writer_make(m.sink.bytes + FS__MAGIC_BYTES, 4);
    fs__put_u32(&version, format);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 3); /* the checksum covers the version */
    fs__writer checksum = fs__writer_make(m.sink.bytes + FS__MAGIC_BYTES + 4, 4);
    fs__put_u32(&checksum, fs__crc32c(m.sink.bytes, FS__MAGIC_BYTES + 4));
    ck_assert_int_eq(fs_replay_open(m.sink.bytes, m.sink.size, &replay), FS_E_VERSION);
    snprintf(sentence, sizeof sentence, "recorded by format %u, this build reads %d", (unsigned)format,
             FS_REPLAY_FORMAT);
    ck_assert_str_eq(fs_replay_get_info(replay)->fault, sentence);
    ck_assert_uint_eq(fs_replay_get_info(replay)->format, format);
    ck_assert_ptr_null(fs_replay_schema(replay));
    ck_assert_ptr_null(fs_replay_capacities(replay));
    fs_replay_close(replay);
    ck_assert_int_eq(rf_verify(m.sink.bytes, m.sink.size, &verdict), 5);
    ck_assert_ptr_nonnull(strstr(verdict.reason, sentence));
    rf_match_free(&m);
}
END_TEST

START_TEST(other_files_are_refused)
{
    static const char *const texts[] = { "x", "\x89PNG\r\n\x1a\n and more", "\x89\x46SR\n\x1a\n\n", "FIXSTEP" };
    fs_verdict verdict;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        ck_assert_int_eq(rf_verify((const uint8_t *)texts[i], strlen(texts[i]), &verdict), 3);
    ck_assert_int_eq(rf_verify((const uint8_t *)"", 0, &verdict), 6);
}
END_TEST

/* --- comparing ------------------------------------------------------------------------------------------ */

static bool first_difference(void *context, const fs_difference *difference)
{
    fs_difference *kept = context;
    if (!kept->left_exists)
        *kept = *difference;
    return true;
}

START_TEST(compare_equal_and_shifted)
{
    rf_match a, b;
    fs_comparison c;
    rf_record_whole(&a, 9, 300);
    rf_match_start(&b, 20, 9);
    rf_match_play(&b, 70);
    ck_assert_int_eq(rf_match_record(&b), FS_OK);
    rf_match_play(&b, 500);
    rf_match_finish(&b);
    fs_replay *left = rf_open(&a), *right = rf_open(&b);
    ck_assert_int_eq(fs_replay_compare(left, right, &toy_game, NULL, &c, NULL, NULL), FS_OK);
    ck_assert(c.config_equal && c.schema_equal);
    ck_assert_uint_eq(c.first_tick, 70);
    ck_assert_uint_eq(c.ticks, 230);
    ck_assert_uint_eq(c.input_tick, UINT32_MAX);
    ck_assert_uint_eq(c.hash_tick, UINT32_MAX);
    ck_assert_uint_eq(c.differences, 0);
    fs_replay_close(left);
    fs_replay_close(right);
    rf_match_free(&a);
    rf_match_free(&b);
}
END_TEST

/* One machine is at fault: the inputs were equal, and the field is found in its
 * own keyframe against a simulation of the healthy recording. */
START_TEST(compare_fault)
{
    rf_match a, b;
    fs_comparison c;
    fs_difference first = { .left_exists = false };
    char name[64];
    rf_record_whole(&a, 9, 300);
    rf_match_start(&b, 20, 9);
    b.faulty_tick = 65;
    rf_match_play(&b, 40);
    ck_assert_int_eq(rf_match_record(&b), FS_OK);
    rf_match_play(&b, 230);
    rf_match_finish(&b);
    fs_replay *left = rf_open(&a), *right = rf_open(&b);
    ck_assert_int_eq(fs_replay_compare(left, right, &toy_game, NULL, &c, first_difference, &first), FS_OK);
    ck_assert_uint_eq(c.input_tick, UINT32_MAX);
    ck_assert_uint_eq(c.hash_tick, 65);
    ck_assert_uint_eq(c.state_tick, 240);
    ck_assert_uint_ge(c.differences, 1);
    fs_value_path(toy_game.schema, first.ref, name, sizeof name);
    ck_assert_str_eq(name, "hero[0].pos.x");
    fs_replay_close(left);
    fs_replay_close(right);
    rf_match_free(&a);
    rf_match_free(&b);
}
END_TEST

START_TEST(compare_other_inputs)
{
    rf_match a, b;
    fs_comparison c;
    rf_record_whole(&a, 9, 60);
    rf_match_start(&b, 20, 9);
    ck_assert_int_eq(rf_match_record(&b), FS_OK);
    rf_match_play(&b, 25);
    b.rng.counter += 1000;
    rf_match_play(&b, 35);
    rf_match_finish(&b);
    fs_replay *left = rf_open(&a), *right = rf_open(&b);
    ck_assert_int_eq(fs_replay_compare(left, right, &toy_game, NULL, &c, NULL, NULL), FS_OK);
    ck_assert_uint_eq(c.input_tick, 25);
    ck_assert_uint_eq(c.hash_tick, 25);
    ck_assert_uint_eq(c.state_tick, 26);
    ck_assert_uint_gt(c.differences, 0);
    fs_replay_close(right);
    rf_match_free(&b);
    rf_record_whole(&b, 10, 60); /* another seed */
    right = rf_open(&b);
    ck_assert_int_eq(fs_replay_compare(left, right, &toy_game, NULL, &c, NULL, NULL), FS_OK);
    ck_assert(!c.config_equal && c.schema_equal);
    ck_assert_uint_eq(c.input_tick, 0);
    ck_assert_uint_eq(c.hash_tick, 0);
    fs_replay_close(left);
    fs_replay_close(right);
    rf_match_free(&a);
    rf_match_free(&b);
}
END_TEST

/* A gap of billions of ticks between two runs costs nothing, and ticks that are
 * twice in a recording count as the later ones. */
START_TEST(compare_over_gaps)
{
    rf_match a, b, ahead;
    fs_comparison c;
    rf_match_start(&ahead, 20, 9);
    rf_match_play(&ahead, 5);
    fs_value_set(fs_sim_state(ahead.sim), (fs_value_ref){ 0, 0, 0, 0 }, 4000000000); /* world.tick */
    ahead.stream.next_tick = 4000000000u;
    fs_replay *replays[2];
    rf_match *matches[2] = { &a, &b };
    for (int i = 0; i < 2; i++) {
        rf_match *m = matches[i];
        rf_match_start(m, 20, 9);
        ck_assert_int_eq(rf_match_record(m), FS_OK);
        rf_match_play(m, 20);
        rf_match_restart(m, &ahead);
        m->rng.counter += (uint64_t)i;
        rf_match_play(m, 20);
        rf_match_finish(m);
        replays[i] = rf_open(m);
    }
    ck_assert_uint_eq(fs_replay_get_info(replays[0])->ticks, 4000000020u);
    ck_assert_int_eq(fs_replay_compare(replays[0], replays[0], &toy_game, NULL, &c, NULL, NULL), FS_OK);
    ck_assert_uint_eq(c.hash_tick, UINT32_MAX);
    ck_assert_int_eq(fs_replay_compare(replays[0], replays[1], &toy_game, NULL, &c, NULL, NULL), FS_OK);
    ck_assert_uint_ge(c.input_tick, 4000000000u);
    ck_assert_uint_eq(c.input_tick, c.hash_tick);
    ck_assert_uint_eq(c.state_tick, c.hash_tick + 1);
    fs_replay_close(replays[0]);
    fs_replay_close(replays[1]);
    rf_match_free(&a);
    rf_match_free(&b);
    rf_match_free(&ahead);
}
END_TEST

/* --- players and progress --------------------------------------------------------- */

START_TEST(presences_of_players)
{
    rf_match m;
    rf_record_whole(&m, 5, 60);
    fs_replay *replay = rf_open(&m);
    const fs_presence *first = fs_replay_presence(replay, 0), *second = fs_replay_presence(replay, 1);
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_nonnull(second);
    ck_assert_uint_eq(first->slot, 0);
    ck_assert_uint_eq(first->join_tick, 0);
    ck_assert(!first->joined_earlier);
    ck_assert_uint_eq(first->leave_tick, UINT32_MAX);
    ck_assert_uint_eq(second->slot, 1);
    ck_assert_uint_eq(second->join_tick, 3);
    ck_assert_uint_eq(second->leave_tick, 40);
    ck_assert_str_eq(second->name, fs_replay_player(replay, 1));
    ck_assert_ptr_null(fs_replay_presence(replay, 2));
    fs_replay_close(replay);
    rf_match_free(&m);
}
END_TEST

START_TEST(presences_before_the_recording)
{
    rf_match m;
    rf_match_start(&m, 20, 5);
    rf_match_play(&m, 10);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, 50);
    rf_match_finish(&m);
    fs_replay *replay = rf_open(&m);
    const fs_presence *second = fs_replay_presence(replay, 1);
    ck_assert_ptr_nonnull(second);
    ck_assert(second->joined_earlier);
    ck_assert_uint_eq(second->join_tick, 10);
    ck_assert_uint_eq(second->leave_tick, 40);
    fs_replay_close(replay);
    rf_match_free(&m);
}
END_TEST

static void count_progress(void *context, uint32_t done, uint32_t total)
{
    uint32_t *calls = context;
    ++*calls;
    ck_assert_uint_eq(done, *calls);
    ck_assert_uint_eq(total, 60);
}

START_TEST(progress_of_a_verification)
{
    rf_match m;
    fs_verdict verdict;
    uint32_t calls = 0;
    rf_record_whole(&m, 5, 60);
    fs_replay *replay = rf_open(&m);
    fs_replay_verify_progress(replay, &toy_game, NULL, count_progress, &calls, &verdict);
    ck_assert_int_eq(verdict.result, FS_OK);
    ck_assert_uint_eq(calls, 60);
    fs_replay_close(replay);
    rf_match_free(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("replay");
    TCase *tc = tcase_create("replay");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, seek_equals_straight_run);
    tcase_add_test(tc, step_over_restart);
    tcase_add_test(tc, step_over_repair);
    tcase_add_test(tc, state_hashes_of_every_tick);
    tcase_add_test(tc, fault_is_named);
    tcase_add_test(tc, fault_without_keyframe);
    tcase_add_test(tc, resynced_fault);
    tcase_add_test(tc, other_build);
    tcase_add_loop_test(tc, other_format, 0, 4);
    tcase_add_test(tc, other_files_are_refused);
    tcase_add_test(tc, compare_equal_and_shifted);
    tcase_add_test(tc, compare_fault);
    tcase_add_test(tc, compare_other_inputs);
    tcase_add_test(tc, compare_over_gaps);
    tcase_add_test(tc, presences_of_players);
    tcase_add_test(tc, presences_before_the_recording);
    tcase_add_test(tc, progress_of_a_verification);
    suite_add_tcase(suite, tc);
    return suite;
}

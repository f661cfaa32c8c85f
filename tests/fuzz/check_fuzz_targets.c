/* check_fuzz_targets.c: every target of the fuzzer reads its samples, mutations of them, and the inputs that failed once. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/fuzz_mutate.h"
#include "support/brief.h"
#include "support/check_main.h"

enum { MUTATIONS = 150, BRIEF_MUTATIONS = 60, LONG_MUTATIONS = 100000 };

START_TEST(samples_and_mutations)
{
    static uint8_t bytes[FUZZ_ROOM], sample[FUZZ_ROOM];
    const fuzz_target *target = fuzz_targets[_i];
    uint32_t samples = 0, mutations = getenv("FIXSTEP_LONG") != NULL ? LONG_MUTATIONS
                                      : play_brief()                 ? BRIEF_MUTATIONS
                                                                     : MUTATIONS;
    fs_rng rng = fs_rng_seed(1, (uint64_t)_i);
    for (size_t size; (size = target->sample(samples, sample)) > 0; samples++) {
        target->run(sample, size);
        for (size_t cut = 0; cut < size && cut < 40; cut++)
            target->run(sample, cut);
        for (uint32_t i = 0; i < mutations; i++) {
            memcpy(bytes, sample, size);
            target->run(bytes, fuzz_mutate(&rng, bytes, size));
        }
    }
    ck_assert_uint_ge(samples, 1);
}
END_TEST

/* Inputs of tests/fuzz/corpus/TARGET, if there are any. */
START_TEST(inputs_that_failed_once)
{
    static uint8_t bytes[FUZZ_ROOM];
    char folder[512], path[1024];
    snprintf(folder, sizeof folder, "%s/fuzz/corpus/%s", FS_TEST_DIR, fuzz_targets[_i]->name);
    DIR *list = opendir(folder);
    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = entry->d_name[0] != '.' ? fopen(path, "rb") : NULL;
        if (file == NULL)
            continue;
        fuzz_targets[_i]->run(bytes, fread(bytes, 1, sizeof bytes, file));
        fclose(file);
    }
    if (list != NULL)
        closedir(list);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("fuzz_targets");
    for (int i = 0; i < (int)fuzz_target_count; i++) {
        TCase *tc = tcase_create(fuzz_targets[i]->name);
        tcase_set_timeout(tc, 600);
        tcase_add_loop_test(tc, samples_and_mutations, i, i + 1);
        tcase_add_loop_test(tc, inputs_that_failed_once, i, i + 1);
        suite_add_tcase(suite, tc);
    }
    return suite;
}

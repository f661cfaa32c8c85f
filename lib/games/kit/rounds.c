/* rounds.c: rounds of games whose players gather points. See <fixstep/kit/rounds.h>. */
#include <fixstep/kit/rounds.h>

#include <fixstep/fixed.h>

uint32_t fs_kit_round_best(const uint32_t *score, uint32_t rows)
{
    uint32_t best = 0;
    for (uint32_t slot = 0; slot < rows; slot++)
        best = fs_max_u32(best, score[slot]);
    return best;
}

void fs_kit_round_end(uint32_t *score, uint32_t *wins, uint32_t rows)
{
    uint32_t best = fs_kit_round_best(score, rows);
    for (uint32_t slot = 0; slot < rows; slot++) {
        wins[slot] += best > 0 && score[slot] == best;
        score[slot] = 0;
    }
}

void fs_kit_round_standings(const uint32_t *score, const uint32_t *wins, uint32_t slots, uint32_t rounds,
                            fs_standings *out)
{
    out->finished = rounds > 0;
    for (uint32_t slot = 0; slot < slots; slot++)
        out->scores[slot] = out->finished ? wins[slot] : score[slot];
    fs_standings_rank(out, slots);
}

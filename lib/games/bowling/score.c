/* score.c: the card of a player: frames, strikes and spares of ten-pin bowling.
 *
 * A frame is two throws, or one that fells all ten (a strike). A strike counts ten and the pins of the next two throws, a
 * spare (ten with two throws) ten and the pins of the next one. In the last frame a strike or a spare gives throws until
 * there are three. Source: rules of the United States Bowling Congress, chapter 2.
 */
#include "games/bowling/bowling.h"

#include <string.h>

/* Pins of throw i; 0 when it has not been thrown. */
static uint32_t pins_of(const uint8_t *pins, uint32_t i)
{
    return i < BOWLING_ROLLS && pins[i] > 0 ? pins[i] - 1u : 0;
}

/* Moves the card on by the throw that felled `felled` pins. In the last frame the first strike or spare earns throws. */
static void take_throw(struct bowling_card *card, uint32_t frames, uint32_t felled)
{
    bool last = card->frame + 1 == frames;
    card->count++;
    card->throws++;
    card->standing -= felled;
    bool cleared = card->standing == 0;
    card->bonus = card->bonus || (last && cleared && card->throws <= 2);
    if (cleared)
        card->standing = BOWLING_PINS;
    bool over = last ? card->throws == 3 || (card->throws == 2 && !card->bonus) : cleared || card->throws == 2;
    if (!over)
        return;
    card->frame++;
    card->throws = 0;
    card->standing = BOWLING_PINS;
    card->first[card->frame] = card->count;
}

/* The score of a frame, when the throws that belong to it have all been made. */
static bool score_frame(const uint8_t *pins, const struct bowling_card *card, uint32_t frame, uint32_t *score)
{
    uint32_t first = card->first[frame], needed = 2;
    uint32_t two = pins_of(pins, first) + pins_of(pins, first + 1);
    if (pins_of(pins, first) == BOWLING_PINS || two == BOWLING_PINS)
        needed = 3;
    *score = needed == 3 ? two + pins_of(pins, first + 2) : two;
    return first + needed <= card->count;
}

bool fs__bowling_read_card(const uint8_t *pins, uint32_t frames, struct bowling_card *card)
{
    uint32_t i = 0, score;
    memset(card, 0, sizeof *card);
    card->standing = BOWLING_PINS;
    while (i < BOWLING_ROLLS && pins[i] > 0 && card->frame < frames && pins[i] - 1u <= card->standing)
        take_throw(card, frames, pins[i++] - 1u);
    while (card->complete <= card->frame && card->complete < frames &&
           score_frame(pins, card, card->complete, &score)) {
        card->total += score;
        card->score[card->complete++] = card->total;
    }
    for (; i < BOWLING_ROLLS; i++)
        if (pins[i] != 0)
            return false;
    return true;
}

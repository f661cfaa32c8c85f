/* key_sequence.c: see key_sequence.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "tty/key_sequence.h"

#include <stddef.h>

enum { ESCAPE = 27, STAGE_ESCAPE = 1, STAGE_PARAMETERS = 2, MAX_NUMBER = 0x110000, CONTROL_BIT = 4, EVENT_RELEASE = 3 };

static void begin(key_sequence *s, uint8_t stage)
{
    *s = (key_sequence){ .stage = stage };
}

/* Digits, ':' between parts and ';' between parameters; what is beyond the limits is read and forgotten. */
static bool take_parameter(key_sequence *s, wint_t c)
{
    bool inside = s->parameter < KEY_SEQUENCE_PARAMETERS && s->part < KEY_SEQUENCE_PARTS;
    if (c >= '0' && c <= '9') {
        uint32_t *number = inside ? &s->numbers[s->parameter][s->part] : NULL;
        if (number != NULL && *number < MAX_NUMBER)
            *number = *number * 10 + (uint32_t)(c - '0');
    } else if (c == ':') {
        if (s->part < KEY_SEQUENCE_PARTS)
            s->part++;
    } else if (c == ';') {
        if (s->parameter < KEY_SEQUENCE_PARAMETERS)
            s->parameter++;
        s->part = 0;
    } else if (c == '?') {
        s->question = true;
    } else {
        return c >= 0x20 && c < 0x40; /* other bytes of a parameter */
    }
    return true;
}

/* The key of a sequence that ends with `final`; 0: none that matters. */
static uint32_t find_key(const key_sequence *s, wint_t final)
{
    static const struct {
        wint_t final;
        uint32_t number, key; /* number 0: any */
    } keys[] = { { 'D', 0, KEY_SEQUENCE_LEFT },    { 'C', 0, KEY_SEQUENCE_RIGHT },     { 'A', 0, KEY_SEQUENCE_UP },
                 { 'B', 0, KEY_SEQUENCE_DOWN },    { 'H', 0, KEY_SEQUENCE_HOME },      { 'F', 0, KEY_SEQUENCE_END },
                 { '~', 5, KEY_SEQUENCE_PAGE_UP }, { '~', 6, KEY_SEQUENCE_PAGE_DOWN }, { '~', 13, KEY_SEQUENCE_F3 } };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].final == final && (keys[i].number == 0 || keys[i].number == s->numbers[0][0]))
            return keys[i].key;
    return final == 'u' ? s->numbers[0][0] : 0;
}

static key_sequence_kind finish(key_sequence *s, wint_t final)
{
    uint32_t modifiers = s->numbers[1][0] > 0 ? s->numbers[1][0] - 1 : 0;
    s->stage = 0;
    if (s->question)
        return final == 'u' ? KEY_SEQUENCE_ANSWER : KEY_SEQUENCE_OTHER;
    if (final == 'O')
        return KEY_SEQUENCE_FOCUS_LOST;
    s->key = find_key(s, final);
    s->text = s->numbers[2][0];
    s->control = (modifiers & CONTROL_BIT) != 0;
    if (s->key == 0)
        return KEY_SEQUENCE_OTHER;
    return s->numbers[1][1] == EVENT_RELEASE ? KEY_SEQUENCE_RELEASE : KEY_SEQUENCE_PRESS;
}

key_sequence_kind key_sequence_take(key_sequence *s, wint_t c)
{
    if (c == ESCAPE) {
        begin(s, STAGE_ESCAPE);
        return KEY_SEQUENCE_GOES_ON;
    }
    if (s->stage == STAGE_ESCAPE && c == '[') {
        s->stage = STAGE_PARAMETERS;
        return KEY_SEQUENCE_GOES_ON;
    }
    if (s->stage == STAGE_PARAMETERS && take_parameter(s, c))
        return KEY_SEQUENCE_GOES_ON;
    bool ends = s->stage == STAGE_PARAMETERS && c >= 0x40 && c < 0x7f;
    key_sequence_kind kind = ends ? finish(s, c) : KEY_SEQUENCE_NONE;
    s->stage = 0;
    return kind;
}

bool key_sequence_is_escape(const key_sequence *s)
{
    return s->stage == STAGE_ESCAPE;
}

/* key_sequence.h: the escape sequences of terminals that tell when a key goes down and when it comes up.
 *
 * The protocol is the one of the terminal kitty, which foot, Ghostty, WezTerm and others speak too. A program asks with
 * KEY_SEQUENCE_QUERY; a terminal that knows the protocol answers, and gets KEY_SEQUENCE_ENABLE. From then on every key
 * arrives as a sequence. This module reads characters and knows no terminal.
 */
#ifndef FS_CLIENT_KEY_SEQUENCE_H
#define FS_CLIENT_KEY_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

#define KEY_SEQUENCE_QUERY "\033[?u"
/* Releases, sequences for all keys and the text of each (1 + 2 + 8 + 16); reports when the focus goes. */
#define KEY_SEQUENCE_ENABLE "\033[>27u\033[?1004h"
#define KEY_SEQUENCE_DISABLE "\033[?1004l\033[<u"

typedef enum key_sequence_kind {
    KEY_SEQUENCE_NONE, /* the character begins no sequence: a key of its own */
    KEY_SEQUENCE_GOES_ON,
    KEY_SEQUENCE_ANSWER, /* to the query: the terminal knows the protocol */
    KEY_SEQUENCE_PRESS,  /* of a key, or its repetition */
    KEY_SEQUENCE_RELEASE,
    KEY_SEQUENCE_FOCUS_LOST, /* no release comes for keys that are held now */
    KEY_SEQUENCE_OTHER       /* complete and without a meaning here */
} key_sequence_kind;

/* Keys without a character of their own; others are named by the character without shift. */
enum {
    KEY_SEQUENCE_TAB = 9,
    KEY_SEQUENCE_ENTER = 13,
    KEY_SEQUENCE_ESCAPE = 27,
    KEY_SEQUENCE_BACKSPACE = 127,
    KEY_SEQUENCE_LEFT = 57417, /* the numbers of the protocol for the key pad; arrows get the same ones */
    KEY_SEQUENCE_RIGHT,
    KEY_SEQUENCE_UP,
    KEY_SEQUENCE_DOWN,
    KEY_SEQUENCE_PAGE_UP,
    KEY_SEQUENCE_PAGE_DOWN,
    KEY_SEQUENCE_HOME,
    KEY_SEQUENCE_END,
    KEY_SEQUENCE_PAD_ENTER = 57414,
    KEY_SEQUENCE_F3 = 57366
};

enum { KEY_SEQUENCE_PARAMETERS = 3, KEY_SEQUENCE_PARTS = 3 };

/* Zeroed: no sequence has begun. */
typedef struct key_sequence {
    uint8_t stage;                                                 /* 0 none, 1 after ESC, 2 in the parameters */
    bool question;                                                 /* the parameters begin with '?' */
    uint8_t parameter, part;                                       /* the number that is being read */
    uint32_t numbers[KEY_SEQUENCE_PARAMETERS][KEY_SEQUENCE_PARTS]; /* 0: not there */
    /* Of the last PRESS or RELEASE: */
    uint32_t key;
    uint32_t text; /* first character that the key types, 0: none */
    bool control;
} key_sequence;

/* Takes one character. NONE after an ESC that began no sequence: the ESC is a key, and so is this character. */
key_sequence_kind key_sequence_take(key_sequence *sequence, wint_t character);
/* Whether only an ESC has come so far; with no more characters at hand it is the key Escape. */
bool key_sequence_is_escape(const key_sequence *sequence);

#endif

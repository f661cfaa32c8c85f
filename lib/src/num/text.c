/* text.c: decimal text and fixed-point numbers.
 *
 * Both directions are exact: digits are multiplied or divided out one by one, then rounded once. No function of
 * the C library that depends on the locale is called, such as strtod or printf.
 */
#include <fixstep/text.h>

/* ---- reading -------------------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The parts of an accepted text: digits before the point (at least one) and after it (none without a
 * point, else at least one). */
typedef struct {
    const char *whole;
    const char *fraction;
    size_t whole_count;
    size_t fraction_count;
    bool negative;
} number_text;

static size_t count_digits(const char *p)
{
    size_t n = 0;
    while (is_digit(p[n]))
        n++;
    return n;
}

static bool split(const char *text, number_text *out)
{
    if (text == NULL)
        return false;
    out->negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    out->whole = text;
    out->whole_count = count_digits(text);
    out->fraction = text + out->whole_count;
    out->fraction_count = 0;
    if (out->whole_count == 0)
        return false;
    if (*out->fraction == '\0')
        return true;
    if (*out->fraction != '.')
        return false;
    out->fraction++;
    out->fraction_count = count_digits(out->fraction);
    return out->fraction_count != 0 && out->fraction[out->fraction_count] == '\0';
}

/* The digits as an integer; false when it does not fit in 64 bits. */
static bool whole_value(const number_text *t, uint64_t *out)
{
    uint64_t v = 0;
    for (size_t i = 0; i < t->whole_count; i++) {
        uint64_t digit = (uint64_t)(t->whole[i] - '0');
        if (v > (UINT64_MAX - digit) / 10)
            return false;
        v = v * 10 + digit;
    }
    *out = v;
    return true;
}

/* Doubles a decimal fraction in place and returns the bit that is carried across the point. */
static unsigned double_fraction(uint8_t *digits, size_t n)
{
    unsigned carry = 0;
    for (size_t i = n; i-- > 0;) {
        unsigned d = digits[i] * 2u + carry;
        carry = d >= 10;
        digits[i] = (uint8_t)(carry ? d - 10 : d);
    }
    return carry;
}

/* The fraction times 2^bits to nearest, ties up: bits 0..63, result up to 2^bits. Digits beyond the 64th
 * are dropped: every tie and every step has at most 64 digits, so no dropped digit can change a bit. */
static uint64_t fraction_value(const number_text *t, unsigned bits)
{
    uint8_t digits[FS_DECIMALS_MAX];
    size_t n = t->fraction_count < FS_DECIMALS_MAX ? t->fraction_count : FS_DECIMALS_MAX;
    uint64_t v = 0;
    for (size_t i = 0; i < n; i++)
        digits[i] = (uint8_t)(t->fraction[i] - '0');
    for (unsigned i = 0; i < bits; i++)
        v = v * 2 + double_fraction(digits, n);
    return v + double_fraction(digits, n);
}

bool fs_parse_q(const char *text, unsigned frac_bits, int64_t min, int64_t max, int64_t *out)
{
    number_text t;
    uint64_t whole = 0;
    if (frac_bits > 63 || !split(text, &t) || !whole_value(&t, &whole))
        return false;
    fs_u128 mag = fs_u128_shl(fs_u128_make(0, whole), frac_bits);
    mag = fs_u128_add(mag, fs_u128_make(0, fraction_value(&t, frac_bits)));
    uint64_t limit = t.negative ? (uint64_t)INT64_MAX + 1u : (uint64_t)INT64_MAX;
    if (mag.hi != 0 || mag.lo > limit)
        return false;
    int64_t v = fs_sat64_from_mag(mag.lo, t.negative);
    if (v < min || v > max)
        return false;
    *out = v;
    return true;
}

bool fs_parse_wide(const char *text, fs_wide *out)
{
    return fs_parse_q(text, FS_WIDE_FRAC, FS_WIDE_MIN, FS_WIDE_MAX, out);
}

/* fix16_from_str is not used: it drops digits after the fifth decimal, its error value is also the value
 * -32768, and it reads "-32768.00001" as +32767.99998. For other texts the two agree, which a test checks. */
bool fs_parse_fix16(const char *text, fix16_t *out)
{
    int64_t v = 0;
    if (!fs_parse_q(text, FS_FIX16_FRAC, INT32_MIN, INT32_MAX, &v))
        return false;
    *out = (fix16_t)v;
    return true;
}

/* ---- printing ------------------------------------------------------------------------------------------- */

/* Digits are collected here first, so that a carry can propagate to the left: a place for the carry, 20 digits
 * of a 64-bit integer, then the decimals. */
#define WHOLE_PLACES 21

typedef struct {
    uint8_t digit[WHOLE_PLACES + FS_DECIMALS_MAX];
    unsigned decimals;
} digit_row;

static void put_whole(digit_row *row, uint64_t whole)
{
    for (int i = WHOLE_PLACES - 1; i >= 0; i--) {
        row->digit[i] = (uint8_t)(whole % 10);
        whole /= 10;
    }
}

/* Puts the decimals of rest / 2^bits and rounds the row half up. */
static void put_fraction(digit_row *row, uint64_t rest, unsigned bits)
{
    fs_u128 mask = fs_u128_make(0, ((uint64_t)1 << bits) - 1u);
    for (unsigned i = 0; i < row->decimals; i++) {
        fs_u128 ten = fs_u128_mul(rest, 10);
        row->digit[WHOLE_PLACES + i] = (uint8_t)fs_u128_shr(ten, bits).lo;
        rest = ten.lo & mask.lo;
    }
    bool up = bits != 0 && rest >> (bits - 1) != 0;
    for (int i = WHOLE_PLACES + (int)row->decimals - 1; up; i--) {
        up = row->digit[i] == 9;
        row->digit[i] = up ? 0 : (uint8_t)(row->digit[i] + 1);
    }
}

static bool row_is_zero(const digit_row *row)
{
    unsigned any = 0;
    for (unsigned i = 0; i < WHOLE_PLACES + row->decimals; i++)
        any |= row->digit[i];
    return any == 0;
}

/* Appends a character if it and the final zero fit, and counts it in any case. */
static void put_char(char *buf, size_t n, size_t *length, char c)
{
    if (*length + 1 < n)
        buf[*length] = c;
    *length += 1;
}

static size_t write_row(char *buf, size_t n, const digit_row *row, bool negative)
{
    size_t length = 0;
    unsigned first = 0;
    while (first < WHOLE_PLACES - 1 && row->digit[first] == 0)
        first++;
    if (negative && !row_is_zero(row))
        put_char(buf, n, &length, '-');
    for (unsigned i = first; i < WHOLE_PLACES + row->decimals; i++) {
        if (i == WHOLE_PLACES)
            put_char(buf, n, &length, '.');
        put_char(buf, n, &length, (char)('0' + row->digit[i]));
    }
    if (n > 0)
        buf[length < n ? length : n - 1] = '\0';
    return length;
}

static size_t format(char *buf, size_t n, uint64_t mag, bool negative, unsigned frac_bits, unsigned decimals)
{
    digit_row row;
    unsigned bits = fs_min_u32(frac_bits, 63);
    row.decimals = fs_min_u32(decimals, FS_DECIMALS_MAX);
    put_whole(&row, mag >> bits);
    put_fraction(&row, mag & (((uint64_t)1 << bits) - 1u), bits);
    return write_row(buf, n, &row, negative);
}

size_t fs_format_q(char *buf, size_t n, int64_t v, unsigned frac_bits, unsigned decimals)
{
    return format(buf, n, fs_uabs64(v), v < 0, frac_bits, decimals);
}

size_t fs_format_uq(char *buf, size_t n, uint64_t v, unsigned frac_bits, unsigned decimals)
{
    return format(buf, n, v, false, frac_bits, decimals);
}

/* The fewest decimals that read back as v. The last count needs no test: it is finer than a step. */
static unsigned decimals_needed(int64_t v, unsigned frac_bits, unsigned enough)
{
    char text[FS_NUMBER_TEXT_MAX];
    for (unsigned decimals = 1; decimals < enough; decimals++) {
        int64_t back = 0;
        (void)fs_format_q(text, sizeof text, v, frac_bits, decimals);
        if (fs_parse_q(text, frac_bits, INT64_MIN, INT64_MAX, &back) && back == v)
            return decimals;
    }
    return enough;
}

size_t fs_format_fix16(char *buf, size_t n, fix16_t v)
{
    return fs_format_q(buf, n, v, FS_FIX16_FRAC, decimals_needed(v, FS_FIX16_FRAC, 5));
}

size_t fs_format_wide(char *buf, size_t n, fs_wide v)
{
    return fs_format_q(buf, n, v, FS_WIDE_FRAC, decimals_needed(v, FS_WIDE_FRAC, 10));
}

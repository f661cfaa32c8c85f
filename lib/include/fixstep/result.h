/* result.h: the results of calls, and the handling of a programmer's error.
 *
 * One X-macro lists every result: its name, its number and a sentence for people. Expected failures return one of
 * these; a call that breaks a documented rule of the API ends in the assert handler instead.
 *
 * Functions that take `char *error, size_t error_size` write one sentence into it, cut to fit and
 * always terminated; NULL with size 0 is allowed everywhere.
 */
#ifndef FIXSTEP_RESULT_H
#define FIXSTEP_RESULT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Symbols with FS_API are the library's interface; everything else is hidden. */
#if defined(__GNUC__)
#define FS_API __attribute__((visibility("default")))
#else
#define FS_API
#endif

/* Numbers are part of the wire and file formats: append, never renumber. */
#define FS_RESULTS(X)                                                   \
    X(OK, 0, "success")                                                 \
    X(E_ARGUMENT, 1, "an argument is outside its documented range")     \
    X(E_MEMORY, 2, "out of memory")                                     \
    X(E_CAPACITY, 3, "a fixed capacity is full")                        \
    X(E_STALE, 4, "a handle names an object that no longer exists")     \
    X(E_TRUNCATED, 5, "the data ends early")                            \
    X(E_MALFORMED, 6, "the data breaks its format")                     \
    X(E_SCHEMA, 7, "the state schema differs")                          \
    X(E_GAME, 8, "no such game, or it cannot be loaded")                \
    X(E_OPTION, 9, "no such game option, or its value is out of range") \
    X(E_VERSION, 10, "the protocol or format version differs")          \
    X(E_NUMBERS, 11, "the number-format fingerprint differs")           \
    X(E_CONFIG, 12, "the match configuration differs")                  \
    X(E_FULL, 13, "no place is free")                                   \
    X(E_NAME, 14, "the player name is taken or not allowed")            \
    X(E_CHAIN, 15, "the input chain does not match")                    \
    X(E_SIGNATURE, 16, "a signature does not match")                    \
    X(E_MISMATCH, 17, "the simulation gives another state")             \
    X(E_IO, 18, "reading or writing a file failed")                     \
    X(E_NETWORK, 19, "the network connection failed")                   \
    X(E_TIMEOUT, 20, "no answer in time")                               \
    X(E_ENDED, 21, "the match has ended")                               \
    X(E_UNSUPPORTED, 22, "this build lacks the feature")                \
    X(E_GONE, 23, "the state of that tick is no longer kept")           \
    X(E_DEGENERATE, 24, "the points span no area")                      \
    X(E_KICKED, 25, "the server closed the connection")                 \
    X(E_PASSWORD, 26, "the password is missing or wrong")               \
    X(E_IDENTITY, 27, "the server has another key than the known one")  \
    X(E_PLAIN, 28, "one side encrypts and the other does not")          \
    X(E_KEY, 29, "the server does not admit the key of the player")     \
    X(E_TICKET, 30, "the server wants a ticket, or another one")

typedef enum fs_result {
#define FS_RESULT_ENUM(name, number, sentence) FS_##name = number,
    FS_RESULTS(FS_RESULT_ENUM)
#undef FS_RESULT_ENUM
        FS_RESULT_COUNT
} fs_result;

/* The name ("E_CAPACITY") and the sentence of a result; never NULL: a number outside the list is "E_UNKNOWN", "unknown
 * result". Static strings, owned by the library. */
FS_API const char *fs_result_name(fs_result result);
FS_API const char *fs_result_text(fs_result result);

/* Called when a rule of the API was broken. The default, fs_assert_fail(), prints the condition and aborts; after a
 * handler that returns the behaviour of the call is undefined. */
typedef void fs_assert_fn(const char *condition, const char *file, int line);
FS_API void fs_assert_fail(const char *condition, const char *file, int line);

/* Assertions are compiled into optimised builds too; FS_NO_ASSERT removes them. FS_ASSERT_HANDLER (an fs_assert_fn)
 * replaces the default handler in the files that are compiled with it. */
#if defined(FS_NO_ASSERT)
#define FS_ASSERT(cond) ((void)0)
#elif defined(FS_ASSERT_HANDLER)
#define FS_ASSERT(cond) ((cond) ? (void)0 : FS_ASSERT_HANDLER(#cond, __FILE__, __LINE__))
#else
#define FS_ASSERT(cond) ((cond) ? (void)0 : fs_assert_fail(#cond, __FILE__, __LINE__))
#endif

#ifdef __cplusplus
}
#endif
#endif

/* sdk_call.h: an HTTP request to a program on this machine, sent and answered while the caller does other things. */
#ifndef FS_SERVER_SDK_CALL_H
#define FS_SERVER_SDK_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/options.h"

enum { SDK_CALL_LIMIT_US = 2000000 /* until an answer has come */ };

typedef enum sdk_call_state { SDK_CALL_NONE, SDK_CALL_RUNS, SDK_CALL_DONE, SDK_CALL_FAILED } sdk_call_state;

/* Zeroed: none. */
typedef struct sdk_call {
    bool open;
    int file;
    uint64_t until_us;
    char request[256], answer[16]; /* the beginning of the answer: version and status */
    size_t request_size, sent, got;
} sdk_call;

/* Begins a POST of "{}" to http://127.0.0.1:PORT/PATH; false with a sentence. No call runs yet. Time is that of
 * fs_net_clock_us(). */
bool sdk_call_begin(sdk_call *call, uint16_t port, const char *path, uint64_t now_us, char why[APP_ERROR_BYTES]);
/* Goes on without waiting. After DONE (a status of 200 to 299) and FAILED (with a sentence) the call is over. */
sdk_call_state sdk_call_poll(sdk_call *call, uint64_t now_us, char why[APP_ERROR_BYTES]);
/* Ends a call whose answer nobody wants any more. */
void sdk_call_end(sdk_call *call);

#endif

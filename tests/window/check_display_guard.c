/* check_display_guard.c: what the handler of Xlib's errors does while a window is open, and after it was closed. Needs libX11
 * and no X server: the tests call the handler themselves. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/display/display_guard.h"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/check_main.h"

typedef int io_error_handler(void *display);
typedef io_error_handler *set_io_error_handler(io_error_handler *handler);

typedef int error_handler(void *display, void *event);
typedef error_handler *set_error_handler(error_handler *handler);

static sem_t told;
static void *told_context;

static void tell(void *context)
{
    told_context = context;
    sem_post(&told);
}

/* The handler that display_guard_install() has given to Xlib, which has no reader of it but its setter. NULL without libX11. */
static io_error_handler *install(void *context)
{
    void *library = dlopen("libX11.so.6", RTLD_NOW);
    void *symbol = library != NULL ? dlsym(library, "XSetIOErrorHandler") : NULL;
    set_io_error_handler *set;
    if (symbol == NULL)
        return NULL;
    memcpy(&set, &symbol, sizeof set);
    display_guard_install(tell, context);
    io_error_handler *handler = set(NULL);
    set(handler);
    return handler;
}

static void *meet_loss(void *context)
{
    io_error_handler *handler;
    memcpy(&handler, context, sizeof handler);
    handler(NULL);
    return NULL;
}

/* The process of a Check test ends with it, and with it the thread that sleeps for good. */
START_TEST(an_open_window_is_told)
{
    static int context;
    static io_error_handler *handler;
    pthread_t thread;
    handler = install(&context);
    if (handler == NULL)
        return;
    ck_assert_int_eq(sem_init(&told, 0, 0), 0);
    ck_assert_int_eq(pthread_create(&thread, NULL, meet_loss, &handler), 0);
    pthread_detach(thread);
    ck_assert_int_eq(sem_wait(&told), 0);
    ck_assert_ptr_eq(told_context, &context);
}
END_TEST

/* The context is freed: a handler that still knows it would write there, or sleep for good. */
START_TEST(after_a_closed_window_a_loss_ends_the_process)
{
    int ends[2], status;
    char line[200] = "";
    static int context;
    io_error_handler *handler = install(&context);
    if (handler == NULL)
        return;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        alarm(20);
        display_guard_forget();
        handler(NULL);
        _exit(0);
    }
    close(ends[1]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 1);
    ck_assert(read(ends[0], line, sizeof line - 1) > 0);
    ck_assert(strstr(line, "the X server is gone") != NULL && strchr(line, '\n') == line + strlen(line) - 1);
    close(ends[0]);
}
END_TEST

START_TEST(the_next_window_is_told_again)
{
    static int first, second;
    static io_error_handler *handler;
    pthread_t thread;
    if (install(&first) == NULL)
        return;
    display_guard_forget();
    handler = install(&second);
    ck_assert_int_eq(sem_init(&told, 0, 0), 0);
    ck_assert_int_eq(pthread_create(&thread, NULL, meet_loss, &handler), 0);
    pthread_detach(thread);
    ck_assert_int_eq(sem_wait(&told), 0);
    ck_assert_ptr_eq(told_context, &second);
}
END_TEST

/* Xlib's own handler would end the process of the test. */
START_TEST(a_refused_request_ends_nothing)
{
    static int context;
    set_error_handler *set;
    char event[256] = "";
    if (install(&context) == NULL)
        return;
    void *symbol = dlsym(dlopen("libX11.so.6", RTLD_NOW), "XSetErrorHandler");
    ck_assert_ptr_nonnull(symbol);
    memcpy(&set, &symbol, sizeof set);
    error_handler *usual = set(NULL), *again = set(usual);
    ck_assert(usual != again);
    ck_assert_int_eq(usual(NULL, event), 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("display_guard");
    TCase *t = tcase_create("display_guard");
    tcase_add_test(t, an_open_window_is_told);
    tcase_add_test(t, after_a_closed_window_a_loss_ends_the_process);
    tcase_add_test(t, the_next_window_is_told_again);
    tcase_add_test(t, a_refused_request_ends_nothing);
    suite_add_tcase(s, t);
    return s;
}

/* agonesstub.c: the HTTP interface of the Agones SDK's sidecar, as its documents give it, for the tests of --agones.
 *
 * usage: agonesstub [STATUS]. Prints "port N" and then a line "METHOD PATH TYPE BODY" per request; answers each with STATUS (default 200) and
 * "{}". With the STATUS 0 it never answers.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The length that the head promises; -1 while the head is not whole. */
static long body_length(const char *request)
{
    const char *end = strstr(request, "\r\n\r\n"), *length = strstr(request, "Content-Length: ");
    if (end == NULL)
        return -1;
    return length != NULL && length < end ? strtol(length + 16, NULL, 10) : 0;
}

/* False when the peer leaves before its request is whole. */
static int receive_request(int file, char *request, size_t size)
{
    size_t used = 0;
    for (;;) {
        ssize_t n = recv(file, request + used, size - 1 - used, 0);
        if (n <= 0)
            return 0;
        used += (size_t)n;
        request[used] = '\0';
        long length = body_length(request);
        if (length >= 0 && strlen(strstr(request, "\r\n\r\n") + 4) >= (size_t)length)
            return 1;
    }
}

static void print_request(const char *request)
{
    char method[16] = "", path[64] = "", type[64] = "none";
    const char *header = strstr(request, "Content-Type: ");
    sscanf(request, "%15s %63s", method, path);
    if (header != NULL)
        sscanf(header, "Content-Type: %63s", type);
    printf("%s %s %s %s\n", method, path, type, strstr(request, "\r\n\r\n") + 4);
    fflush(stdout);
}

static void serve(int file, int status)
{
    char request[2048] = "", answer[128];
    if (receive_request(file, request, sizeof request)) {
        print_request(request);
        int n = snprintf(answer, sizeof answer,
                         "HTTP/1.1 %d Any\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", status);
        if (status != 0 && send(file, answer, (size_t)n, MSG_NOSIGNAL) < 0)
            perror("send");
    }
    if (status != 0)
        close(file);
}

int main(int argc, char **argv)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    int status = argc > 1 ? atoi(argv[1]) : 200, listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 8) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) != 0) {
        perror("agonesstub");
        return 1;
    }
    printf("port %u\n", (unsigned)ntohs(address.sin_port));
    fflush(stdout);
    for (;;) {
        int file = accept(listener, NULL, NULL);
        if (file >= 0)
            serve(file, status);
    }
}

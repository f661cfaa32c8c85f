/* clipboard_owner.c: holds a text in the clipboard of the display until it is killed. Prints "ready" once it does. */
#include <SDL.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    SDL_Event event;
    if (argc != 2 || SDL_Init(SDL_INIT_VIDEO) != 0)
        return 1;
    SDL_Window *window = SDL_CreateWindow("clipboard", 0, 0, 8, 8, SDL_WINDOW_HIDDEN);
    if (window == NULL || SDL_SetClipboardText(argv[1]) != 0)
        return 1;
    puts("ready");
    fflush(stdout);
    while (SDL_WaitEvent(&event) && event.type != SDL_QUIT)
        ;
    SDL_DestroyWindow(window);
    SDL_Quit();
    return 0;
}

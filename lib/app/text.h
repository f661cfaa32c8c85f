/* text.h: untrusted texts made safe for a terminal and for JSON. */
#ifndef FS_APP_TEXT_H
#define FS_APP_TEXT_H

/* Replaces control characters (but for line ends) by '?', and everything beyond
 * ASCII too when the text is no valid UTF-8. In place; the length stays. */
void app_text_clean(char *text);

#endif

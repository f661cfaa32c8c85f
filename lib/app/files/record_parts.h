/* record_parts.h: FILE.part of programs that were killed before their recording had its final name.
 *
 * A part with ticks is kept as an earlier recording is; one without a tick tells nothing and is removed. A part of a running
 * program, and a file that is no recording, stay as they are.
 */
#ifndef FS_APP_RECORD_PARTS_H
#define FS_APP_RECORD_PARTS_H

/* Looks at all parts of the recording PATH, settles each that was left, and logs what was done. */
void app_record_parts_settle(const char *path);

#endif

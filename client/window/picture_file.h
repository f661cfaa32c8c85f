/* picture_file.h: pixels as a file. */
#ifndef FS_WINDOW_PICTURE_FILE_H
#define FS_WINDOW_PICTURE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes pixels (4 bytes each: red, green, blue, unused; rows from the top) into a file that ends in .png (a build with
 * cairo) or .ppm. False with a sentence. */
bool picture_file_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, char *why,
                        size_t why_size);
/* Whether the path has an ending that this build can write; else a sentence. */
bool picture_file_check(const char *path, char *why, size_t why_size);

#endif

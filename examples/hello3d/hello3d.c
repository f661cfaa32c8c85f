/* hello3d.c: a box falls on the ground. cc hello3d.c $(pkg-config --cflags --libs fixstep) */
#include <fixstep/physics3.h>
#include <fixstep/text.h>
#include <stdio.h>

int main(void)
{
    fs_world3 *world;
    fs_body3 ground, box;
    if (fs_world3_create(NULL, NULL, &world) != FS_OK)
        return 1;

    fs_body3_def def = fs_default_body3_def();
    def.type = FS_BODY3_STATIC;
    def.pos = fs_pos3_make(0, FS_POS(-1), 0);
    fs_body3_create(world, &def, &ground);
    fs_shape3_create_box(world, ground, NULL, fs_pos3_make(FS_POS(50), FS_POS(1), FS_POS(50)), NULL);

    def.type = FS_BODY3_DYNAMIC;
    def.pos = fs_pos3_make(0, FS_POS(4), 0);
    fs_body3_create(world, &def, &box);
    fs_shape3_create_box(world, box, NULL, fs_pos3_make(FS_POS(1), FS_POS(1), FS_POS(1)), NULL);

    for (int tick = 1; tick <= 90; tick++) {
        char y[FS_NUMBER_TEXT_MAX];
        fs_world3_step(world);
        fs_format_q(y, sizeof y, fs_body3_position(world, box).y, FS_POS_FRAC, 2);
        if (tick % 10 == 0)
            printf("%d: %s\n", tick, y);
    }
    fs_world3_destroy(world);
    return 0;
}
/* Output:
 * 10: 3.86
 * 20: 3.44
 * 30: 2.74
 * 40: 1.76
 * 50: 1.00
 * 60: 1.00
 * 70: 1.00
 * 80: 1.00
 * 90: 1.00
 */

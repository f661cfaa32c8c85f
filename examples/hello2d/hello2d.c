/* hello2d.c: a box falls on the ground. cc hello2d.c $(pkg-config --cflags --libs fixstep) */
#include <fixstep/physics2.h>
#include <fixstep/text.h>
#include <stdio.h>

int main(void)
{
    fs_world2 *world;
    fs_body2 ground, box;
    if (fs_world2_create(NULL, NULL, &world) != FS_OK)
        return 1;

    fs_body2_def def = fs_default_body2_def();
    def.type = FS_BODY2_STATIC;
    def.pos = fs_pos2_make(0, FS_POS(-1));
    fs_body2_create(world, &def, &ground);
    fs_shape2_create_box(world, ground, NULL, FS_POS(50), FS_POS(1), NULL);

    def.type = FS_BODY2_DYNAMIC;
    def.pos = fs_pos2_make(0, FS_POS(4));
    fs_body2_create(world, &def, &box);
    fs_shape2_create_box(world, box, NULL, FS_POS(1), FS_POS(1), NULL);

    for (int tick = 1; tick <= 90; tick++) {
        char y[FS_NUMBER_TEXT_MAX];
        fs_world2_step(world);
        fs_format_q(y, sizeof y, fs_body2_position(world, box).y, FS_POS_FRAC, 2);
        if (tick % 10 == 0)
            printf("%d: %s\n", tick, y);
    }
    fs_world2_destroy(world);
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

/* debug_view.c: names of the debug layers, and the worlds that they are drawn of. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/view/debug_view.h"

#include <string.h>
#include <fixstep/debug2.h>
#include <fixstep/debug3.h>

#include "app/view/worlds.h"

/* One name and one bit stand for a layer of both dimensions. */
_Static_assert((int)FS_DRAW2_TREE == (int)FS_DRAW3_TREE && (int)FS_DRAW2_AABBS == (int)FS_DRAW3_AABBS &&
                   (int)FS_DRAW2_SHAPES == (int)FS_DRAW3_SHAPES && (int)FS_DRAW2_ISLANDS == (int)FS_DRAW3_ISLANDS &&
                   (int)FS_DRAW2_JOINTS == (int)FS_DRAW3_JOINTS && (int)FS_DRAW2_CENTRES == (int)FS_DRAW3_CENTRES &&
                   (int)FS_DRAW2_CONTACTS == (int)FS_DRAW3_CONTACTS &&
                   (int)FS_DRAW2_SLEEPING == (int)FS_DRAW3_SLEEPING &&
                   (int)FS_DRAW2_VELOCITIES == (int)FS_DRAW3_VELOCITIES,
               "the bits of the layers are equal");

static const struct {
    const char *name;
    uint32_t layer;
    const char *help;
} layers_by_name[] = {
    { "contacts", FS_DRAW2_CONTACTS, "contact points, normals and impulses" },
    { "joints", FS_DRAW2_JOINTS, "joints with their anchors" },
    { "islands", FS_DRAW2_ISLANDS, "outlines coloured by island" },
    { "sleeping", FS_DRAW2_SLEEPING, "outlines of sleeping bodies in grey" },
    { "velocities", FS_DRAW2_VELOCITIES, "velocity of each body, 1 m for 4 m/s" },
    { "centres", FS_DRAW2_CENTRES, "centres of mass and axes of the bodies" },
    { "boxes", FS_DRAW2_AABBS, "broad-phase boxes of the shapes" },
    { "tree", FS_DRAW2_TREE, "inner boxes of the search tree" },
    { "shapes", FS_DRAW2_SHAPES, "filled shapes coloured by the kind of body" },
};
enum { LAYER_COUNT = sizeof layers_by_name / sizeof layers_by_name[0], STAGE_COUNT = LAYER_COUNT + 2 };

static uint32_t all_layers(void)
{
    uint32_t all = 0;
    for (unsigned i = 0; i < LAYER_COUNT; i++)
        all |= layers_by_name[i].layer;
    return all;
}

/* The layer of a name of `length` bytes; 0 when there is none. */
static uint32_t find_layer(const char *name, size_t length)
{
    if (length == 3 && memcmp(name, "all", 3) == 0)
        return all_layers();
    for (unsigned i = 0; i < LAYER_COUNT; i++)
        if (strlen(layers_by_name[i].name) == length && memcmp(layers_by_name[i].name, name, length) == 0)
            return layers_by_name[i].layer;
    return 0;
}

bool app_debug_parse(const char *list, uint32_t *layers, char why[APP_ERROR_BYTES])
{
    *layers = 0;
    for (;;) {
        size_t length = strcspn(list, ",");
        uint32_t layer = find_layer(list, length);
        if (layer == 0) {
            snprintf(why, APP_ERROR_BYTES, "--debug: there is no layer '%.*s'; --debug help shows them",
                     length < 40 ? (int)length : 40, list);
            return false;
        }
        *layers |= layer;
        if (list[length] == '\0')
            return true;
        list += length + 1;
    }
}

void app_debug_print_layers(FILE *file)
{
    for (unsigned i = 0; i < LAYER_COUNT; i++)
        fprintf(file, "%-11s %s\n", layers_by_name[i].name, layers_by_name[i].help);
    fprintf(file, "%-11s %s\n", "all", "all of them");
}

/* --- drawing ------------------------------------------------------------------------ */

static void draw_world2(const fs_state *state, unsigned table, fs_draw_list *draw, uint32_t layers)
{
    struct fs_world2 w;
    fs_world2_bind_readonly(state, table, &w);
    /* A game may make its world later than its state. */
    if (*w.rules.rows > 0)
        fs_world2_draw(&w, draw, layers);
}

static void draw_world3(const fs_state *state, unsigned table, fs_draw_list *draw, uint32_t layers)
{
    struct fs_world3 w;
    fs_world3_bind_readonly(state, table, &w);
    if (*w.rules.rows > 0)
        fs_world3_draw(&w, draw, layers);
}

bool app_debug_possible(const fs_schema *schema)
{
    unsigned table = 0;
    app_world world;
    return app_world_next(schema, &table, &world);
}

void app_debug_draw(const fs_state *state, fs_draw_list *draw, uint32_t layers)
{
    FS_ASSERT(draw != NULL);
    unsigned table = 0;
    app_world world;
    while (layers != 0 && app_world_next(fs_state_schema(state), &table, &world))
        (world.dimensions == 2 ? draw_world2 : draw_world3)(state, world.first, draw, layers);
}

/* --- stages of a live view ------------------------------------------------------------- */

void app_debug_next(app_debug_view *view)
{
    view->stage = (view->stage + 1) % STAGE_COUNT;
}

uint32_t app_debug_layers(const app_debug_view *view)
{
    FS_ASSERT(view->stage < STAGE_COUNT);
    if (view->stage == 0)
        return 0;
    if (view->stage == 1)
        return view->chosen != 0 ? view->chosen : all_layers();
    return layers_by_name[view->stage - 2].layer;
}

const char *app_debug_name(const app_debug_view *view)
{
    if (view->stage == 0)
        return "off";
    if (view->stage == 1)
        return view->chosen != 0 ? "chosen layers" : "all layers";
    return layers_by_name[view->stage - 2].name;
}

/* debug_islands.inl: islands: dynamic bodies connected by touching contacts and joints.
 *
 * Template: included once by debug_islands.c of physics2d and of physics3d. Islands are computed independently of the step,
 * so that the picture shows an error of the step.
 */

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* The root is the lowest row. */
static void unite(const struct fs_worldN *w, uint32_t *parent, uint32_t a, uint32_t b)
{
    if (w->body.type[a] != FS_BODYN_DYNAMIC || w->body.type[b] != FS_BODYN_DYNAMIC)
        return;
    uint32_t ra = root_of(parent, a), rb = root_of(parent, b);
    parent[ra > rb ? ra : rb] = ra > rb ? rb : ra;
}

static void unite_all(const struct fs_worldN *w, uint32_t *parent)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        uint8_t flags = w->contact.flags[c];
        if (fs__worldN_row_live(w->contact.gen, c) && (flags & FS__CONTACTN_TOUCHING) != 0 &&
            (flags & FS__CONTACTN_SENSOR) == 0)
            unite(w, parent, w->shape.body[w->contact.shape_a[c]], w->shape.body[w->contact.shape_b[c]]);
    }
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__worldN_row_live(w->joint.gen, j))
            unite(w, parent, w->joint.body_a[j], w->joint.body_b[j]);
}

/* A bright colour by hash: each channel at least 127. */
static uint32_t colour_of(uint32_t group)
{
    uint32_t h = group * 0x9E3779B1u;
    h ^= h >> 15;
    return 0x7F7F7F | (h & 0x808080) | (h >> 3 & 0x404040);
}

void fs__debugN_draw_islands(const struct fs_worldN *w, fs_draw_list *draw)
{
    uint32_t bodies = *w->body.rows, *parent = malloc(((size_t)bodies + 1) * sizeof *parent);
    if (parent == NULL)
        return;
    for (uint32_t i = 0; i < bodies; i++)
        parent[i] = i;
    unite_all(w, parent);
    for (uint32_t i = 0; i < *w->shape.rows; i++) {
        uint32_t body = w->shape.body[i];
        if (!fs__worldN_row_live(w->shape.gen, i) || w->body.type[body] != FS_BODYN_DYNAMIC)
            continue;
        fs__debugN_draw_row_outline(w, i, draw, colour_of(root_of(parent, body)));
    }
    free(parent);
}

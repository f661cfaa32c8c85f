/* interpolate.c: the picture between those of two ticks.
 *
 * Lists carry no identities. Items of two lists are paired in order: two items are
 * alike when kind, flags, colour, number of points and text are equal, and a pair
 * whose middle moves farther than a part of the view is a jump, which is not
 * interpolated. Where one list has an item more, the nearer of two neighbours is
 * taken.
 */
#include <fixstep/view.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEARCH = 64 }; /* items of the previous list that are looked at for one partner */

/* A middle that moves more than this part of the view in one tick has jumped. */
static const double JUMP = 1.0 / 8;
/* A move above this part of a jump makes the neighbours candidates, which must be nearer by NEARER. */
static const double SUSPECT = 1.0 / 32, NEARER = 1.0 / 4;

typedef struct picture {
    const fs_draw_item *items;
    const fs_draw_point *points;
    const char *chars;
    size_t count;
} picture;

typedef struct blend {
    picture from, to;
    double part; /* 0: from, 1: to */
    double jump; /* metres */
    bool flat;   /* a 2D camera */
    fs_draw_point *points;
    fs_draw_list *out;
} blend;

typedef struct middle {
    double x, y, z;
} middle;

static picture open_picture(const fs_draw_list *list)
{
    picture p = { .points = fs_draw_points(list), .chars = fs_draw_chars(list) };
    p.items = fs_draw_items(list, &p.count);
    return p;
}

static fix16_t round_fix(double steps)
{
    return (fix16_t)lrint(fmax(INT32_MIN, fmin(INT32_MAX, steps)));
}

static double mix(double a, double b, double part)
{
    return a + (b - a) * part;
}

static fix16_t mix_fix(fix16_t a, fix16_t b, double part)
{
    return round_fix(mix(a, b, part));
}

static fs_draw_point mix_points(fs_draw_point a, fs_draw_point b, double part)
{
    return (fs_draw_point){ mix_fix(a.x, b.x, part), mix_fix(a.y, b.y, part), mix_fix(a.z, b.z, part) };
}

/* --- pairs ------------------------------------------------------------------------- */

static middle find_middle(const picture *p, const fs_draw_item *item)
{
    middle m = { 0, 0, 0 };
    for (uint32_t i = 0; i < item->count; i++) {
        const fs_draw_point *at = &p->points[item->first + i];
        m = (middle){ m.x + at->x, m.y + at->y, m.z + at->z };
    }
    double n = item->count > 0 ? item->count : 1;
    return (middle){ m.x / n, m.y / n, m.z / n };
}

static double points_apart(fs_draw_point a, fs_draw_point b)
{
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return sqrt(x * x + y * y + z * z) / 65536;
}

/* Metres that an item of `from` would move to become one of `to`. */
static double distance(const blend *b, size_t from, size_t to)
{
    middle m = find_middle(&b->from, &b->from.items[from]), n = find_middle(&b->to, &b->to.items[to]);
    return sqrt((m.x - n.x) * (m.x - n.x) + (m.y - n.y) * (m.y - n.y) + (m.z - n.z) * (m.z - n.z)) / 65536;
}

static bool are_alike(const blend *b, size_t from, size_t to)
{
    if (from >= b->from.count || to >= b->to.count)
        return false;
    const fs_draw_item *p = &b->from.items[from], *q = &b->to.items[to];
    return p->kind == q->kind && p->flags == q->flags && p->colour == q->colour && p->count == q->count &&
           p->length == q->length &&
           (p->length == 0 || memcmp(b->from.chars + p->text, b->to.chars + q->text, p->length) == 0);
}

/* Whether `other` of the pair's neighbours is alike and much nearer. */
static bool is_nearer(const blend *b, size_t from, size_t to, double apart)
{
    return are_alike(b, from, to) && distance(b, from, to) < NEARER * apart;
}

/* The partner of item `to` at or behind *next, which moves behind it; false when the item is new. */
static bool find_partner(const blend *b, size_t to, size_t *next, size_t *partner)
{
    size_t from = *next;
    while (from < b->from.count && from < *next + SEARCH && !are_alike(b, from, to))
        from++;
    if (!are_alike(b, from, to))
        return false;
    double apart = distance(b, from, to);
    if (apart > SUSPECT * b->jump && is_nearer(b, from, to + 1, apart))
        return false;
    if (apart > SUSPECT * b->jump && is_nearer(b, from + 1, to, apart))
        apart = distance(b, ++from, to);
    *partner = from;
    *next = from + 1;
    return apart <= b->jump;
}

/* --- motion of one item -------------------------------------------------------------- */

/* The angle from one outline to the other around their middles, the short way: the
 * rotation that fits all points best (least squares). */
static double find_turn(const fs_draw_point *p, const fs_draw_point *q, uint32_t count, middle m, middle n)
{
    double along = 0, across = 0;
    for (uint32_t i = 0; i < count; i++) {
        double px = p[i].x - m.x, py = p[i].y - m.y, qx = q[i].x - n.x, qy = q[i].y - n.y;
        along += px * qx + py * qy;
        across += px * qy - py * qx;
    }
    return along == 0 && across == 0 ? 0 : atan2(across, along);
}

/* In 2D an outline turns and moves as a rigid body; what is left of its motion is linear. */
static void turn_points(blend *b, const fs_draw_item *p, const fs_draw_item *q)
{
    const fs_draw_point *from = b->from.points + p->first, *to = b->to.points + q->first;
    middle m = find_middle(&b->from, p), n = find_middle(&b->to, q);
    double turn = find_turn(from, to, p->count, m, n), now = b->part * turn;
    double c = cos(turn), s = sin(turn), cn = cos(now), sn = sin(now);
    for (uint32_t i = 0; i < p->count; i++) {
        double qx = to[i].x - n.x, qy = to[i].y - n.y;
        double x = mix(from[i].x - m.x, c * qx + s * qy, b->part);
        double y = mix(from[i].y - m.y, c * qy - s * qx, b->part);
        b->points[i].x = round_fix(mix(m.x, n.x, b->part) + cn * x - sn * y);
        b->points[i].y = round_fix(mix(m.y, n.y, b->part) + sn * x + cn * y);
        b->points[i].z = mix_fix(from[i].z, to[i].z, b->part);
    }
}

static void move_points(blend *b, const fs_draw_item *p, const fs_draw_item *q)
{
    if (b->flat && p->count > 1) {
        turn_points(b, p, q);
        return;
    }
    for (uint32_t i = 0; i < p->count; i++)
        b->points[i] = mix_points(b->from.points[p->first + i], b->to.points[q->first + i], b->part);
}

/* --- the new list ------------------------------------------------------------------- */

static void add_solid(blend *b, const fs_draw_item *item, const fs_draw_point *p, fix16_t size)
{
    fs_draw_material m = { .colour = item->colour, .flags = item->flags & FS_DRAW_NO_SHADOW };
    m.gloss = item->flags >> FS_DRAW_GLOSS_SHIFT;
    switch (item->kind) {
    case FS_DRAW_SPHERE: fs_draw_sphere(b->out, p[0], size, m); break;
    case FS_DRAW_CAPSULE: fs_draw_capsule(b->out, p[0], p[1], size, m); break;
    case FS_DRAW_CYLINDER: fs_draw_cylinder(b->out, p[0], p[1], size, m); break;
    case FS_DRAW_CONE: fs_draw_cone(b->out, p[0], p[1], size, m); break;
    case FS_DRAW_BLOCK: fs_draw_block(b->out, p[0], p[1], p[2], p[3], m); break;
    default: fs_draw_mesh(b->out, p, item->count, m); break;
    }
}

static void add_item(blend *b, const fs_draw_item *item, const fs_draw_point *points, fix16_t size)
{
    char text[FS_DRAW_MAX_TEXT + 1];
    size_t length = item->length < FS_DRAW_MAX_TEXT ? item->length : FS_DRAW_MAX_TEXT;
    if (length > 0)
        memcpy(text, b->to.chars + item->text, length);
    text[length] = '\0';
    switch (item->kind) {
    case FS_DRAW_CIRCLE: fs_draw_circle(b->out, points[0], size, item->colour, item->flags); break;
    case FS_DRAW_POLYGON: fs_draw_polygon(b->out, points, item->count, item->colour, item->flags); break;
    case FS_DRAW_LINE: fs_draw_line(b->out, points, item->count, item->colour); break;
    case FS_DRAW_TEXT: fs_draw_text(b->out, points[0], size, item->colour, text); break;
    case FS_DRAW_HUD: fs_draw_hud(b->out, item->colour, text); break;
    default: add_solid(b, item, points, size); break;
    }
}

static void blend_items(blend *b)
{
    size_t next = 0, partner;
    for (size_t i = 0; i < b->to.count; i++) {
        const fs_draw_item *item = &b->to.items[i];
        if (item->count > 0 && find_partner(b, i, &next, &partner)) {
            const fs_draw_item *before = &b->from.items[partner];
            move_points(b, before, item);
            add_item(b, item, b->points, mix_fix(before->size, item->size, b->part));
        } else {
            add_item(b, item, b->to.points + item->first, item->size);
        }
    }
}

static void blend_cameras(blend *b, const fs_camera *from, const fs_camera *to)
{
    bool jumps = from->dimensions != to->dimensions || points_apart(from->centre, to->centre) > b->jump ||
                 points_apart(from->eye, to->eye) > b->jump;
    double part = jumps ? 1 : b->part;
    fs_draw_point centre = mix_points(from->centre, to->centre, part), eye = mix_points(from->eye, to->eye, part);
    if (to->dimensions == 3)
        fs_draw_set_camera_3d(b->out, eye, centre, to->fov_milliturns, to->background);
    else
        fs_draw_set_camera_2d(b->out, centre.x, centre.y, mix_fix(from->width, to->width, part),
                              mix_fix(from->height, to->height, part), to->background);
}

static double jump_distance(const fs_camera *camera)
{
    if (camera->dimensions == 3)
        return JUMP * 2 * points_apart(camera->eye, camera->centre);
    return JUMP * (camera->width > camera->height ? camera->width : camera->height) / 65536;
}

static size_t most_points(const picture *p)
{
    size_t most = 1;
    for (size_t i = 0; i < p->count; i++)
        most = p->items[i].count > most ? p->items[i].count : most;
    return most;
}

/* A blend from one list to another with memory for the points of an item; false when out of memory. */
static bool open_blend(blend *b, const fs_draw_list *from, const fs_draw_list *to, double part, fs_draw_list *out)
{
    const fs_camera *camera = fs_draw_camera(to);
    *b = (blend){ .from = open_picture(from), .to = open_picture(to), .out = out };
    b->part = part > 0 ? fmin(part, 1) : 0;
    b->jump = jump_distance(camera);
    b->flat = camera->dimensions != 3;
    b->points = malloc(most_points(&b->to) * sizeof *b->points);
    return b->points != NULL;
}

static void take_players(fs_draw_list *out, const fs_draw_list *current)
{
    for (uint32_t slot = 0; slot < FS_DRAW_MAX_NAMES; slot++)
        fs_draw_set_colour(out, slot, fs_draw_get_colour(current, slot));
    for (uint32_t slot = 0; slot < FS_DRAW_MAX_NAMES; slot++) {
        char name[FS_DRAW_NAME_BYTES];
        fs_draw_get_name(current, slot, name, sizeof name);
        fs_draw_set_name(out, slot, name);
    }
}

fs_result fs_draw_interpolate(const fs_draw_list *previous, const fs_draw_list *current, double part, fs_draw_list *out)
{
    FS_ASSERT(previous != NULL && current != NULL && out != NULL);
    FS_ASSERT(out != previous && out != current);
    blend b;
    if (!open_blend(&b, previous, current, part, out))
        return FS_E_MEMORY;
    fs_draw_clear(out);
    take_players(out, current);
    blend_cameras(&b, fs_draw_camera(previous), fs_draw_camera(current));
    blend_items(&b);
    free(b.points);
    return FS_OK;
}

/* --- corrections ------------------------------------------------------------------------- */

/* Adds a part of the way from `right` to `shown`. */
static fs_draw_point shift_point(fs_draw_point at, fs_draw_point right, fs_draw_point shown, double share)
{
    return (fs_draw_point){ round_fix(at.x + share * ((double)shown.x - right.x)),
                            round_fix(at.y + share * ((double)shown.y - right.y)),
                            round_fix(at.z + share * ((double)shown.z - right.z)) };
}

/* `b` goes from the right picture to the current one, `error` from the shown one to the right one. */
static void shift_items(blend *b, const blend *error)
{
    size_t next = 0, error_next = 0, right, shown;
    for (size_t i = 0; i < b->to.count; i++) {
        const fs_draw_item *item = &b->to.items[i];
        bool known = item->count > 0 && find_partner(b, i, &next, &right) &&
                     find_partner(error, right, &error_next, &shown);
        for (uint32_t k = 0; known && k < item->count; k++)
            b->points[k] = shift_point(b->to.points[item->first + k], b->from.points[b->from.items[right].first + k],
                                       error->from.points[error->from.items[shown].first + k], b->part);
        add_item(b, item, known ? b->points : b->to.points + item->first, item->size);
    }
}

static void shift_camera(blend *b, const fs_camera *shown, const fs_camera *right, const fs_camera *current)
{
    bool jumps = shown->dimensions != current->dimensions || right->dimensions != current->dimensions ||
                 points_apart(shown->centre, right->centre) > b->jump || points_apart(shown->eye, right->eye) > b->jump;
    double share = jumps ? 0 : b->part;
    fs_draw_point centre = shift_point(current->centre, right->centre, shown->centre, share);
    fs_draw_point eye = shift_point(current->eye, right->eye, shown->eye, share);
    if (current->dimensions == 3)
        fs_draw_set_camera_3d(b->out, eye, centre, current->fov_milliturns, current->background);
    else
        fs_draw_set_camera_2d(b->out, centre.x, centre.y, current->width, current->height, current->background);
}

fs_result fs_draw_correct(const fs_draw_list *shown, const fs_draw_list *right, const fs_draw_list *current,
                          double share, fs_draw_list *out)
{
    FS_ASSERT(shown != NULL && right != NULL && current != NULL && out != NULL);
    FS_ASSERT(out != shown && out != right && out != current);
    blend b;
    blend error = { .from = open_picture(shown), .to = open_picture(right) };
    if (!open_blend(&b, right, current, share, out))
        return FS_E_MEMORY;
    error.jump = b.jump;
    fs_draw_clear(out);
    take_players(out, current);
    shift_camera(&b, fs_draw_camera(shown), fs_draw_camera(right), fs_draw_camera(current));
    shift_items(&b, &error);
    free(b.points);
    return FS_OK;
}

/* link.c: creates and reads rows of links, tears them, and makes their contacts for the worst-first resolver.
 *
 * This file must never move a particle.
 */
#include "particles/link/link_internal.h"

/* --- active links ----------------------------------------------------------------- */

static bool is_anchored(uint32_t type)
{
    return type >= FS_LINK_ANCHORED_ROD && type < FS_LINK_TYPES;
}

static fs_link_id base_type(uint32_t type)
{
    if (type >= FS_LINK_TYPES)
        return FS_LINK_NONE;
    return (fs_link_id)(is_anchored(type) ? type - FS_LINK_ANCHORED_ROD + FS_LINK_ROD : type);
}

static bool ends_exist(const struct fs_links *links, uint32_t row, const struct fs_particles *p)
{
    if (!fs__particle_exists(p, links->a[row], links->a_gen[row]))
        return false;
    if (is_anchored(links->type[row]))
        return true;
    return links->a[row] != links->b[row] && fs__particle_exists(p, links->b[row], links->b_gen[row]);
}

/* Bounds of a row whose columns may hold any value: 0 <= min <= max. */
static void read_bounds(const struct fs_links *links, uint32_t row, fs_link_id type, struct fs__active_link *out)
{
    fs_pos length = fs_max64(links->length[row], 0);
    fs_pos max_length = fs_max64(links->max_length[row], 0);
    out->rod = type == FS_LINK_ROD;
    out->min = type == FS_LINK_CABLE ? 0 : length;
    out->max = type == FS_LINK_ROD ? length : fs_max64(max_length, out->min);
}

bool fs__active_link_get(const struct fs_links *links, uint32_t row, const struct fs_particles *p, bool torn_too,
                         struct fs__active_link *out)
{
    fs_link_id type = base_type(links->type[row]);
    uint8_t status = links->status[row];
    bool acts = status == FS_LINK_ON || (torn_too && status == FS_LINK_TORN);
    if (!acts || type == FS_LINK_NONE || !ends_exist(links, row, p))
        return false;
    out->a = links->a[row];
    out->b = is_anchored(links->type[row]) ? FS_CONTACT_STATIC : links->b[row];
    read_bounds(links, row, type, out);
    return true;
}

/* --- rows --------------------------------------------------------------------------------- */

static bool lengths_in_range(const fs_link *l, fs_link_id type)
{
    bool order = type != FS_LINK_RANGE || l->max_length >= l->length;
    return l->length >= 0 && l->max_length >= 0 && l->tear_length >= 0 && l->break_force >= 0 &&
           l->rejoin_length >= 0 && order;
}

static bool link_in_range(const fs_link *l)
{
    fs_link_id type = base_type(l->type);
    bool itself = !is_anchored(l->type) && l->a == l->b;
    bool restitution = l->restitution >= 0 && l->restitution <= FS_UNIT_ONE;
    bool status = l->status <= FS_LINK_TORN;
    return type != FS_LINK_NONE && !itself && restitution && status && l->compliance >= 0 && lengths_in_range(l, type);
}

static fs_link with_generations(fs_link l, const struct fs_particles *p)
{
    if (p->gen != NULL) {
        l.a_gen = p->gen[l.a];
        l.b_gen = is_anchored(l.type) ? 0 : p->gen[l.b];
    }
    return l;
}

fs_result fs_link_make(struct fs_links *links, uint32_t row, const fs_link *link, const struct fs_particles *p)
{
    if (row >= links->count || !link_in_range(link))
        return FS_E_ARGUMENT;
    bool b = is_anchored(link->type) || fs__particle_exists(p, link->b, link->b_gen);
    if (!b || !fs__particle_exists(p, link->a, link->a_gen))
        return FS_E_STALE;
    fs_link stored = with_generations(*link, p);
#define STORE(t, TYPE, field, unit) links->field[row] = stored.field;
    FS_LINK_FIELDS(STORE, links)
#undef STORE
    return FS_OK;
}

fs_link fs_link_get(const struct fs_links *links, uint32_t row)
{
    fs_link l = { 0 };
    if (row >= links->count)
        return l;
#define FETCH(t, TYPE, field, unit) l.field = links->field[row];
    FS_LINK_FIELDS(FETCH, links)
#undef FETCH
    return l;
}

uint32_t fs_links_detach_particle(struct fs_links *links, uint32_t particle)
{
    uint32_t detached = 0;
    for (uint32_t row = 0; row < links->count; row++) {
        bool names_b = !is_anchored(links->type[row]) && links->b[row] == particle;
        if (links->status[row] == FS_LINK_OFF || (links->a[row] != particle && !names_b))
            continue;
        links->status[row] = FS_LINK_OFF;
        detached++;
    }
    return detached;
}

static fs_link make_link(fs_link_id type, uint32_t a, uint32_t b, fs_pos length, fs_pos max_length)
{
    fs_link l = { 0 };
    l.type = (uint16_t)type;
    l.status = FS_LINK_ON;
    l.a = a;
    l.b = b;
    l.length = length;
    l.max_length = max_length;
    return l;
}

static fs_link make_anchored_link(fs_link_id type, uint32_t a, fs_pos3 anchor, fs_pos length, fs_pos max_length)
{
    fs_link l = make_link(type, a, 0, length, max_length);
    l.anchor = anchor;
    return l;
}

fs_link fs_link_rod(uint32_t a, uint32_t b, fs_pos length)
{
    return make_link(FS_LINK_ROD, a, b, length, length);
}

fs_link fs_link_cable(uint32_t a, uint32_t b, fs_pos max_length)
{
    return make_link(FS_LINK_CABLE, a, b, 0, max_length);
}

fs_link fs_link_range(uint32_t a, uint32_t b, fs_pos length, fs_pos max_length)
{
    return make_link(FS_LINK_RANGE, a, b, length, max_length);
}

fs_link fs_link_anchored_rod(uint32_t a, fs_pos3 anchor, fs_pos length)
{
    return make_anchored_link(FS_LINK_ANCHORED_ROD, a, anchor, length, length);
}

fs_link fs_link_anchored_cable(uint32_t a, fs_pos3 anchor, fs_pos max_length)
{
    return make_anchored_link(FS_LINK_ANCHORED_CABLE, a, anchor, 0, max_length);
}

fs_link fs_link_anchored_range(uint32_t a, fs_pos3 anchor, fs_pos length, fs_pos max_length)
{
    return make_anchored_link(FS_LINK_ANCHORED_RANGE, a, anchor, length, max_length);
}

/* --- lengths ---------------------------------------------------------------------------------- */

static struct fs__distance measure_active(const struct fs_links *links, uint32_t row, const struct fs_particles *p,
                                          const struct fs__active_link *active)
{
    return fs__distance_of(fs__active_link_offset(active, p, &links->anchor[row]));
}

fs_pos fs_link_current_length(const struct fs_links *links, uint32_t row, const struct fs_particles *p)
{
    struct fs__active_link active;
    if (row >= links->count || !fs__active_link_get(links, row, p, true, &active))
        return 0;
    return measure_active(links, row, p, &active).length;
}

fs_pos fs_link_error(const struct fs_links *links, uint32_t row, const struct fs_particles *p)
{
    struct fs__active_link active;
    if (row >= links->count || !fs__active_link_get(links, row, p, false, &active))
        return 0;
    return fs__length_error(active.min, active.max, measure_active(links, row, p, &active).length);
}

/* --- tearing -------------------------------------------------------------------------------------- */

static bool overloaded(const struct fs_links *links, uint32_t row)
{
    return links->break_force[row] > 0 && links->tension[row] > links->break_force[row];
}

static bool overstretched(const struct fs_links *links, uint32_t row, fs_pos length)
{
    return links->tear_length[row] > 0 && length > links->tear_length[row];
}

/* The status for the present length, which is computed only where a rule could apply. */
static uint8_t updated_status(const struct fs_links *links, uint32_t row, const struct fs_particles *p)
{
    struct fs__active_link active;
    uint8_t status = links->status[row];
    bool may_tear = status == FS_LINK_ON && (links->tear_length[row] > 0 || links->break_force[row] > 0);
    bool may_join = status == FS_LINK_TORN && links->rejoin_length[row] > 0;
    if (!(may_tear || may_join) || !fs__active_link_get(links, row, p, true, &active))
        return status;
    fs_pos length = measure_active(links, row, p, &active).length;
    if (may_tear)
        return overloaded(links, row) || overstretched(links, row, length) ? FS_LINK_TORN : status;
    return length < links->rejoin_length[row] ? FS_LINK_ON : status;
}

uint32_t fs_links_update_tearing(struct fs_links *links, const struct fs_particles *p)
{
    uint32_t torn = 0;
    for (uint32_t row = 0; row < links->count; row++) {
        uint8_t status = updated_status(links, row, p);
        torn += status == FS_LINK_TORN && links->status[row] == FS_LINK_ON;
        links->status[row] = status;
    }
    return torn;
}

/* --- as contacts ------------------------------------------------------------------------------------- */

enum { PULLS, PUSHES };

static fs_contact make_contact(const struct fs_links *links, uint32_t row, const struct fs__active_link *active,
                               unsigned side)
{
    fs_contact c = { .a = active->a, .b = active->b, .feature = 2 * row + side };
    c.restitution = active->rod ? 0 : links->restitution[row];
    return c;
}

static void add_contacts(const struct fs_links *links, uint32_t row, const struct fs__active_link *active,
                         struct fs__distance span, struct fs_contacts *out)
{
    fs_contact pull = make_contact(links, row, active, PULLS), push = make_contact(links, row, active, PUSHES);
    pull.normal = fs_unit3_neg(span.direction);
    pull.depth = fs_sat64_sub(span.length, active->max);
    push.normal = span.direction;
    push.depth = fs_sat64_sub(active->min, span.length);
    if (active->rod || pull.depth >= 0)
        fs_contact_add(out, pull);
    if (active->rod || (active->min > 0 && push.depth >= 0))
        fs_contact_add(out, push);
}

void fs_links_add_contacts(const struct fs_links *links, const struct fs_particles *p, struct fs_contacts *out)
{
    struct fs__active_link active;
    for (uint32_t row = 0; row < links->count; row++)
        if (fs__active_link_get(links, row, p, false, &active))
            add_contacts(links, row, &active, measure_active(links, row, p, &active), out);
}

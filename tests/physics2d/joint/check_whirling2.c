/* check_whirling2.c: chains of hinged links in the plane that whirl get no energy from their joints, and keep it where no link is
 * pulled hard.
 *
 * FIXSTEP_FIGURES prints what is measured.
 */
#define FS__WORLD2_INTERNAL /* the columns are read */

#include <fixstep/random.h>

#include "physics2d/joint/tumbling2.h"
#include "support/figures.h"

enum { TICKS = 150, STARTS = 3, SETTLE = 2 };

static const double length = 0.6; /* of a link, m */

struct chain {
    int links;
    double heavy; /* mass of every second link, kg */
    double rate;  /* rad/s */
    bool tied;    /* to the ground, at its first link */
    bool open;    /* the world closes no joints */
};

/* The links bend by up to 0.8 rad by chance. */
static void add_chain(struct assembly2 *a, const struct chain *c, fs_rng *rng)
{
    double x = 0, y = 0, angle = 0;
    fs_body2 before = mass_at(&a->t, 0, 0, 0, 0);
    for (int i = 0; i < c->links; i++) {
        const double cx = cos(angle) * length / 2, cy = sin(angle) * length / 2;
        const fs_body2 link = add_rod(a, x + cx, y + cy, i % 2 == 0 ? 1 : c->heavy, length);
        if (i > 0 || c->tied)
            joint_at(&a->t, FS_JOINT2_REVOLUTE, before, link, x, y);
        const double bend = fs_rng_below(rng, 1 << 20) * 0x1p-20;
        before = link;
        x += 2 * cx;
        y += 2 * cy;
        angle += 1.6 * bend - 0.8;
    }
}

/* The worst of some starts; rise and fall as shares of the energy. */
static struct drift2 whirl(const struct chain *c)
{
    struct drift2 worst = { 0, 0, 0, 0, 0 };
    for (uint64_t seed = 1; seed <= STARTS; seed++) {
        struct assembly2 a = start_assembly(0);
        *a.t.w.rules.flags &= (uint16_t) ~(c->open ? FS_WORLD2_CORRECTION : 0);
        fs_rng rng = fs_rng_seed(seed, 1);
        add_chain(&a, c, &rng);
        turn_all(&a, c->rate);
        fixture2_step(&a.t, SETTLE); /* then none of them moves as one body any more */
        const double energy = motion_of(&a).energy;
        const struct drift2 d = watch(&a, TICKS);
        worst.rise = fmax(worst.rise, d.rise / energy);
        worst.fall = fmax(worst.fall, d.fall / energy);
        worst.slip = fmax(worst.slip, d.slip);
        worst.turn = fmax(worst.turn, d.turn);
        worst.gap = fmax(worst.gap, d.gap);
        fixture2_end(&a.t);
    }
    print_figure(
        "chain of %d, 1:%g, %g rad/s, %s: energy rises by %.2g and falls by %.2g of it, momentum changes by %.2g, "
        "angular momentum by %.2g, gap %.2g m",
        c->links, c->heavy, c->rate, c->tied ? "tied" : "free", worst.rise, worst.fall, worst.slip, worst.turn,
        worst.gap);
    return worst;
}

static const int links[] = { 3, 8, 16 };
static const double heavies[] = { 1, 100, 1000 }, rates[] = { 2, 5, 10, 20 };
enum { CHAINS = 3 * 3 * 4 };

static struct chain chain_of(int i, bool tied)
{
    return (struct chain){ links[i / 12], heavies[i / 4 % 3], rates[i % 4], tied, false };
}

/* Whether no link is pulled so hard that it loses spin; see joint_direct_body.c. */
static bool keeps(const struct chain *c)
{
    if (c->tied)
        return c->links == 3 ? c->rate <= 5 : c->links == 8 && c->rate == 2;
    if (c->links == 3)
        return c->heavy > 1 && c->rate <= 10;
    return c->links == 8 && c->rate == 2 && c->heavy == 100;
}

static void check_chain(const struct chain *c)
{
    /* Joints of free links of like masses do work; few are solved one by one, and leave gaps. */
    const double rise = c->tied || c->heavy > 1 ? 1e-5 : c->links < 16 ? 1e-2 : 1e-4;
    const struct drift2 d = whirl(c);
    ck_assert_msg(d.rise <= rise, "energy rises by %.2e", d.rise);
    ck_assert_msg(!keeps(c) || d.fall <= 1e-5, "energy falls by %.2e", d.fall);
    ck_assert_msg(c->tied || d.slip <= 1e-8, "momentum changes by %.2e", d.slip);
}

START_TEST(free_chains)
{
    const struct chain c = chain_of(_i, false);
    check_chain(&c);
}
END_TEST

START_TEST(tied_chains)
{
    const struct chain c = chain_of(_i, true);
    check_chain(&c);
}
END_TEST

/* Without correction the balance of a substep is not known. */
START_TEST(free_chains_that_open)
{
    const struct chain c = { 5, 300, rates[_i], false, true };
    const struct drift2 d = whirl(&c);
    ck_assert_msg(d.rise <= 0.02, "energy rises by %.2e", d.rise);
    ck_assert_msg(d.slip <= 1e-6, "momentum changes by %.2e", d.slip);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("whirling2");
    TCase *tc = tcase_create("whirling2");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, free_chains, 0, CHAINS);
    tcase_add_loop_test(tc, tied_chains, 0, CHAINS);
    tcase_add_loop_test(tc, free_chains_that_open, 0, 4);
    suite_add_tcase(suite, tc);
    return suite;
}

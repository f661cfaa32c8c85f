/* sym3.c: symmetric 3x3 matrices with one common exponent: inertia tensors and their inverses.
 *
 * Elements are scaled to 31 bits before the adjugate is formed, so a determinant neither overflows nor
 * underflows for a small body.
 */
#include <fixstep/rot.h>

/* v * 2^shift, symmetric when bits are lost, saturated. */
static int64_t shift_sat(int64_t v, int64_t shift)
{
    if (shift <= 0)
        return shift < -62 ? 0 : fs_round_shift64_sym(v, (unsigned)-shift);
    bool fits = fs_bit_width64(fs_uabs64(v)) + shift <= 63;
    if (v == 0)
        return 0;
    return fs_sat64_from_mag(fits ? fs_uabs64(v) << shift : UINT64_MAX, v < 0);
}

static fs_sym3 sym3_from_array(const int64_t v[6], int32_t e)
{
    fs_sym3 s;
    s.xx = fs_sat32(v[0]);
    s.yy = fs_sat32(v[1]);
    s.zz = fs_sat32(v[2]);
    s.xy = fs_sat32(v[3]);
    s.xz = fs_sat32(v[4]);
    s.yz = fs_sat32(v[5]);
    s.e = e;
    return s;
}

static uint64_t largest_of(const int64_t v[6])
{
    uint64_t largest = 0;
    for (int i = 0; i < 6; i++)
        largest = fs_max_u64(largest, fs_uabs64(v[i]));
    return largest;
}

/* ---- construction --------------------------------------------------------------------------------------- */

fs_sym3 fs_sym3_from_wide(fs_wide xx, fs_wide yy, fs_wide zz, fs_wide xy, fs_wide xz, fs_wide yz)
{
    int64_t v[6] = { xx, yy, zz, xy, xz, yz };
    uint64_t largest = largest_of(v);
    int shift = largest ? 31 - fs_bit_width64(largest) : 0;
    for (int i = 0; i < 6; i++)
        v[i] = shift_sat(v[i], shift);
    return sym3_from_array(v, largest ? -FS_WIDE_FRAC - shift : 0);
}

fs_diag3 fs_diag3_from_scaled(fs_scaled x, fs_scaled y, fs_scaled z)
{
    fs_scaled s[3] = { x, y, z };
    int32_t e = -FS_SCALED_E_MAX;
    for (int i = 0; i < 3; i++)
        e = s[i].m != 0 && s[i].e > e ? s[i].e : e;
    fs_diag3 d;
    d.x = fs_sat32(shift_sat(x.m, (int64_t)x.e - e));
    d.y = fs_sat32(shift_sat(y.m, (int64_t)y.e - e));
    d.z = fs_sat32(shift_sat(z.m, (int64_t)z.e - e));
    d.e = e;
    return d;
}

/* Row i of R times D, rounded to 31 bits; then times R^T. */
fs_sym3 fs_sym3_rotate_diag(fs_mat3 r, fs_diag3 d)
{
    fs_unit3 rows[3] = { r.x, r.y, r.z };
    fs_unit3 t[3];
    for (int i = 0; i < 3; i++) {
        t[i].x = fs_mul32_sym(rows[i].x, d.x, FS_UNIT_FRAC);
        t[i].y = fs_mul32_sym(rows[i].y, d.y, FS_UNIT_FRAC);
        t[i].z = fs_mul32_sym(rows[i].z, d.z, FS_UNIT_FRAC);
    }
    int64_t v[6] = { fs_unit3_dot(t[0], r.x), fs_unit3_dot(t[1], r.y), fs_unit3_dot(t[2], r.z),
                     fs_unit3_dot(t[0], r.y), fs_unit3_dot(t[0], r.z), fs_unit3_dot(t[1], r.z) };
    for (int i = 0; i < 6; i++)
        v[i] = fs_round_shift64_sym(v[i], FS_UNIT_FRAC);
    return sym3_from_array(v, d.e);
}

/* ---- inverse -------------------------------------------------------------------------------------------- */

static fs_i128 determinant(fs_sym3 a, const int64_t adj[6])
{
    fs_i128 sum = fs_i128_add(fs_i128_mul(a.xx, adj[0]), fs_i128_mul(a.xy, adj[3]));
    return fs_i128_add(sum, fs_i128_mul(a.xz, adj[4]));
}

/* v * 2^shift / d, nearest; the quotient is known to fit in 32 bits. */
static int64_t quotient(int64_t v, unsigned shift, uint64_t d)
{
    fs_u128 n = fs_u128_shl(fs_u128_make(0, fs_uabs64(v)), shift);
    return fs_sat64_from_mag(fs_u128_div_round(n, d), v < 0);
}

/* inverse = adj * 2^(2e) / (det * 2^(3e)). The determinant is truncated to 63 bits, d * 2^k, and the adjugate
 * shifted so that its largest quotient has 31 bits: (2^(b-1), 2^b) / (2^62, 2^63) * 2^(94-b) lies in
 * (2^30, 2^32); one more bit is dropped when it exceeds 2^31. */
bool fs_sym3_inverse(fs_sym3 a, fs_sym3 *out)
{
    int64_t adj[6] = {
        fs_cross2_raw(a.yy, a.yz, a.yz, a.zz), fs_cross2_raw(a.xx, a.xz, a.xz, a.zz),
        fs_cross2_raw(a.xx, a.xy, a.xy, a.yy), fs_cross2_raw(a.xz, a.zz, a.xy, a.yz),
        fs_cross2_raw(a.xy, a.yy, a.xz, a.yz), fs_cross2_raw(a.xy, a.xx, a.yz, a.xz),
    };
    fs_i128 det = determinant(a, adj);
    int64_t none[6] = { 0, 0, 0, 0, 0, 0 };
    *out = sym3_from_array(none, 0);
    if (a.xx <= 0 || adj[2] <= 0 || fs_i128_sign(det) <= 0)
        return false;
    int k = fs_u128_bit_width(fs_i128_uabs(det)) - 63;
    uint64_t d = k <= 0 ? det.lo << -k : fs_u128_round_shift(fs_i128_uabs(det), (unsigned)k);
    uint64_t largest = largest_of(adj);
    unsigned shift = (unsigned)(94 - fs_bit_width64(largest));
    if (fs_u128_div_round(fs_u128_shl(fs_u128_make(0, largest), shift), d) >> 31)
        shift--;
    for (int i = 0; i < 6; i++)
        adj[i] = quotient(adj[i], shift, d);
    *out = sym3_from_array(adj, fs_sat32(-(int64_t)shift - k - a.e));
    return true;
}

fs_raw3 fs_sym3_apply(fs_sym3 a, int32_t x, int32_t y, int32_t z, int more)
{
    int64_t shift = (int64_t)a.e + more;
    fs_raw3 r;
    r.x = shift_sat(fs_dot3_raw(a.xx, a.xy, a.xz, x, y, z), shift);
    r.y = shift_sat(fs_dot3_raw(a.xy, a.yy, a.yz, x, y, z), shift);
    r.z = shift_sat(fs_dot3_raw(a.xz, a.yz, a.zz, x, y, z), shift);
    return r;
}

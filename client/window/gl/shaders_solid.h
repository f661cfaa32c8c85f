/* shaders_solid.h: the programs for meshes of fixstep/mesh.h; the light is the formula there. */
#ifndef FS_WINDOW_SHADERS_SOLID_H
#define FS_WINDOW_SHADERS_SOLID_H

static const char shader_shadow_vertex[] = "#version 330 core\n"
                                           "layout(location = 0) in vec3 in_at;\n"
                                           "uniform mat4x3 shadow;\n"
                                           "void main() {\n"
                                           "    gl_Position = vec4(shadow * vec4(in_at, 1.0) * 2.0 - 1.0, 1.0);\n"
                                           "}\n";

static const char shader_shadow_fragment[] = "#version 330 core\n"
                                             "void main() {}\n";

static const char shader_solid_vertex[] =
    "#version 330 core\n"
    "layout(location = 0) in vec3 in_at;\n"
    "layout(location = 1) in vec4 in_normal_gloss;\n"
    "layout(location = 2) in uint in_rgb;\n"
    "uniform vec3 view;\n" /* across, upward, near plane */
    "out vec3 at;\n"
    "out vec4 normal_gloss;\n"
    "flat out vec3 albedo;\n"
    "vec3 decode(vec3 c) {\n"
    "    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045)));\n"
    "}\n"
    "void main() {\n"
    "    at = in_at;\n"
    "    normal_gloss = in_normal_gloss;\n"
    "    albedo = decode(vec3(in_rgb >> 16u & 255u, in_rgb >> 8u & 255u, in_rgb & 255u) / 255.0);\n"
    "    gl_Position = vec4(in_at.xy * view.xy, in_at.z - 2.0 * view.z, in_at.z);\n"
    "}\n";

/* With the sum of the light at places of the shadow map, 0..1, in `lit`.
 * `directions`: up, key, fill; `powers`: ground, sky, key, fill; `shine`: strength, exponent, distance from the surface to the
 * compared point, points of a side of the map. */
#define SOLID_FRAGMENT(SUM)                                                                                          \
    "#version 330 core\n"                                                                                            \
    "in vec3 at;\n"                                                                                                  \
    "in vec4 normal_gloss;\n"                                                                                        \
    "flat in vec3 albedo;\n"                                                                                         \
    "uniform mat4x3 shadow;\n"                                                                                       \
    "uniform mat3 directions;\n"                                                                                     \
    "uniform vec4 powers;\n"                                                                                         \
    "uniform vec4 shine;\n"                                                                                          \
    "uniform sampler2DShadow map;\n"                                                                                 \
    "out vec4 result;\n"                                                                                             \
    "float find_light(vec3 n) {\n"                                                                                   \
    "    vec3 p = shadow * vec4(at + shine.z * n, 1.0);\n"                                                           \
    "    float lit = 0.0;\n" SUM "    return shine.w > 0.0 ? lit : 1.0;\n"                                           \
    "}\n"                                                                                                            \
    "void main() {\n"                                                                                                \
    "    vec3 n = normal_gloss.xyz, rgb = albedo;\n"                                                                 \
    "    if (dot(n, n) > 0.0) {\n"                                                                                   \
    "        n = normalize(n);\n"                                                                                    \
    "        vec3 h = normalize(directions[1] - normalize(at));\n"                                                   \
    "        float lit = find_light(n);\n"                                                                           \
    "        float power = mix(powers.x, powers.y, (dot(directions[0], n) + 1.0) / 2.0)\n"                           \
    "            + powers.z * lit * max(0.0, dot(directions[1], n)) + powers.w * max(0.0, dot(directions[2], n));\n" \
    "        rgb = albedo * power + normal_gloss.w * shine.x * lit * pow(max(0.0, dot(h, n)), shine.y);\n"           \
    "    }\n"                                                                                                        \
    "    result = vec4(rgb, 1.0);\n"                                                                                 \
    "}\n"

/* Nine places around the point. */
static const char shader_solid_fragment[] = SOLID_FRAGMENT(
    "    for (int i = 0; i < 9; i++)\n"
    "        lit += texture(map, vec3(p.xy + vec2(i % 3 - 1, i / 3 - 1) / shine.w, p.z - 0.002));\n"
    "    lit /= 9.0;\n");

/* The point alone, which the filter of the texture mixes from the four points of the map around it. */
static const char shader_solid_fragment_fast[] = SOLID_FRAGMENT("    lit = texture(map, vec3(p.xy, p.z - 0.002));\n");

#endif

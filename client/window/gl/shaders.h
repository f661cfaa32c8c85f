/* shaders.h: the programs of the graphics processor.
 *
 * Instances are those of fixstep/batch.h. Colours are decoded from sRGB before any
 * arithmetic; the framebuffer encodes once, after blending.
 */
#ifndef FS_WINDOW_SHADERS_H
#define FS_WINDOW_SHADERS_H

/* One instance gives a strip of four corners, one pixel larger than the shape for its soft border. */
static const char shader_vertex[] =
    "#version 330 core\n"
    "layout(location = 0) in vec4 in_ab;\n"
    "layout(location = 1) in vec4 in_c_size;\n"
    "layout(location = 2) in uvec2 in_kind_argb;\n"
    "uniform vec3 picture;\n"
    "out vec2 at;\n"
    "out vec2 uv;\n"
    "flat out vec4 ab;\n"
    "flat out vec2 size_edge;\n"
    "flat out uint kind;\n"
    "flat out vec4 colour;\n"
    "vec3 decode(vec3 c) {\n"
    "    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045)));\n"
    "}\n"
    "vec2 place(vec2 corner) {\n"
    "    vec2 a = in_ab.xy, b = in_ab.zw, side = corner * 2.0 - 1.0;\n"
    "    float size = in_c_size.z, edge = in_c_size.w;\n"
    "    if (kind <= 2u)\n"
    "        return a + side * (size + edge * 0.5 + 1.0);\n"
    "    if (kind == 3u) {\n"
    "        float along = length(b - a), reach = max(size, 0.5) + 1.0;\n"
    "        vec2 u = along > 0.0 ? (b - a) / along : vec2(1.0, 0.0);\n"
    "        return mix(a - u * reach, b + u * reach, corner.x) + vec2(-u.y, u.x) * reach * side.y;\n"
    "    }\n"
    "    if (kind == 4u)\n"
    "        return gl_VertexID == 0 ? a : gl_VertexID == 1 ? b : in_c_size.xy;\n"
    "    return mix(a, b, corner);\n"
    "}\n"
    "void main() {\n"
    "    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
    "    kind = in_kind_argb.x;\n"
    "    ab = in_ab;\n"
    "    size_edge = in_c_size.zw;\n"
    "    uint argb = in_kind_argb.y;\n"
    "    vec4 encoded = vec4(argb >> 16u & 255u, argb >> 8u & 255u, argb & 255u, argb >> 24u) / 255.0;\n"
    "    colour = vec4(decode(encoded.rgb), encoded.a);\n"
    "    at = place(corner);\n"
    "    uv = mix(in_c_size.xy, in_c_size.zw, corner);\n"
    "    gl_Position = vec4((at.x + picture.z) / picture.x * 2.0 - 1.0, 1.0 - at.y / picture.y * 2.0, 0.0, 1.0);\n"
    "}\n";

/* The share of a pixel that a shape covers comes from the distance to its border. */
static const char shader_fragment[] =
    "#version 330 core\n"
    "in vec2 at;\n"
    "in vec2 uv;\n"
    "flat in vec4 ab;\n"
    "flat in vec2 size_edge;\n"
    "flat in uint kind;\n"
    "flat in vec4 colour;\n"
    "uniform sampler2D atlas;\n"
    "out vec4 result;\n"
    "const vec3 light = vec3(0.356, -0.457, 0.815);\n"
    "void main() {\n"
    "    float size = size_edge.x, edge = size_edge.y, cover = 1.0;\n"
    "    vec3 rgb = colour.rgb;\n"
    "    if (kind == 0u || kind == 2u) {\n"
    "        float d = length(at - ab.xy) - size;\n"
    "        cover = clamp(0.5 - d, 0.0, 1.0);\n"
    "        if (kind == 2u) {\n"
    "            vec2 q = (at - ab.xy) / max(size, 0.001);\n"
    "            vec3 normal = vec3(q, sqrt(max(0.0, 1.0 - dot(q, q))));\n"
    "            rgb *= 0.22 + 0.95 * max(0.0, dot(normal, light));\n"
    "        }\n"
    "        if (edge > 0.0)\n"
    "            rgb *= mix(1.0, 0.325, clamp(d + edge + 0.5, 0.0, 1.0));\n"
    "    } else if (kind == 1u) {\n"
    "        cover = clamp(0.5 - (abs(length(at - ab.xy) - size) - edge * 0.5), 0.0, 1.0);\n"
    "    } else if (kind == 3u) {\n"
    "        vec2 p = at - ab.xy, u = ab.zw - ab.xy;\n"
    "        float t = clamp(dot(p, u) / max(dot(u, u), 1e-6), 0.0, 1.0), thick = max(size, 0.5);\n"
    "        cover = clamp(0.5 - (length(p - t * u) - thick), 0.0, 1.0) * (size / thick);\n"
    "    } else if (kind == 5u) {\n"
    "        cover = texture(atlas, uv, -0.7).r;\n"
    "    }\n"
    "    result = vec4(rgb, colour.a * cover);\n"
    "}\n";

#endif

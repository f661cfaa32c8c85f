/* golden.inl: roots of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x23ed680b8705baf2))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0x16fb279b433f20d1))
GOLDEN("dogfight", 10000, UINT64_C(0x565cec5fccd89118))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0x7753e55267eb8dda))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x421887415c09fa39))
GOLDEN("polygonball", 10000, UINT64_C(0xe1a0c37b1d297f64))
GOLDEN("pool", 10000, UINT64_C(0xa58da0cc4d0c279a))
GOLDEN("pyramid", 600, UINT64_C(0x830331a72432c9ce))
GOLDEN("rain", 600, UINT64_C(0xf037c2dea10c205f))
GOLDEN("sandbox", 10000, UINT64_C(0x274a1bb7d803b2ea))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

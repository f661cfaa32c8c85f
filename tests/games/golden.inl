/* golden.inl: state hashes of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/games/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x7d2d504a70fe6248))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0x713c79a88b78e427))
GOLDEN("dogfight", 10000, UINT64_C(0x1ac2ebdea6524ad4))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0xaeb629726163807d))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x2b689073a030bdf1))
GOLDEN("polygonball", 10000, UINT64_C(0x46977d935b3889eb))
GOLDEN("pool", 10000, UINT64_C(0x6d9c51b203fa5206))
GOLDEN("pyramid", 600, UINT64_C(0xb450e2cb9c619371))
GOLDEN("rain", 600, UINT64_C(0x09d7c86091ead50f))
GOLDEN("sandbox", 10000, UINT64_C(0x8facaa742178e1c6))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

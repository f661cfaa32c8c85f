/* golden.inl: state hashes of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/games/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x89ba356018e71269))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0x3ca4ac3705c4c1b1))
GOLDEN("dogfight", 10000, UINT64_C(0x3fed273b19957dd3))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0x43c1d031df9c0304))
GOLDEN("gamma", 10000, UINT64_C(0x08d519e80407bab8))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x738d06cab4a2b6ab))
GOLDEN("polygonball", 10000, UINT64_C(0xb03f5386e56aa76e))
GOLDEN("pool", 10000, UINT64_C(0x81fcdea776e1359d))
GOLDEN("pyramid", 600, UINT64_C(0x073acedbbe0ac00c))
GOLDEN("pyramid3d", 600, UINT64_C(0x9497b9b10d323c68))
GOLDEN("rain", 600, UINT64_C(0x21d923f2bffb655a))
GOLDEN("rain3d", 600, UINT64_C(0x916feb17515d6a00))
GOLDEN("sandbox", 10000, UINT64_C(0x4cb2753610ed8a77))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

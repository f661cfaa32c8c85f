/* golden.inl: state hashes of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/games/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x21dcd5926a846ec8))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0x3ca4ac3705c4c1b1))
GOLDEN("dogfight", 10000, UINT64_C(0xd108b130460e0d6e))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0x8d8585d7ce0c96de))
GOLDEN("gamma", 10000, UINT64_C(0x08d519e80407bab8))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x422e1f704864193a))
GOLDEN("polygonball", 10000, UINT64_C(0xb03f5386e56aa76e))
GOLDEN("pool", 10000, UINT64_C(0x81fcdea776e1359d))
GOLDEN("pyramid", 600, UINT64_C(0xf83c31d3f8a85c10))
GOLDEN("pyramid3d", 600, UINT64_C(0x9497b9b10d323c68))
GOLDEN("rain", 600, UINT64_C(0x8e2300c41e62d28d))
GOLDEN("rain3d", 600, UINT64_C(0x916feb17515d6a00))
GOLDEN("sandbox", 10000, UINT64_C(0x2acec87e6f64f4f1))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

/* golden.inl: roots of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0xb7b15b2f553c3283))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0xc6f854ab2d80988c))
GOLDEN("dogfight", 10000, UINT64_C(0xfb002feeaf7157a5))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0x701a7a5d808774de))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x63238d4b84ff3b72))
GOLDEN("polygonball", 10000, UINT64_C(0x37466362b3c96ebc))
GOLDEN("pool", 10000, UINT64_C(0x5f31ea503a93d612))
GOLDEN("pyramid", 600, UINT64_C(0x6ae5d13b37e85fec))
GOLDEN("rain", 600, UINT64_C(0x83bdd0e6af9084aa))
GOLDEN("sandbox", 10000, UINT64_C(0x4e2f459ca56260b6))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

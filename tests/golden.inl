/* golden.inl: roots of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x8975f3cc587dc551))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0x3b6b41e48d0e7084))
GOLDEN("dogfight", 10000, UINT64_C(0xdbdcc0d486aca9b9))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0x1d6c0f25d5570905))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x7f82c513ec71e3ac))
GOLDEN("polygonball", 10000, UINT64_C(0x5c950b6c598be21f))
GOLDEN("pool", 10000, UINT64_C(0xc2bdd624814ae30f))
GOLDEN("pyramid", 600, UINT64_C(0x3727a5a8f9caf391))
GOLDEN("rain", 600, UINT64_C(0x0b7f5817cf0f2c00))
GOLDEN("sandbox", 10000, UINT64_C(0x2740420340fb5659))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

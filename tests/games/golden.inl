/* golden.inl: state hashes of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/games/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x88fc9e374cba275b))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0x1e753dc9c2f552b9))
GOLDEN("dogfight", 10000, UINT64_C(0xdbdcc0d486aca9b9))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0xb082c12df350c952))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x7f82c513ec71e3ac))
GOLDEN("polygonball", 10000, UINT64_C(0x5c950b6c598be21f))
GOLDEN("pool", 10000, UINT64_C(0x50ead52cc501cfed))
GOLDEN("pyramid", 600, UINT64_C(0x3727a5a8f9caf391))
GOLDEN("rain", 600, UINT64_C(0x0b7f5817cf0f2c00))
GOLDEN("sandbox", 10000, UINT64_C(0x03a4b39323d54e35))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

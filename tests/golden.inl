/* golden.inl: roots of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x1c0cf22f4426fccc))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0x6df9b192041152d2))
GOLDEN("dogfight", 10000, UINT64_C(0xfdf4911a252394a4))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0x18ab2a54b190288f))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0xc7ecbb4a25d97472))
GOLDEN("polygonball", 10000, UINT64_C(0x5a336bc959ddbd3b))
GOLDEN("pool", 10000, UINT64_C(0x48cbcf535d6509a7))
GOLDEN("pyramid", 600, UINT64_C(0x61d5dcb3294a2775))
GOLDEN("rain", 600, UINT64_C(0xeb3912592e602615))
GOLDEN("sandbox", 10000, UINT64_C(0x2d950fb80c8a3351))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

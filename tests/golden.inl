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
GOLDEN("collisions", 10000, UINT64_C(0x3819c0f03afab5d2))
GOLDEN("dogfight", 10000, UINT64_C(0xfdf4911a252394a4))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0x18ab2a54b190288f))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x8c29949a3560595d))
GOLDEN("polygonball", 10000, UINT64_C(0xfcaa803d6073b9cf))
GOLDEN("pool", 10000, UINT64_C(0x8762cbdea23bf0d0))
GOLDEN("pyramid", 600, UINT64_C(0xd903c7be975b644e))
GOLDEN("rain", 600, UINT64_C(0xcd3c33b5d6b8929f))
GOLDEN("sandbox", 10000, UINT64_C(0xa7ebfb813d2a3d87))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

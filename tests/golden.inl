/* golden.inl: roots of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x567c3386e48b5b8d))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0xdbb6c39adcf7b087))
GOLDEN("dogfight", 10000, UINT64_C(0xfb002feeaf7157a5))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0x6877b7a02b8eb0b7))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x63054805f2974c9a))
GOLDEN("polygonball", 10000, UINT64_C(0x37466362b3c96ebc))
GOLDEN("pool", 10000, UINT64_C(0xd7cd926810dc6267))
GOLDEN("pyramid", 600, UINT64_C(0x05e95de0ff57f19f))
GOLDEN("rain", 600, UINT64_C(0x53f08dec2a6e09c2))
GOLDEN("sandbox", 10000, UINT64_C(0xc8a58bd0179498ed))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

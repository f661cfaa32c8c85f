/* golden.inl: state hashes of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/games/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x3bf327ad2c47ec11))
GOLDEN("ballistic", 10000, UINT64_C(0x3960aa12d2500c0d))
GOLDEN("blackhole", 10000, UINT64_C(0xbc6d61618a286a47))
GOLDEN("blob", 3000, UINT64_C(0xbe72514137bc539c))
GOLDEN("bridge", 3000, UINT64_C(0x16ca027411eb49ba))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0x3ca4ac3705c4c1b1))
GOLDEN("dogfight", 10000, UINT64_C(0xbd601e1f8d16ded1))
GOLDEN("fireworks", 10000, UINT64_C(0xc722272c68fb2574))
GOLDEN("fireworks2d", 10000, UINT64_C(0xe5ce96a0947fe9db))
GOLDEN("gamma", 10000, UINT64_C(0x08d519e80407bab8))
GOLDEN("missile", 10000, UINT64_C(0x70d23c169c2d8d26))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x2709ebd48c7415a0))
GOLDEN("platform2d", 10000, UINT64_C(0x325816ae120f169c))
GOLDEN("polygonball", 10000, UINT64_C(0xd12d626dbd13e23f))
GOLDEN("pool", 10000, UINT64_C(0x81fcdea776e1359d))
GOLDEN("pyramid", 600, UINT64_C(0xc3b727a551a132d2))
GOLDEN("pyramid3d", 600, UINT64_C(0x44d2c3106ae79a01))
GOLDEN("rain", 600, UINT64_C(0x01cca415682d6b28))
GOLDEN("rain3d", 600, UINT64_C(0xfe16e617410800a6))
GOLDEN("sandbox", 10000, UINT64_C(0x8165c6c09f34ade9))
GOLDEN("tank", 10000, UINT64_C(0xc2970847ca84f294))

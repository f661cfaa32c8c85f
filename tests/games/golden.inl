/* golden.inl: state hashes of the scripted match (script.h) of every built-in game.
 *
 * A line changes only when a simulation was meant to change. Written by
 * tests/games/check_golden --update-golden, which shows what changes.
 */
GOLDEN("airhockey", 10000, UINT64_C(0x35b76c507e892a64))
GOLDEN("ballistic", 10000, UINT64_C(0x1fea4c35e0533887))
GOLDEN("blackhole", 10000, UINT64_C(0x03c838a407400ee9))
GOLDEN("blob", 3000, UINT64_C(0x855e9921d8d1d9e7))
GOLDEN("bridge", 3000, UINT64_C(0x6a0a219d509f972f))
GOLDEN("chain", 10000, UINT64_C(0xff22b0d74029a11f))
GOLDEN("collisions", 10000, UINT64_C(0xcaf7792848d6b778))
GOLDEN("dogfight", 10000, UINT64_C(0x23fe6eb61a163182))
GOLDEN("fireworks", 10000, UINT64_C(0x9b68f4bcad82d3d7))
GOLDEN("fireworks2d", 10000, UINT64_C(0x99714c84ec98eb14))
GOLDEN("flightsim", 10000, UINT64_C(0x94d88ff0e3507d3a))
GOLDEN("gamma", 10000, UINT64_C(0x08d519e80407bab8))
GOLDEN("missile", 10000, UINT64_C(0x31ce747a6287279b))
GOLDEN("particles", 600, UINT64_C(0x6ae4f5e5ac56b67a))
GOLDEN("platform", 3000, UINT64_C(0x24e3d25ef8d1f5ee))
GOLDEN("platform2d", 10000, UINT64_C(0x1f8f7af9a91378fe))
GOLDEN("polygonball", 10000, UINT64_C(0x7ce2b88293d945f4))
GOLDEN("pool", 10000, UINT64_C(0x2426ad880ca31962))
GOLDEN("pyramid", 600, UINT64_C(0xd535dc409336d987))
GOLDEN("pyramid3d", 600, UINT64_C(0x66d254c08172ddae))
GOLDEN("rain", 600, UINT64_C(0xc33bbce352f0c3db))
GOLDEN("rain3d", 600, UINT64_C(0x7ff1e65808221c8c))
GOLDEN("sandbox", 10000, UINT64_C(0x12665031242c8f08))
GOLDEN("tank", 10000, UINT64_C(0xd8a0c100d7751363))

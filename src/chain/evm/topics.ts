/* Topics of the events that the tape is made of: the keccak-256 of each signature, as the chain writes it
 * (`test/chain/evm/topics.test.ts` computes them again). The same signature may stand for events of several
 * protocols, and any contract may emit it: a topic alone proves nothing. */

export const TOPICS = {
  /** `Swap(address,uint256,uint256,uint256,uint256,address)`: Uniswap v2 and what was made of it. */
  swapV2: '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
  /** `Sync(uint112,uint112)`. */
  syncV2: '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1',
  /** `Swap(address,address,int256,int256,uint160,uint128,int24)`: Uniswap v3, SushiSwap v3, Slipstream. */
  swapV3: '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
  /** The same with two further words: PancakeSwap v3. */
  swapPancakeV3: '0x19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83',
  /** `Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)`: the PoolManager of Uniswap v4. */
  swapV4: '0x40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f',
  /** `Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24,uint16)`: PancakeSwap Infinity. */
  swapInfinity: '0x04206ad2b7c0f463bff3dd4f33c5735b0f2957a351e4f79763a4fa9e775dd237',
  /** `Swap(address,address,uint256,uint256,uint256,uint256)`: Aerodrome and Velodrome, and the yETH of Yearn. */
  swapAerodrome: '0xb3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b',
  /** `Sync(uint256,uint256)`: Aerodrome and Velodrome. */
  syncAerodrome: '0xcf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a',
  /** `PairCreated(address,address,address,uint256)`. */
  createdV2: '0x0d3648bd0f6ba80134a33ba9275ac585d9d315f0ad8355cddefde31afa28d0e9',
  /** `PoolCreated(address,address,uint24,int24,address)`. */
  createdV3: '0x783cca1c0412dd0d695e784568c96da2e9c22ff989357a2e8b1d9b2b4e6b7118',
  /** `PoolCreated(address,address,bool,address,uint256)`. */
  createdAerodrome: '0x2128d88d14c80cb081c1252a5acff7a264671bf199ce226b53788fb26065005e',
  /** `PoolCreated(address,address,int24,address)`. */
  createdSlipstream: '0xab0d57f0df537bb25e80245ef7748fa62353808c54d6e528a9dd20887aed9ac2',
  /** `Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)`. */
  initializeV4: '0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438',
  /** `Initialize(bytes32,address,address,address,uint24,bytes32,uint160,int24)`. */
  initializeInfinity: '0x426cc62fe6a33a40ba2788c2c87a9c34ee4582b95bc9fa5a7bb7ae70b750b99c',
} as const

/** What a node is asked for: everything above, without addresses. */
export const WANTED_TOPICS: readonly string[] = Object.values(TOPICS)

const wanted = new Set(WANTED_TOPICS)

export function isWantedTopic(topic: string): boolean {
  return wanted.has(topic)
}

const creations = new Set<string>([
  TOPICS.createdV2,
  TOPICS.createdV3,
  TOPICS.createdAerodrome,
  TOPICS.createdSlipstream,
  TOPICS.initializeV4,
  TOPICS.initializeInfinity,
])

export function isCreationTopic(topic: string): boolean {
  return creations.has(topic)
}

export const SWAP_TOPICS: readonly string[] = [
  TOPICS.swapV2,
  TOPICS.swapV3,
  TOPICS.swapPancakeV3,
  TOPICS.swapV4,
  TOPICS.swapInfinity,
  TOPICS.swapAerodrome,
]

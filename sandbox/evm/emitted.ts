import { named } from './hex.ts'

/** A log before it has a place in a block. */
export type EmittedLog = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

/** Topics by the signatures themselves: nothing is copied from the product. */
export const topics = {
  transfer: named('Transfer(address,address,uint256)'),
  sync: named('Sync(uint112,uint112)'),
  syncAerodrome: named('Sync(uint256,uint256)'),
  fees: named('Fees(address,uint256,uint256)'),
  swapV2: named('Swap(address,uint256,uint256,uint256,uint256,address)'),
  swapV3: named('Swap(address,address,int256,int256,uint160,uint128,int24)'),
  swapPancakeV3: named('Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)'),
  swapV4: named('Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)'),
  swapInfinity: named('Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24,uint16)'),
  swapAerodrome: named('Swap(address,address,uint256,uint256,uint256,uint256)'),
  pairCreated: named('PairCreated(address,address,address,uint256)'),
  poolCreated: named('PoolCreated(address,address,uint24,int24,address)'),
  poolCreatedAerodrome: named('PoolCreated(address,address,bool,address,uint256)'),
  poolCreatedSlipstream: named('PoolCreated(address,address,int24,address)'),
  initializeV4: named('Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)'),
  initializeInfinity: named('Initialize(bytes32,address,address,address,uint24,bytes32,uint160,int24)'),
} as const

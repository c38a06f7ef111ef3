import type { EvmDex, EvmTapeChain } from '../../contract/tape-event.ts'
import type { CreationShape } from './decode-creation.ts'
import type { SwapShape } from './decode-swap.ts'

/* The contracts that are believed, by chain. Addresses in lower case. Sources: packages @uniswap/sdk-core 7.19.4 (all
 * of Uniswap), sushi 7.3.15 (SushiSwap, PancakeSwap), adapters of DefiLlama (Aerodrome, Slipstream, Infinity), and
 * developer.pancakeswap.finance (the vault of Infinity). */

export type EvmChain = EvmTapeChain

/** A contract whose word makes a pool a pool of a DEX. */
export type EvmVenue = {
  readonly dex: EvmDex
  /** The factory, or the manager that holds the pools. */
  readonly address: string
  readonly creation: CreationShape
  readonly swap: SwapShape
  /** Of a manager: who knows the key of a pool by its id (v4's position manager, Infinity's manager itself), who holds the
   *  tokens (v4's manager itself, Infinity's vault), and the block before which it has no pools. */
  readonly manages?: { readonly keys: string; readonly vault: string; readonly fromBlock: number }
}

export type EvmToken = { readonly address: string; readonly decimals: number }

export type EvmContracts = {
  readonly chainId: number
  readonly venues: readonly EvmVenue[]
  readonly multicall: string
  /** Worth a dollar as long as their pools agree, the most trusted first. */
  readonly stables: readonly EvmToken[]
  /** In pools that cannot hold the native coin. */
  readonly wrappedNative: string
  /** What other tokens are also paid with, after the stables and the native coin, in this order. */
  readonly otherQuotes: readonly EvmToken[]
  /** Pools of the native coin against a stable that say what it is worth: addresses and ids. */
  readonly nativePools: readonly string[]
}

/** The native coin as v4 and Infinity name it. */
export const NATIVE_TOKEN = `0x${'0'.repeat(40)}`
export const NATIVE_DECIMALS = 18

const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'
const PANCAKE_V3_FACTORY = '0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865'

const v2 = (dex: EvmDex, address: string): EvmVenue => ({ dex, address, creation: 'v2', swap: 'v2' })
const v3 = (dex: EvmDex, address: string): EvmVenue => ({ dex, address, creation: 'v3', swap: 'v3' })
const v4 = (address: string, keys: string, fromBlock: number): EvmVenue => ({
  ...{ dex: 'uniswap_v4', address, creation: 'v4', swap: 'v4', manages: { keys, vault: address, fromBlock } },
})
const pancakeV3 = (address: string): EvmVenue => ({ ...v3('pancake_v3', address), swap: 'pancakeV3' })
const slipstream = (address: string): EvmVenue => ({
  ...{ dex: 'aerodrome_slipstream', address, creation: 'slipstream', swap: 'v3' },
})

export const EVM_CONTRACTS: Readonly<Record<EvmChain, EvmContracts>> = {
  ethereum: {
    chainId: 1,
    venues: [
      v2('uniswap_v2', '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f'),
      v3('uniswap_v3', '0x1f98431c8ad98523631ae4a59f267346ea31f984'),
      v4('0x000000000004444c5dc75cb358380d2e3de08a90', '0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e', 21_688_329),
      v2('sushi_v2', '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac'),
      v3('sushi_v3', '0xbaceb8ec6b9355dfc0269c18bac9d6e2bdc29c4f'),
      v2('pancake_v2', '0x1097053fd2ea711dad45caccc45eff7548fcb362'),
      pancakeV3(PANCAKE_V3_FACTORY),
    ],
    multicall: MULTICALL3,
    stables: [
      { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', decimals: 6 },
      { address: '0xdac17f958d2ee523a2206206994597c13d831ec7', decimals: 6 },
      { address: '0x6b175474e89094c44da98b954eedeac495271d0f', decimals: 18 },
    ],
    wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    otherQuotes: [{ address: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', decimals: 8 }],
    nativePools: [
      '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc',
      '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640',
      '0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8',
      '0x397ff1542f962076d0bfe58ea045ffa2d347aca0',
      '0x1ac1a8feaaea1900c4166deeed0c11cc10669d36',
      '0x21c67e77068de97969ba93d4aab21826d33ca12bb9f565d8496e8fda8a82ca27',
    ],
  },
  base: {
    chainId: 8453,
    venues: [
      v2('uniswap_v2', '0x8909dc15e40173ff4699343b6eb8132c65e18ec6'),
      v3('uniswap_v3', '0x33128a8fc17869897dce68ed026d694621f6fdfd'),
      v4('0x498581ff718922c3f8e6a244956af099b2652b2b', '0x7c5f5a4bbd8fd63184577525326123b519429bdc', 25_350_988),
      v2('sushi_v2', '0x71524b4f93c58fcbf659783284e38825f0622859'),
      v3('sushi_v3', '0xc35dadb65012ec5796536bd9864ed8773abc74c4'),
      v2('pancake_v2', '0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e'),
      pancakeV3(PANCAKE_V3_FACTORY),
      {
        dex: 'pancake_infinity',
        address: '0xa0ffb9c1ce1fe56963b0321b32e7a0302114058b',
        creation: 'infinity',
        swap: 'infinity',
        manages: {
          keys: '0xa0ffb9c1ce1fe56963b0321b32e7a0302114058b',
          vault: '0x238a358808379702088667322f80ac48bad5e6c4',
          fromBlock: 30_544_106,
        },
      },
      {
        dex: 'aerodrome',
        address: '0x420dd381b31aef6683db6b902084cb0ffece40da',
        creation: 'aerodrome',
        swap: 'aerodrome',
      },
      slipstream('0x9592cd9b267748cbfbde90ac9f7df3c437a6d51b'),
      slipstream('0x5e7bb104d84c7cb9b682aac2f3d509f5f406809a'),
      slipstream('0xade65c38cd4849adba595a4323a8c7ddfe89716a'),
      slipstream('0xf8f2eb4940cfe7d13603dddd87f123820fc061ef'),
    ],
    multicall: MULTICALL3,
    stables: [
      { address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', decimals: 6 },
      { address: '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca', decimals: 6 },
    ],
    wrappedNative: '0x4200000000000000000000000000000000000006',
    otherQuotes: [{ address: '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', decimals: 8 }],
    nativePools: [
      '0x88a43bbdf9d098eec7bceda4e2494615dfd9bb9c',
      '0xd0b53d9277642d899df5c87a3966a349a798f224',
      '0x6c561b446416e1a00e8e93e221854d6ea4171372',
      '0xb775272e537cc670c65dc852908ad47015244eaf',
      '0x72ab388e2e2f6facef59e3c3fa2c4e29011c2d38',
      '0xb2cc224c1c9fee385f8ad6a55b4d94e92359dc59',
      '0xcdac0d6c6c59727a65f871236188350531885c43',
      '0x96d4b53a38337a5733179751781178a2613306063c511b78cd02684739288c0a',
    ],
  },
}

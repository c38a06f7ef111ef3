import type { EvmTapeChain } from '../contract/tape-event.ts'
import { DAY_SECS, SECOND_MS } from './durations.ts'

/** Bounds of trades that are executed on a node of an EVM chain. */
export const EVM_SECURITY = {
  /** All calls for one token together. */
  deadlineMs: 18 * SECOND_MS,
  /** The quote is had for this part of what lies in the pool, and within these bounds. */
  depthShare: 40n,
  minBudgetWei: 10n ** 15n,
  maxBudgetWei: 500n * 10n ** 18n,
  /** A pool with a contract of its own that holds so much stands before all pools of managers. */
  ownPoolWei: 10n ** 18n,
  /** The second call runs as if so much had passed: a day, in which traps close that let the first buyers out. */
  ahead: {
    ethereum: { blocks: 7_200, seconds: DAY_SECS },
    base: { blocks: 43_200, seconds: DAY_SECS },
  } satisfies Readonly<Record<EvmTapeChain, { readonly blocks: number; readonly seconds: number }>>,
} as const

/** Tokens that many others are paid with beside the quotes of `chain/evm/contracts.ts`: AERO (content/security.mdx of
 *  github.com/aerodrome-finance/docs) and VIRTUAL (docs.chain.link, CCIP directory, VIRTUAL on Base), read 2026-11-29. */
export const EVM_HOP_QUOTES: Readonly<Record<EvmTapeChain, readonly string[]>> = {
  ethereum: [],
  base: ['0x940181a94a35a4569e4529a3cdfb74e38fd98631', '0x0b3e328455c4059eeb9e3f84b5543f74e24e7e1b'],
}

/** Routers of pairs, by DEX: some tokens let no other contract take them. One that is not there is not tried. Sources, read
 *  2026-11-29:
 *  - Uniswap: docs.uniswap.org, "V2 Deployment Addresses" (Mainnet, Base);
 *  - SushiSwap: package @sushiswap/core (Ethereum), deployments/base/UniswapV2Router02.json of github.com/sushiswap/v2-core;
 *  - PancakeSwap: developer.pancakeswap.finance, "PancakeSwap v2 Addresses" (ETH, Base);
 *  - Aerodrome: content/security.mdx of github.com/aerodrome-finance/docs, "Router". */
export const EVM_ROUTERS: Readonly<Record<EvmTapeChain, Readonly<Record<string, string>>>> = {
  ethereum: {
    uniswap_v2: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
    sushi_v2: '0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f',
    pancake_v2: '0xeff92a263d31888d860bd50809a8d171709b7b1c',
  },
  base: {
    uniswap_v2: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
    sushi_v2: '0x6bded42c6da8fbf0d2ba55b2fa120c5e0c8d7891',
    pancake_v2: '0x8cfe327cec66d1c090dd72bd0ff11d690c33a2eb',
    aerodrome: '0xcf77a3ba9a5ca399b7c97c74d54e5b1beb874e43',
  },
}

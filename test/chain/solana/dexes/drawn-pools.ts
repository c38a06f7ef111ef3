import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { bonk } from '../../../../src/chain/solana/dexes/bonk/index.ts'
import { decodeLaunchPool } from '../../../../src/chain/solana/dexes/bonk/state.ts'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import { meteora } from '../../../../src/chain/solana/dexes/meteora/index.ts'
import { meteoraDammV2 } from '../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { meteoraDbc } from '../../../../src/chain/solana/dexes/meteora-dbc/index.ts'
import { orca } from '../../../../src/chain/solana/dexes/orca/index.ts'
import { pumpfun } from '../../../../src/chain/solana/dexes/pumpfun/index.ts'
import { decodeBondingCurve } from '../../../../src/chain/solana/dexes/pumpfun/state.ts'
import { pumpswap } from '../../../../src/chain/solana/dexes/pumpswap/index.ts'
import { raydium } from '../../../../src/chain/solana/dexes/raydium/index.ts'
import { raydiumClmm } from '../../../../src/chain/solana/dexes/raydium-clmm/index.ts'
import { raydiumCpmm } from '../../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import type { TradablePool, TradeClock } from '../../../../src/chain/solana/dexes/trading.ts'
import type { AccountView } from '../../../../src/chain/solana/rpc.ts'
import { readTokenAccount } from '../../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { type DammV1Fields, dammV1Scene } from '../../../support/pool-scenes/damm-v1-scene.ts'
import { type DammV2Fields, dammV2Scene } from '../../../support/pool-scenes/damm-v2-scene.ts'
import { type DbcFields, dbcScene } from '../../../support/pool-scenes/dbc-scene.ts'
import { type DlmmFields, dlmmScene } from '../../../support/pool-scenes/dlmm-scene.ts'
import { fromPlain, poolOfScene, type Scene } from '../../../support/pool-scenes/scene.ts'
import { accountsOfLaunch, type LaunchCase } from './bonk/launch-case.ts'
import { accountsOfCurve, type CurveCase, type CurveFile } from './pumpfun/curve-case.ts'
import { accountsOfSwap, type SwapCase, type SwapFile } from './pumpswap/swap-case.ts'
import { type PoolCase, poolOf } from './replay-case.ts'
import { readSceneFile, type ScenePart } from './scene-vectors.ts'
import { poolOfVector, readTradingVectors } from './trading-vectors.ts'

/* Every pool of the vector files, ready to be traded, with what it can pay out at most. */

export type DrawnPool = {
  readonly label: string
  readonly pool: TradablePool
  readonly clock: TradeClock
  /** Of one of its mints. */
  mostRaw(mint: string): bigint
}

/** By program. */
export const DRAWN_POOLS: Readonly<Record<string, () => readonly DrawnPool[]>> = {
  pumpfun: () => {
    const file = readCases<CurveFile, CurveCase>('pumpfun-trading')
    return file.cases.map((one) => {
      const curve = decodeBondingCurve(Buffer.from(one.curve, 'base64'))!
      const held = { base: curve.realTokenReserves, quote: curve.realQuoteReserves }
      return drawnCase(pumpfun, one, accountsOfCurve(file, one), held)
    })
  },
  pumpswap: () => {
    const file = readCases<SwapFile, SwapCase>('pumpswap-trading')
    return file.cases.map((one) => {
      const held = { base: BigInt(one.baseRaw), quote: BigInt(one.quoteRaw) }
      return drawnCase(pumpswap, one, accountsOfSwap(file, one), held)
    })
  },
  bonk: () =>
    readCases<object, LaunchCase>('bonk-trading').cases.map((one) => {
      const { totalBaseSell, realBase, realQuote } = decodeLaunchPool(Buffer.from(one.pool, 'base64'))!
      const held = { base: totalBaseSell - realBase, quote: realQuote }
      return drawnCase(bonk, one, accountsOfLaunch(one), held, one.epoch)
    }),
  raydium: () => vectorPools(raydium, 'raydium-trading'),
  raydium_cpmm: () => vectorPools(raydiumCpmm, 'raydium-cpmm-trading'),
  raydium_clmm: () => vectorPools(raydiumClmm, 'raydium-clmm-trading'),
  orca: () => vectorPools(orca, 'orca-trading'),
  'meteora DLMM': () =>
    scenePools<DlmmFields>(meteora, 'meteora-trading', 'dlmm', dlmmScene, ({ bins }) =>
      bins.reduce(
        ([x, y], [, ofX, ofY, open, older, sellsX]) =>
          sellsX === 1 ? [x + ofX + open + older, y + ofY] : [x + ofX, y + ofY + open + older],
        [0n, 0n],
      ),
    ),
  'meteora DAMM v1': () =>
    scenePools<DammV1Fields>(meteora, 'meteora-trading', 'dammV1', dammV1Scene, ({ a, b }) => [
      a.inHandRaw,
      b.inHandRaw,
    ]),
  meteora_damm_v2: () =>
    scenePools<DammV2Fields>(
      meteoraDammV2,
      'meteora-damm-v2-trading',
      'dammV2',
      dammV2Scene,
      ({ amountA, amountB }) => [amountA, amountB],
    ),
  meteora_dbc: () =>
    scenePools<DbcFields>(
      meteoraDbc,
      'meteora-dbc-trading',
      'dbc',
      dbcScene,
      ({ isBaseFirst, baseReserve, quoteReserve }) =>
        isBaseFirst ? [baseReserve, quoteReserve] : [quoteReserve, baseReserve],
    ),
}

function readCases<F, C>(name: string): F & { readonly cases: readonly C[] } {
  const path = new URL(`../../../fixtures/dexes/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as F & { readonly cases: readonly C[] }
}

function drawnCase(
  dex: Dex,
  one: PoolCase,
  accounts: readonly AccountView[],
  held: { readonly base: bigint; readonly quote: bigint },
  epoch = 0,
): DrawnPool {
  const read = poolOf(dex, one, accounts)
  assert(read.ok, read.ok ? '' : read.message)
  const clock = { slot: 0, unixSec: 0, epoch }
  return {
    label: one.address,
    pool: read.value,
    clock,
    mostRaw: (mint) => (mint === one.base ? held.base : held.quote),
  }
}

function vectorPools(dex: Dex, file: string): readonly DrawnPool[] {
  return readTradingVectors(file).vectors.map((vector) => {
    const held = new Map<string, bigint>()
    for (const { data } of Object.values(vector.accounts)) {
      const token = readTokenAccount(new Uint8Array(inflateRawSync(Buffer.from(data, 'base64'))))
      if (token !== null) held.set(encodeBase58(token.mint), token.amountRaw)
    }
    const { name: label, clock } = vector
    return { label, pool: poolOfVector(dex, vector), clock, mostRaw: (mint: string) => held.get(mint)! }
  })
}

/** Those with a route. */
function scenePools<F>(
  dex: Dex,
  file: string,
  part: ScenePart,
  build: (fields: F) => Scene,
  heldOf: (fields: F) => readonly [first: bigint, second: bigint],
): readonly DrawnPool[] {
  return readSceneFile(file)[part]!.flatMap(({ seed, fields: plain }) => {
    const fields = fromPlain<F>(plain)
    const scene = build(fields)
    const pool = poolOfScene(dex.trading!, scene)
    const [first, second] = heldOf(fields)
    const mostRaw = (mint: string) => (mint === scene.mints[0] ? first : second)
    return pool === null ? [] : [{ label: `seed ${seed}`, pool, clock: scene.clock, mostRaw }]
  })
}

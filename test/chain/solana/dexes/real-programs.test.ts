import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import {
  DAMM_V1_PROGRAM,
  DLMM_PROGRAM,
  DYNAMIC_VAULT_PROGRAM,
} from '../../../../src/chain/solana/dexes/meteora/addresses.ts'
import { meteora } from '../../../../src/chain/solana/dexes/meteora/index.ts'
import { meteoraDammV2 } from '../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { meteoraDbc } from '../../../../src/chain/solana/dexes/meteora-dbc/index.ts'
import { orca } from '../../../../src/chain/solana/dexes/orca/index.ts'
import { raydium } from '../../../../src/chain/solana/dexes/raydium/index.ts'
import { raydiumClmm } from '../../../../src/chain/solana/dexes/raydium-clmm/index.ts'
import { raydiumCpmm } from '../../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import { openChain } from '../../../sandbox/chain/chain-fixture.ts'
import { dammV1Scene, drawDammV1 } from '../../../support/pool-scenes/damm-v1-scene.ts'
import { dammV2Scene, drawDammV2 } from '../../../support/pool-scenes/damm-v2-scene.ts'
import { dbcScene, drawDbc } from '../../../support/pool-scenes/dbc-scene.ts'
import { dlmmScene, drawDlmm } from '../../../support/pool-scenes/dlmm-scene.ts'
import { type MintFee, playScene, type Scene } from '../../../support/pool-scenes/scene.ts'
import {
  isOlderClmm,
  NEWER_AMM_TEXT,
  NEWER_CLMM_TEXT,
  NEWER_CPMM_TEXT,
  swapOnly,
  withOlderSwap,
  withoutCreatorFee,
} from './older-programs.ts'
import { PROGRAMS_FOLDER, programHasText, skipWithout, spellProgram } from './real-program-folder.ts'
import { assertBeyondLimit } from './round-trip.ts'
import { readTradingVectors, type TradingVector } from './trading-vectors.ts'
import { tradeVector } from './vector-chain.ts'

/* The pools that the SDKs were compared on, traded on the programs that run on mainnet: with SANDBOX_PROGRAMS_DIR set
 * to a folder of `<program id>.so` files, each that is there is used, and named by its SHA-256. */

const SCENES = 300
/** DAMM v1 holds the limit against what the curve gives, of which the vault keeps a unit or two at the withdrawal. */
const VAULT_ROUNDING_RAW = 2n

function report(dex: string, program: string, paid: number, refused: number): void {
  console.log(`${dex}: ${paid} swaps as quoted, ${refused} refused as expected by ${spellProgram(program)}`)
}

type VectorRun = {
  readonly dex: Dex
  readonly file: string
  readonly program: string
  /** For builds that do not have this text in them: the same pools as such a build knew them. */
  readonly older?: {
    readonly lacks: string
    readonly dex: Dex
    /** Null for pools that such a build cannot have had. */
    readonly pool: (one: TradingVector) => TradingVector | null
  }
}

const VECTOR_RUNS: readonly VectorRun[] = [
  {
    dex: raydium,
    file: 'raydium-trading',
    program: raydium.programIds[0]!,
    older: { lacks: NEWER_AMM_TEXT, dex: withOlderSwap(raydium), pool: swapOnly },
  },
  {
    dex: raydiumCpmm,
    file: 'raydium-cpmm-trading',
    program: raydiumCpmm.programIds[0]!,
    older: { lacks: NEWER_CPMM_TEXT, dex: raydiumCpmm, pool: withoutCreatorFee },
  },
  {
    dex: raydiumClmm,
    file: 'raydium-clmm-trading',
    program: raydiumClmm.programIds[0]!,
    older: { lacks: NEWER_CLMM_TEXT, dex: raydiumClmm, pool: (one) => (isOlderClmm(one) ? one : null) },
  },
  ...orca.programIds.map((program) => ({ dex: orca, file: 'orca-trading', program })),
]

for (const { dex, file, program, older } of VECTOR_RUNS)
  test(`the real program of ${dex.name} (${program}) pays what was quoted, and no unit more`, {
    skip: skipWithout(program),
  }, () => {
    const isOlder = older !== undefined && !programHasText(program, older.lacks)
    let [paid, refused] = [0, 0]
    for (const vector of readTradingVectors(file).vectors) {
      if (vector.accounts[vector.pool]!.owner !== program) continue
      const pool = isOlder ? older.pool(vector) : vector
      if (pool === null) continue
      const got = tradeVector(isOlder ? older.dex : dex, pool, { programsDir: PROGRAMS_FOLDER })
      paid += got.filter((raw) => raw !== null).length
      refused += got.filter((raw) => raw === null).length
    }
    assert(paid > 0, 'nothing was traded')
    report(isOlder ? `${dex.name}, an older build` : dex.name, program, paid, refused)
  })

type SceneRun = {
  readonly name: string
  readonly dex: Dex
  readonly programs: readonly [string, ...string[]]
  readonly draw: (seed: number) => { readonly scene: Scene; readonly fees: readonly [MintFee | null, MintFee | null] }
  /** Units above the quote that the program may still let pass. */
  readonly slackRaw?: bigint
}

const SCENE_RUNS: readonly SceneRun[] = [
  {
    name: 'DLMM',
    dex: meteora,
    programs: [DLMM_PROGRAM],
    draw: (seed) => {
      const fields = drawDlmm(seed)
      return { scene: dlmmScene(fields), fees: fields.fees }
    },
  },
  {
    name: 'DAMM v1',
    dex: meteora,
    programs: [DAMM_V1_PROGRAM, DYNAMIC_VAULT_PROGRAM],
    draw: (seed) => ({ scene: dammV1Scene(drawDammV1(seed)), fees: [null, null] }),
    slackRaw: VAULT_ROUNDING_RAW,
  },
  {
    name: 'DAMM v2',
    dex: meteoraDammV2,
    programs: meteoraDammV2.programIds as [string],
    draw: (seed) => {
      const fields = drawDammV2(seed)
      return { scene: dammV2Scene(fields), fees: fields.fees }
    },
  },
  {
    name: 'DBC',
    dex: meteoraDbc,
    programs: meteoraDbc.programIds as [string],
    draw: (seed) => ({ scene: dbcScene(drawDbc(seed)), fees: [null, null] }),
  },
]

for (const { name, dex, programs, draw, slackRaw = 0n } of SCENE_RUNS)
  test(`the real program of ${name} (${programs.join(', ')}) pays what was quoted, and no unit more`, {
    skip: skipWithout(...programs),
  }, () => {
    const chain = openChain({ programsDir: PROGRAMS_FOLDER })
    let [paid, refused] = [0, 0]
    for (let seed = 1; seed <= SCENES; seed++) {
      const { scene, fees } = draw(seed)
      chain.advanceSlot()
      const { quote, swap } = playScene(dex.trading!, chain, scene, fees)
      if (quote === null) {
        assert(swap(1n).err !== null, `seed ${seed}: no quote, but it pays`)
        refused++
        continue
      }
      const dear = swap(quote.amountOutRaw + slackRaw + 1n)
      assertBeyondLimit({ programId: programs[0] }, dear.err, `seed ${seed}`)
      const { err, paidRaw, gotRaw, logs } = swap(quote.amountOutRaw)
      assert.equal(err, null, `seed ${seed}: ${logs.join('\n')}`)
      assert.deepEqual([paidRaw, gotRaw], [quote.amountInRaw, quote.amountOutRaw], `seed ${seed}`)
      paid++
    }
    assert(paid > 0, 'nothing was traded')
    report(name, programs[0], paid, refused)
  })

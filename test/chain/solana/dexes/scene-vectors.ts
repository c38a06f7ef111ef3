import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { DexTrading, SwapFee, SwapQuote } from '../../../../src/chain/solana/dexes/trading.ts'
import type { Instruction } from '../../../../src/chain/solana/instructions.ts'
import { fromPlain, instructionOfScene, quoteScene, type Scene } from '../../../support/pool-scenes/scene.ts'

/* Pools drawn from seeds with what a DEX's own SDK quotes and builds on them: `test/differential` writes them by the
 * thousand, compares them and keeps some, which the ordinary tests replay. */

export type SceneVector = {
  readonly seed: number
  /** What the scene is made of; big integers as text with an `n`. */
  readonly fields: unknown
  readonly sdk: {
    /** What the pool takes, where it may be less than was offered. */
    readonly in?: string
    /** Null where the SDK refuses. */
    readonly out: string | null
    readonly fee: string | null
    readonly protocolFee: string | null
    readonly instruction: { readonly accounts: readonly string[]; readonly data: string } | null
  }
}
type SceneUser = { readonly user: string; readonly inputAccount: string; readonly outputAccount: string }
export type ScenePart = 'dlmm' | 'dammV1' | 'dammV2' | 'dbc'
export type SceneFile = {
  /** Packages with their versions. */
  readonly versions: readonly string[]
  readonly user: SceneUser
} & Readonly<Record<ScenePart, readonly SceneVector[] | undefined>>

export function readSceneFile(name: string): SceneFile {
  const path = new URL(`../../../fixtures/dexes/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as SceneFile
}

/** Compares every vector of one program. Returns how many had a quote, and how many an instruction. */
export function replayScenes<T>(
  trading: DexTrading,
  { user }: SceneFile,
  vectors: readonly SceneVector[],
  build: (fields: T) => Scene,
): { readonly quoted: number; readonly built: number } {
  let [quoted, built] = [0, 0]
  for (const { seed, fields, sdk } of vectors) {
    const scene = build(fromPlain<T>(fields))
    const quote = quoteScene(trading, scene)
    assert.equal(quote === null ? null : String(quote.amountOutRaw), sdk.out, `seed ${seed}: output`)
    if (quote !== null) {
      quoted++
      assert.equal(String(quote.amountInRaw), sdk.in ?? String(scene.amountInRaw), `seed ${seed}: input`)
      compareFees(quote, sdk, seed)
    }
    if (sdk.instruction === null) continue
    built++
    const instruction = instructionOfScene(trading, scene, user, BigInt(sdk.out ?? 1))
    assert.deepEqual(instruction && plainOf(instruction), sdk.instruction, `seed ${seed}: instruction`)
  }
  return { quoted, built }
}

function compareFees({ fees }: SwapQuote, sdk: SceneVector['sdk'], seed: number): void {
  const sum = (...kinds: readonly SwapFee['kind'][]): bigint =>
    fees.reduce((total, { kind, raw }) => (kinds.includes(kind) ? total + raw : total), 0n)
  assert.equal(sum('protocol'), BigInt(sdk.protocolFee!), `seed ${seed}: protocol fee`)
  // Where the last unit is all fee, DLMM's SDK counts no fee for it, though the program takes it.
  const missing = sum('lp', 'platform', 'creator', 'protocol') - BigInt(sdk.fee!)
  assert(missing === 0n || missing === 1n, `seed ${seed}: fee ${missing} more`)
}

function plainOf({ accounts, data }: Instruction): { readonly accounts: readonly string[]; readonly data: string } {
  const spelled = accounts.map(
    ({ address, isSigner, isWritable }) => `${address}${isSigner ? ' s' : ''}${isWritable ? ' w' : ''}`,
  )
  return { accounts: spelled, data: Buffer.from(data).toString('hex') }
}

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import type { SwapQuote, TradablePool, TradeClock } from '../../../../src/chain/solana/dexes/trading.ts'
import {
  type AccountUse,
  readonlyAccount,
  readonlySigner,
  writableAccount,
  writableSigner,
} from '../../../../src/chain/solana/instructions.ts'
import type { AccountView } from '../../../../src/chain/solana/rpc.ts'

/** A pool's accounts as the program's own SDK encoded them, and what that SDK quotes and builds on them;
 *  `test/differential` writes them. Amounts are decimal text. */
export type TradingVector = {
  readonly name: string
  readonly pool: string
  readonly mint: string
  readonly clock: TradeClock
  /** Data is deflated, then base64: tick arrays are mostly zeros. */
  readonly accounts: Readonly<Record<string, { readonly owner: string; readonly data: string }>>
  readonly swaps: readonly VectorSwap[]
  readonly instruction: {
    readonly programId: string
    readonly user: string
    readonly inputAccount: string
    readonly outputAccount: string
    readonly inputMint: string
    readonly amountInRaw: string
    readonly minOutRaw: string
    /** Address, then after a colon `w`, `s` or both. */
    readonly accounts: readonly string[]
    readonly data: string
  }
}
type VectorSwap = {
  readonly inputMint: string
  readonly amountInRaw: string
  /** Null where the SDK has no quote, or one for a part of the input. */
  readonly amountOutRaw: string | null
  /** Liquidity's and protocol's; absent fields are not told by the SDK. */
  readonly poolFeeRaw?: string
  readonly creatorFeeRaw?: string
  readonly transferInRaw?: string
  readonly transferOutRaw?: string
  readonly impactPpm?: number
  /** The SDK rounds up trade fee and creator's fee each for itself, the program their sum once. */
  readonly roundsTwice?: true
}
export type TradingVectors = { readonly encoders: readonly string[]; readonly vectors: readonly TradingVector[] }

export function readTradingVectors(file: string): TradingVectors {
  const path = new URL(`../../../fixtures/dexes/${file}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as TradingVectors
}

/** Reads the pool, quotes every swap and builds the instruction, and compares all of it. Returns how many swaps had a
 *  quote. */
export function checkTradingVector(dex: Dex, vector: TradingVector): number {
  const pool = poolOfVector(dex, vector)
  let quoted = 0
  for (const swap of vector.swaps) {
    const label = `${vector.name}: ${swap.amountInRaw} of ${swap.inputMint}`
    const quote = pool.quote(swap.inputMint, BigInt(swap.amountInRaw), vector.clock)
    if (swap.amountOutRaw === null) assert.equal(quote, null, label)
    else {
      assert(quote, `${label}: no quote`)
      compareQuote(pool, quote, swap, label)
      quoted++
    }
  }
  compareInstruction(pool, vector)
  return quoted
}

/** The vector's pool, through `wants` as a node would be asked. */
export function poolOfVector(dex: Dex, { pool, mint, accounts }: TradingVector): TradablePool {
  const read = new Map<string, AccountView | null>()
  for (
    let wanted = dex.trading!.wants(pool, read, mint);
    wanted.length > 0;
    wanted = dex.trading!.wants(pool, read, mint)
  )
    for (const address of wanted) read.set(address, viewOf(address, accounts[address]))
  const outcome = dex.trading!.readPool(pool, read, mint)
  assert(outcome.ok, outcome.ok ? '' : outcome.message)
  return outcome.value
}

function viewOf(address: string, account: TradingVector['accounts'][string] | undefined): AccountView | null {
  if (account === undefined) return null
  const data = new Uint8Array(inflateRawSync(Buffer.from(account.data, 'base64')))
  return { address, owner: account.owner, data, lamports: 1n, executable: false }
}

function compareQuote(pool: TradablePool, quote: SwapQuote, swap: VectorSwap, label: string): void {
  const outputMint = swap.inputMint === pool.baseMint ? pool.quoteMint : pool.baseMint
  const sum = (kinds: readonly string[], mint?: string): bigint =>
    quote.fees
      .filter((fee) => kinds.includes(fee.kind) && (mint === undefined || fee.mint === mint))
      .reduce((total, { raw }) => total + raw, 0n)
  assert.equal(quote.amountInRaw, BigInt(swap.amountInRaw), label)
  if (swap.roundsTwice) {
    const ours = sum(['lp', 'protocol', 'creator'])
    const theirs = BigInt(swap.poolFeeRaw!) + BigInt(swap.creatorFeeRaw!)
    assert(theirs - ours === 0n || theirs - ours === 1n, `${label}: fees of ${ours}, not ${theirs}`)
    const isSame = ours === theirs
    assert(
      isSame ? quote.amountOutRaw === BigInt(swap.amountOutRaw!) : quote.amountOutRaw >= BigInt(swap.amountOutRaw!),
      label,
    )
    return
  }
  assert.equal(quote.amountOutRaw, BigInt(swap.amountOutRaw!), label)
  const told = {
    poolFeeRaw: sum(['lp', 'protocol']),
    creatorFeeRaw: sum(['creator']),
    transferInRaw: sum(['transfer'], swap.inputMint),
    transferOutRaw: sum(['transfer'], outputMint),
  }
  for (const [name, raw] of Object.entries(told)) {
    const expected = swap[name as keyof typeof told]
    if (expected !== undefined) assert.equal(raw, BigInt(expected), `${label}: ${name}`)
  }
  if (swap.impactPpm !== undefined)
    assert(Math.abs(quote.priceImpactPpm - swap.impactPpm) <= 2, `${label}: impact ${quote.priceImpactPpm}`)
}

function compareInstruction(pool: TradablePool, { name, instruction }: TradingVector): void {
  const { programId, inputMint, amountInRaw, minOutRaw } = instruction
  assert.equal(pool.programId, programId, name)
  assert.deepEqual(pool.accounts(inputMint, instruction), instruction.accounts.map(useOf), name)
  const data = pool.data(inputMint, BigInt(amountInRaw), BigInt(minOutRaw))
  assert.equal(Buffer.from(data).toString('hex'), instruction.data, name)
}

function useOf(text: string): AccountUse {
  const [address, flags = ''] = text.split(':') as [string, string?]
  if (flags === 'ws') return writableSigner(address)
  if (flags === 's') return readonlySigner(address)
  return flags === 'w' ? writableAccount(address) : readonlyAccount(address)
}

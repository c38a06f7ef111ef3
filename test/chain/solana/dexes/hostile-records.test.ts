import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anchorEventsOf, EVENT_CPI_TAG, loggedBytesOf } from '../../../../src/chain/solana/anchor-event.ts'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import { decodePossibleTrades } from '../../../../src/chain/solana/dexes/possible-trades.ts'
import { RAYDIUM_PROGRAM } from '../../../../src/chain/solana/dexes/raydium/addresses.ts'
import { instructionAt } from '../../../../src/chain/solana/instruction-at.ts'
import type { ChainInstruction, ChainTransaction, TokenBalance } from '../../../../src/chain/solana/transaction.ts'
import { allVectors } from '../../../support/dex-vectors.ts'
import { recordedTransactions } from '../../../support/recorded-transactions.ts'

/** Bytes that no one meant, in places where programs write: the decoders answer, and what they answer is sound. */

const VECTORS = allVectors().map((vector) => {
  const outcome = decodeTransaction(vector.answer)
  assert(outcome.ok, vector.name)
  return { ...vector, transaction: outcome.value }
})
const RUNS = { numRuns: 1_000, seed: 20_261_122 }
const PROGRAMS = DEXES.flatMap((dex) => dex.programIds)

/** Raydium's first program is no Anchor program: its instructions and its log lines begin with one byte. */
const tagOf = (programId: string, bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, programId === RAYDIUM_PROGRAM ? 1 : 8)).toString('hex')
const unhex = (tags: Iterable<string>): readonly Buffer[] => [...new Set(tags)].map((hex) => Buffer.from(hex, 'hex'))

/** Every discriminator of an instruction or an event of a followed program in the vectors. */
const TAGS = unhex(VECTORS.flatMap(({ transaction }) => PROGRAMS.flatMap((program) => tagsIn(transaction, program))))

function tagsIn(transaction: ChainTransaction, program: string): readonly string[] {
  const calls = [...transaction.instructions, ...transaction.innerInstructions.flat()]
  const own = calls.filter(({ programId }) => programId === program).map(({ data }) => data)
  const announced = [...anchorEventsOf(transaction, program), ...loggedBytesOf(transaction, program, 'ray_log: ')]
  return [...own, ...announced.map(({ bytes }) => bytes)].map((bytes) => tagOf(program, bytes))
}

type Swap = { readonly programId: string; readonly tag: string; readonly accounts: number }
const swapsOf = (dex: Dex): readonly Swap[] =>
  VECTORS.flatMap(({ transaction }) =>
    dex.decodeTrades(transaction).flatMap(({ programId, instructionPath }) => {
      const call = instructionAt(transaction, instructionPath)
      return call?.programId === programId
        ? [{ programId, tag: tagOf(programId, call.data), accounts: call.accounts.length }]
        : []
    }),
  )
/** Swaps of the vectors, each form once. */
const SWAPS = [...new Map(DEXES.flatMap(swapsOf).map((swap) => [Object.values(swap).join(), swap])).values()]
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const KEYS = [...PROGRAMS, TOKEN, ...'123456789ABCDEFGH'.split('').map((letter) => letter.repeat(32))]

const tagged = fc
  .tuple(fc.boolean(), fc.constantFrom(...TAGS), fc.uint8Array({ maxLength: 700 }))
  .map(([isEvent, tag, body]) => Buffer.concat([isEvent ? EVENT_CPI_TAG : Buffer.alloc(0), tag, body]))
const data = fc.oneof(tagged, fc.uint8Array({ maxLength: 40 }), fc.constant(new Uint8Array(0)))
const instruction = (height: fc.Arbitrary<number | null>): fc.Arbitrary<ChainInstruction> =>
  fc.record({
    programId: fc.constantFrom(...KEYS),
    accounts: fc.array(fc.constantFrom(...KEYS), { maxLength: 30 }),
    data,
    stackHeight: height,
  })
/** A swap of the right program with accounts and transfers among so few addresses that they often fit together. */
const FEW = KEYS.slice(-5)
const likelySwap: fc.Arbitrary<ChainInstruction> = fc.constantFrom(...SWAPS).chain(({ programId, tag, accounts }) =>
  fc.record({
    programId: fc.constant(programId),
    accounts: fc.array(fc.constantFrom(...FEW), { minLength: accounts, maxLength: accounts }),
    data: fc.uint8Array({ minLength: 16, maxLength: 40 }).map((body) => Buffer.concat([Buffer.from(tag, 'hex'), body])),
    stackHeight: fc.constant(1),
  }),
)
const transfer: fc.Arbitrary<ChainInstruction> = fc.record({
  programId: fc.constant(TOKEN),
  accounts: fc.array(fc.constantFrom(...FEW), { minLength: 3, maxLength: 3 }),
  data: fc.uint8Array({ minLength: 8, maxLength: 8 }).map((amount) => Buffer.concat([Buffer.of(3), amount])),
  stackHeight: fc.constantFrom(2, 3, null),
})
const balance: fc.Arbitrary<TokenBalance> = fc.record({
  accountIndex: fc.oneof(fc.nat(KEYS.length - 1), fc.integer({ min: KEYS.length - 5, max: KEYS.length - 1 })),
  mint: fc.constantFrom(...KEYS),
  owner: fc.option(fc.constantFrom(...KEYS)),
  programId: fc.option(fc.constantFrom(TOKEN)),
  amountRaw: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  decimals: fc.nat(9),
})
const logLine = fc.oneof(
  fc.constantFrom(...PROGRAMS).map((program) => `Program ${program} invoke [1]`),
  fc.constantFrom(...PROGRAMS).map((program) => `Program ${program} invoke [2]`),
  fc.constantFrom(...PROGRAMS).map((program) => `Program ${program} success`),
  tagged.map((bytes) => `Program data: ${Buffer.from(bytes).toString('base64')}`),
  tagged.map((bytes) => `Program log: ray_log: ${Buffer.from(bytes).toString('base64')}`),
  fc.string(),
)
const transaction: fc.Arbitrary<ChainTransaction> = fc
  .record({
    top: fc.array(fc.oneof(instruction(fc.constant(1)), likelySwap), { minLength: 1, maxLength: 4 }),
    inner: fc.array(
      fc.array(fc.oneof(instruction(fc.option(fc.integer({ min: 2, max: 5 }))), transfer), { maxLength: 12 }),
      {
        maxLength: 4,
      },
    ),
    before: fc.array(balance, { maxLength: 12 }),
    after: fc.array(balance, { maxLength: 8 }),
    logs: fc.array(logLine, { maxLength: 30 }),
  })
  .map(({ top, inner, before, after, logs }) => ({
    signature: '1'.repeat(64),
    slot: 1,
    blockTimeSec: null,
    indexInBlock: null,
    version: 0 as const,
    feeLamports: 5_000n,
    feePayer: KEYS.at(-1)!,
    err: null,
    signers: [KEYS.at(-1)!],
    lookupTables: [],
    budget: null,
    accountKeys: KEYS,
    writable: KEYS.map(() => true),
    instructions: top,
    innerInstructions: top.map((_, at) => inner[at] ?? []),
    preBalances: KEYS.map(() => 1n),
    postBalances: KEYS.map(() => 1n),
    preTokenBalances: before,
    postTokenBalances: after,
    logs,
    computeUnits: null,
  }))

function assertSound(dex: Dex, record: ChainTransaction): void {
  const places = new Set<string>()
  for (const trade of decodePossibleTrades(record, [dex])) {
    assert.equal(trade.dex, dex.name)
    assert(dex.programIds.includes(trade.programId))
    assert(trade.baseAmountRaw >= 0n && trade.quoteAmountRaw >= 0n, 'amounts are not negative')
    assert.notEqual(trade.pool, '')
    // A curve or pool may be traded twice by one instruction of pump's; an Orca swap may go through two pools.
    if (dex.name !== 'pumpfun' && dex.name !== 'pumpswap') {
      const place = `${trade.pool} ${trade.instructionPath.join()}`
      assert(!places.has(place), 'an instruction trades once in a pool')
      places.add(place)
    }
  }
  for (const launch of dex.decodeLaunches(record)) assert.equal(launch.dex, dex.name)
}

test('each program of a DEX has swaps in the vectors: without them no test here makes one up', () => {
  const swapped = new Set(SWAPS.map(({ programId }) => programId))
  const missing = DEXES.flatMap(({ name, programIds }) =>
    programIds.filter((program) => !swapped.has(program)).map((program) => `${name}: ${program}`),
  )
  assert.deepEqual(missing, [], 'add its transactions to test/fixtures/dexes')
})

for (const dex of DEXES) {
  test(`${dex.name}: no record makes the decoder throw, or shows readers a negative amount`, () => {
    fc.assert(
      fc.property(transaction, (record) => assertSound(dex, record)),
      RUNS,
    )
  })

  test(`${dex.name}: no account makes it throw, and none of another program is its pool`, () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 1_300 }),
        fc.constantFrom(...KEYS),
        fc.boolean(),
        (bytes, owner, isTagged) => {
          const pool = Buffer.concat([isTagged ? Buffer.from('f19a6d0411b16dbc', 'hex') : Buffer.alloc(0), bytes])
          const isPool = dex.isPoolAccount({ address: KEYS[0]!, lamports: 1n, owner, executable: false, data: pool })
          assert(!isPool || dex.programIds.includes(owner))
        },
      ),
      RUNS,
    )
  })
}

test('a record whose bytes were changed anywhere is decoded or refused, never thrown at', () => {
  const answers = [...VECTORS, ...recordedTransactions()].map(({ answer }) => answer)
  fc.assert(
    fc.property(
      fc.constantFrom(...answers),
      fc.nat(2 ** 20),
      fc.nat(2 ** 20),
      fc.nat(255),
      fc.boolean(),
      (answer, which, where, byte, isCut) => {
        const outcome = decodeTransaction(answer)
        assert(outcome.ok)
        const groups = [outcome.value.instructions, ...outcome.value.innerInstructions].map((group) => [...group])
        const group = groups[which % groups.length]!
        if (group.length === 0) return
        const at = where % group.length
        const one = group[at]!
        const changed = isCut ? one.data.slice(0, where % (one.data.length + 1)) : Uint8Array.from(one.data)
        if (!isCut && changed.length > 0) changed[where % changed.length] = byte
        group[at] = { ...one, data: changed, accounts: isCut ? one.accounts.slice(0, byte % 20) : one.accounts }
        const [instructions, ...innerInstructions] = groups
        for (const dex of DEXES) assertSound(dex, { ...outcome.value, instructions: instructions!, innerInstructions })
      },
    ),
    RUNS,
  )
})

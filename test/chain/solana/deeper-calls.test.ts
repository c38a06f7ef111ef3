import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { chainTransactionOf } from '../../../sandbox/providers/chain-view.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { differenceOfCalls } from '../../../src/chain/solana/logged-calls.ts'
import { COMPUTE_BUDGET_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { ChainInstruction, ChainTransaction } from '../../../src/chain/solana/transaction.ts'
import { decodeGenericSwaps } from '../../../src/chain/solana/venues/generic-swaps.ts'
import { sharedTestWorld } from '../../support/build-test-world.ts'

/** Trades of a world, each called through more and more programs: calls may go 8 deep (SIMD-0268), and deeper later. */

const MOST_OF_A_DEX = 25
const LEVELS = [1, 3, 4, 7, 12]

let all: readonly ChainTransaction[]
before(() => {
  const { chain } = sharedTestWorld()
  const slots = chain.blockSlots(0, chain.confirmedSlot(), Number.MAX_SAFE_INTEGER)
  all = slots
    .flatMap((slot) => chain.block(slot)!.transactions)
    .filter(({ err }) => err === null)
    .map((one) => chainTransactionOf(one, 1_795_000_000))
})

const programs = (levels: number) => Array.from({ length: levels }, (_, at) => keypairFromText(`caller ${at}`).address)
const isLifted = ({ programId }: ChainInstruction): boolean => programId !== COMPUTE_BUDGET_PROGRAM

/** The transaction as its instructions would stand in the record if so many programs had called each of them. */
function lifted(transaction: ChainTransaction, levels: number): ChainTransaction {
  const callers = programs(levels)
  const call = (programId: string, stackHeight: number): ChainInstruction => ({
    programId,
    accounts: [],
    data: Uint8Array.of(1),
    stackHeight,
  })
  const deeper = (one: ChainInstruction): ChainInstruction => ({ ...one, stackHeight: (one.stackHeight ?? 1) + levels })
  return {
    ...transaction,
    accountKeys: [...transaction.accountKeys, ...callers],
    writable: [...transaction.writable, ...callers.map(() => false)],
    preBalances: [...transaction.preBalances, ...callers.map(() => 1n)],
    postBalances: [...transaction.postBalances, ...callers.map(() => 1n)],
    instructions: transaction.instructions.map((one) => (isLifted(one) ? call(callers[0]!, 1) : one)),
    innerInstructions: transaction.instructions.map((one, at) => {
      const inner = transaction.innerInstructions[at] ?? []
      if (!isLifted(one)) return inner
      return [...callers.slice(1).map((program, level) => call(program, level + 2)), deeper(one), ...inner.map(deeper)]
    }),
    logs: liftedLogs(transaction, callers),
  }
}

function liftedLogs({ logs, instructions }: ChainTransaction, callers: readonly string[]): string[] {
  let next = 0
  let lift = false
  return logs.flatMap((line) => {
    const [, program, height] = /^Program (\w+) invoke \[(\d+)\]$/.exec(line) ?? []
    if (height === '1') {
      lift = isLifted(instructions[next++]!)
      if (!lift) return [line]
      const before = callers.map((caller, level) => `Program ${caller} invoke [${level + 1}]`)
      return [...before, `Program ${program} invoke [${1 + callers.length}]`]
    }
    if (height !== undefined && lift) return [`Program ${program} invoke [${Number(height) + callers.length}]`]
    const isEnd =
      lift && /^Program \w+ success$/.test(line) && line === `Program ${instructions[next - 1]!.programId} success`
    return isEnd && isLastOf(logs, line)
      ? [line, ...callers.toReversed().map((one) => `Program ${one} success`)]
      : [line]
  })
}

/** Enough for these readers: they look at what is invoked, not at what ends it. */
function isLastOf(logs: readonly string[], line: string): boolean {
  return logs.lastIndexOf(line) >= 0
}

const movedPath = ([top, inner]: readonly [number, number], transaction: ChainTransaction, levels: number) =>
  isLifted(transaction.instructions[top]!) ? [top, inner + levels] : [top, inner]

for (const dex of DEXES)
  test(`trades and launches of ${dex.name} are read at any depth`, () => {
    const own = all.filter(({ accountKeys }) => dex.programIds.some((id) => accountKeys.includes(id)))
    const subjects = [
      ...own.filter((one) => dex.decodeTrades(one).length > 0).slice(0, MOST_OF_A_DEX),
      ...own.filter((one) => dex.decodeLaunches(one).length > 0).slice(0, MOST_OF_A_DEX),
    ]
    assert(subjects.length > 0, `the world has trades of ${dex.name}`)
    for (const transaction of subjects)
      for (const levels of LEVELS) {
        const deep = lifted(transaction, levels)
        assert.equal(differenceOfCalls(deep), null)
        const expected = (rows: readonly { readonly instructionPath: readonly [number, number] }[]) =>
          rows.map((row) => ({ ...row, instructionPath: movedPath(row.instructionPath, transaction, levels) }))
        assert.deepEqual(dex.decodeTrades(deep), expected(dex.decodeTrades(transaction)), `${levels} deeper`)
        assert.deepEqual(dex.decodeLaunches(deep), expected(dex.decodeLaunches(transaction)), `${levels} deeper`)
      }
  })

test('a venue without a decoder is read at any depth, too', () => {
  const subjects = all.filter((one) => decodeGenericSwaps(one).length > 0).slice(0, MOST_OF_A_DEX)
  for (const transaction of subjects)
    for (const levels of LEVELS) {
      const amounts = (one: ChainTransaction) =>
        decodeGenericSwaps(one).map(({ dex, baseMint, quoteMint, side, baseAmountRaw, quoteAmountRaw }) => [
          dex,
          baseMint,
          quoteMint,
          side,
          baseAmountRaw,
          quoteAmountRaw,
        ])
      assert.deepEqual(amounts(lifted(transaction, levels)), amounts(transaction))
    }
})

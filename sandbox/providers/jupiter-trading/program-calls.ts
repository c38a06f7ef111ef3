import { EVENT_CPI_TAG, startsWith } from '../../../src/chain/solana/anchor-event.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import type { ExecutedTransaction, SandboxChain } from '../../chain/types.ts'

/** How many of a program's transactions are looked at for a list. */
const MAX_TRANSACTIONS = 10_000

/** One landed instruction of a program. */
export type ProgramCall = {
  readonly signature: string
  readonly timeSec: number
  readonly accounts: readonly string[]
  readonly data: Uint8Array
  /** What it announced, without the tag of the channel. */
  readonly events: readonly Uint8Array[]
}

/** Everything that a program did in transactions that name it, oldest first: the ledger is the only record, so that a
 *  fork takes back what it took back. */
export function programCalls(chain: SandboxChain, program: string): ProgramCall[] {
  const listed = chain.signaturesOf(program, { limit: MAX_TRANSACTIONS })
  if (listed === 'unknown') return []
  const calls: ProgramCall[] = []
  for (const transaction of [...listed].reverse()) {
    if (transaction.err !== null) continue
    const parsed = parseWireTransaction(transaction.wire)
    if (!parsed.ok) continue
    const keys = [
      ...transaction.accountKeys,
      ...transaction.loadedAddresses.writable,
      ...transaction.loadedAddresses.readonly,
    ]
    const timeSec = chain.block(transaction.slot)?.blockTimeSec ?? chain.unixTimeSec()
    for (const [index, { programIndex, accountIndexes, data }] of parsed.transaction.instructions.entries()) {
      if (keys[programIndex] !== program) continue
      const accounts = Array.from(accountIndexes, (at) => keys[at]!)
      const events = eventsOf(transaction, index, programIndex)
      calls.push({ signature: transaction.signature, timeSec, accounts, data, events })
    }
  }
  return calls
}

function eventsOf({ innerInstructions }: ExecutedTransaction, index: number, programIndex: number): Uint8Array[] {
  return innerInstructions
    .filter((inner) => inner.index === index)
    .flatMap(({ instructions }) => instructions)
    .filter(({ programIdIndex, data }) => programIdIndex === programIndex && startsWith(data, EVENT_CPI_TAG))
    .map(({ data }) => data.subarray(EVENT_CPI_TAG.length))
}

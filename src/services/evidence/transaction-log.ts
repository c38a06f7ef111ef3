import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeTransaction } from '../../chain/solana/decode-transaction.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { ChainTransaction } from '../../chain/solana/transaction.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'
import { observeTransaction } from './observe-transaction.ts'

/** Every transaction of one gathering: read and decoded once, observed when it is kept. */
export type TransactionLog = {
  /** Reads what is not here yet; how many of them could not be read. A transaction that failed on chain is not kept. */
  read(signatures: readonly string[], signal: AbortSignal): Promise<number>
  get(signature: string): ChainTransaction | undefined
  /** What it shows, without making it part of the evidence. */
  look(signature: string): ObservedTransaction | undefined
  /** Makes it part of the evidence and returns what it shows. */
  keep(signature: string): ObservedTransaction | undefined
  /** Place in its block, as the block shows. */
  place(signature: string, indexInBlock: number): void
  /** By slot, place in the block, signature. */
  kept(): readonly ObservedTransaction[]
}

/** Decoding one takes about 0.2 ms. */
const PER_TURN = 3

export function createTransactionLog(rpc: SolanaRpc, mint: string): TransactionLog {
  const decoded = new Map<string, ChainTransaction>()
  const observed = new Map<string, ObservedTransaction>()
  const chosen = new Set<string>()

  function look(signature: string): ObservedTransaction | undefined {
    const held = observed.get(signature)
    const transaction = decoded.get(signature)
    if (held !== undefined || transaction === undefined) return held
    const made = observeTransaction(transaction, mint)
    observed.set(signature, made)
    return made
  }

  return {
    async read(signatures, signal) {
      const missing = [...new Set(signatures)].filter((signature) => !decoded.has(signature))
      let unread = 0
      const answers = missing.length === 0 ? [] : await rpc.transactions(missing, { signal })
      for (const [i, answer] of answers.entries()) {
        if (i % PER_TURN === PER_TURN - 1) await nextTurn()
        const transaction = answer.ok ? decodeTransaction(answer.value) : answer
        // A record of another transaction than the one asked for is no answer.
        if (!transaction.ok || transaction.value.signature !== missing[i]) unread++
        else if (transaction.value.err === null) decoded.set(missing[i]!, transaction.value)
      }
      return unread
    },
    get: (signature) => decoded.get(signature),
    look,
    keep(signature) {
      const made = look(signature)
      if (made !== undefined) chosen.add(signature)
      return made
    },
    place(signature, indexInBlock) {
      const transaction = decoded.get(signature)
      const made = observed.get(signature)
      if (transaction !== undefined) decoded.set(signature, { ...transaction, indexInBlock })
      if (made !== undefined) observed.set(signature, { ...made, indexInBlock })
    },
    kept: () => [...chosen].map((signature) => observed.get(signature)!).sort(byPlaceOnChain),
  }
}

/** By slot, place in the block (those without one last), signature. */
export function byPlaceOnChain(a: ObservedTransaction, b: ObservedTransaction): number {
  if (a.slot !== b.slot) return a.slot - b.slot
  const [left, right] = [a.indexInBlock ?? Number.MAX_SAFE_INTEGER, b.indexInBlock ?? Number.MAX_SAFE_INTEGER]
  return left - right || (a.signature < b.signature ? -1 : a.signature > b.signature ? 1 : 0)
}

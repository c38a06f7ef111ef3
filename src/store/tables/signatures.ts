import { IDEMPOTENCY } from '../../config/idempotency.ts'
import type { Environment, Table } from '../environment.ts'

/** Which request a transaction belongs to. To be used inside a write transaction. */
export type Signatures = {
  /** False when another one has it. */
  take(signature: string, holder: string, nowMs: number): boolean
  /** Forgets some of those taken before a time, all of them for infinity; how many. */
  prune(beforeMs: number): number
}

/** Equal requests of one moment make equal transactions, and of those the chain executes one. The signer takes the
 *  signature first, so that the other request is signed again instead of being answered with what was not done for it. */
export function openSignatures(env: Environment): Signatures {
  const holders: Table<string> = env.table('signatureHolders.v1')
  const byTime: Table<[number, string]> = env.table('signaturesByTime.v1')
  return {
    take(signature, holder, nowMs) {
      const known = holders.get(signature)
      if (known !== undefined) return known.toString() === holder
      holders.put(signature, Buffer.from(holder))
      byTime.put([nowMs, signature], Buffer.alloc(1))
      return true
    },
    prune(beforeMs) {
      const limit = beforeMs === Number.POSITIVE_INFINITY ? Number.MAX_SAFE_INTEGER : IDEMPOTENCY.prunedPerWrite
      const old = Array.from(byTime.getKeys({ end: [beforeMs, ''], limit }))
      for (const key of old) {
        byTime.remove(key)
        holders.remove(key[1])
      }
      return old.length
    },
  }
}

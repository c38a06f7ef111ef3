import { UPSTREAM_BATCHES } from '../../config/upstream-limits.ts'
import type { Outcome } from '../../contract/outcome.ts'
import { heldBytes } from '../../runtime/held-bytes.ts'
import type { SolanaRpc } from './rpc.ts'
import { type Asking, createSharedPages } from './shared-pages.ts'
import { createSharedTransactions } from './shared-transactions.ts'

/** A node as one question uses it. */
export type SharedReads = {
  readonly rpc: SolanaRpc
  /** Calls made so far by method; a call inside an array counts as one. */
  calls(): Readonly<Record<string, number>>
}
export type ReadStore = {
  /** For one question. `sinceMs`: an older page of newest signatures is read again; all else never changes. */
  open(node: SolanaRpc, sinceMs: number): SharedReads
}

const PACE = 'getRecentPerformanceSamples'

/** Reads each transaction, page of signatures and block once, however many parts of however many questions ask for it,
 *  also at the same time. Only what the node answered is kept; failures are asked for again. `onHeld` hears about how
 *  many bytes each answer takes. */
export function createReadStore(nowMs: () => number, onHeld: (bytes: number) => void = () => {}): ReadStore {
  const weigh = (value: unknown): void => onHeld(heldBytes(value))
  const transactions = createSharedTransactions(weigh)
  const pages = createSharedPages(nowMs, (rows) => {
    transactions.note(rows)
    weigh(rows)
  })
  const blocks = new Map<string, Promise<Outcome<unknown>>>()

  const readBlock = async (asking: Asking, args: Parameters<SolanaRpc['call']>): Promise<Outcome<unknown>> => {
    const key = JSON.stringify(args[1])
    for (let reading = blocks.get(key); reading !== undefined; reading = blocks.get(key)) {
      const held = await reading
      if (held.ok) return held
      if (blocks.get(key) === reading) blocks.delete(key)
    }
    asking.count('getBlock', 1)
    const reading = asking.node.call<unknown>(...args)
    blocks.set(key, reading)
    const read = await reading
    if (read.ok) weigh(read.value)
    return read
  }

  return {
    open(node, sinceMs) {
      const counts = new Map<string, number>()
      const count = (method: string, times: number): void => void counts.set(method, (counts.get(method) ?? 0) + times)
      const asking: Asking = { node, sinceMs, count }
      /** Of this question alone: it changes by the minute. */
      let pace: Promise<Outcome<unknown>> | undefined
      return {
        rpc: {
          ...countOthers(asking),
          async call<T>(...args: Parameters<SolanaRpc['call']>) {
            if (args[0] === 'getBlock') return (await readBlock(asking, args)) as Outcome<T>
            if (args[0] === PACE) {
              pace ??= countedCall(asking, args)
              return (await pace) as Outcome<T>
            }
            count(args[0], 1)
            return node.call<T>(...args)
          },
          transactions: (signatures, options = {}) => transactions.read(asking, signatures, options),
          signaturesOf: (address, options = {}) => pages.of(asking, address, options),
          signaturesOfMany: (addresses, options) => pages.ofMany(asking, addresses, options),
        },
        calls: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
      }
    },
  }
}

function countedCall({ node, count }: Asking, args: Parameters<SolanaRpc['call']>): Promise<Outcome<unknown>> {
  count(args[0], 1)
  return node.call<unknown>(...args)
}

/** Accounts and scans say how things are now: they are counted and never kept. */
function countOthers({ node, count }: Asking): SolanaRpc {
  return {
    ...node,
    callMany(calls, options) {
      for (const { method } of calls) count(method, 1)
      return node.callMany(calls, options)
    },
    accounts(addresses, options) {
      count('getMultipleAccounts', Math.ceil(addresses.length / UPSTREAM_BATCHES.rpcAccounts))
      return node.accounts(addresses, options)
    },
    programAccounts(program, options) {
      count('getProgramAccounts', 1)
      return node.programAccounts(program, options)
    },
  }
}

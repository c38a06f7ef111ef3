import type { SolanaRpc } from '../../chain/solana/rpc.ts'

type Read = SolanaRpc['accounts']
type Answer = Awaited<ReturnType<Read>>
type Waiting = { readonly addresses: readonly string[]; readonly resolve: (answer: Answer | Promise<Answer>) => void }

/** Accounts that several ask for at the same time, read together: a token's pools on all DEXs are in reach of one or
 *  two calls instead of dozens. */
export type JoinedReads = {
  readonly rpc: SolanaRpc
  /** Until then what is asked for is only collected; from then on it is read at the end of each turn. */
  release(): void
}

/** Where the joined call fails, each read is made on its own: what is wrong with one takes no one else with it. Reads
 *  of parts of accounts, and all other calls, go to the node as they are. */
export function joinReads(node: SolanaRpc, signal: AbortSignal | undefined): JoinedReads {
  let waiting: Waiting[] = []
  let isHeld = true
  let isDue = false
  const abort = signal ? { signal } : {}

  async function flush(): Promise<void> {
    isDue = false
    const asked = waiting
    waiting = []
    const [first] = asked
    if (first === undefined) return
    if (asked.length === 1) return first.resolve(node.accounts(first.addresses, abort))
    const places = new Map<string, number>()
    for (const { addresses } of asked) for (const one of addresses) if (!places.has(one)) places.set(one, places.size)
    const read = await node.accounts([...places.keys()], abort)
    for (const { addresses, resolve } of asked) {
      if (read.ok) {
        const accounts = addresses.map((one) => read.value.accounts[places.get(one)!] ?? null)
        resolve({ ok: true, value: { slot: read.value.slot, accounts } })
      } else resolve(signal?.aborted ? read : node.accounts(addresses, abort))
    }
  }
  function schedule(): void {
    if (isHeld || isDue) return
    isDue = true
    setImmediate(() => void flush())
  }

  return {
    rpc: {
      ...node,
      accounts: (addresses, options = {}) => {
        if (options.dataSlice !== undefined) return node.accounts(addresses, options)
        return new Promise((resolve) => {
          waiting.push({ addresses, resolve })
          schedule()
        })
      },
    },
    release() {
      isHeld = false
      schedule()
    },
  }
}

import type { AccountListener, NodeSubscriptions } from '../../../src/chain/solana/node-subscriptions.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import type { Context } from '../../../src/context.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { type FakeContext, fakeContext } from '../../support/fake-context.ts'

export type ScriptedChain = FakeContext & {
  readonly ctx: Context
  /** Accounts of the node; a test changes them as it likes. */
  readonly accounts: Map<string, AccountView>
  /** Addresses of each read, in order. */
  readonly reads: string[][]
  readonly watched: Map<string, AccountListener>
  /** Those who hear of slots. */
  readonly slotListeners: ReadonlySet<(slot: number) => void>
  slot: number
  isDown: boolean
  blockhashes: number
  /** Writes an account and, when it is watched and live, tells it. */
  change(account: AccountView): void
  /** What was subscribed is live from here on. */
  goLive(): void
  breakOff(): void
  /** A slot is told, and what it sets going comes to its end. */
  tellSlot(): Promise<void>
}

/** A node without a network, its clock moved by hand. Without `news` it tells nothing. */
export function scriptedChain(options: { readonly subscriptions?: boolean } = {}): ScriptedChain {
  const accounts = new Map<string, AccountView>()
  const reads: string[][] = []
  const watched = new Map<string, AccountListener>()
  const live = new Set<string>()
  const slotListeners = new Set<(slot: number) => void>()
  const rpc = {
    async accounts(addresses) {
      reads.push([...addresses])
      if (chain.isDown) return fail('upstream_failed', 'the node is away')
      return ok({ slot: chain.slot, accounts: addresses.map((address) => accounts.get(address) ?? null) })
    },
    async call(method) {
      if (chain.isDown || method !== 'getLatestBlockhash') return fail('upstream_failed', 'the node is away')
      chain.blockhashes++
      return ok({ value: { blockhash: hashAt(chain.blockhashes), lastValidBlockHeight: 150 + chain.slot } } as never)
    },
  } as Partial<SolanaRpc> as SolanaRpc
  const subscriptions: NodeSubscriptions = {
    watchAccount(address, listener) {
      watched.set(address, listener)
      return {
        close() {
          watched.delete(address)
          live.delete(address)
        },
      }
    },
    watchSignature: () => null,
    onSlot(listener) {
      slotListeners.add(listener)
      return { close: () => void slotListeners.delete(listener) }
    },
    isUp: () => true,
    close() {},
  }
  const fake = fakeContext({ parts: { chain: options.subscriptions === false ? { rpc } : { rpc, subscriptions } } })
  const chain: ScriptedChain = {
    ...fake,
    accounts,
    reads,
    watched,
    slotListeners,
    slot: 100,
    isDown: false,
    blockhashes: 0,
    change(account) {
      accounts.set(account.address, account)
      if (live.has(account.address)) watched.get(account.address)?.onChange(account, chain.slot)
    },
    goLive() {
      for (const [address, listener] of watched) {
        if (live.has(address)) continue
        live.add(address)
        listener.onLive()
      }
    },
    breakOff() {
      live.clear()
      for (const listener of watched.values()) listener.onUnsure()
    },
    async tellSlot() {
      chain.slot++
      for (const listener of slotListeners) listener(chain.slot)
      for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
    },
  }
  return chain
}

/** A token account's bytes, or any others, at an address. */
export function accountOf(
  address: string,
  data: Uint8Array,
  lamports = 1n,
  owner: string = TOKEN_PROGRAM,
): AccountView {
  return { address, lamports, owner, executable: false, data }
}

/** The nth blockhash that a scripted chain tells. */
export function hashAt(n: number): string {
  return encodeBase58(new Uint8Array(32).fill(n))
}

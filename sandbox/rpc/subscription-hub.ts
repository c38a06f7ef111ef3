import { SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { AccountState, Block, ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import { passesFilters } from './account-filters.ts'
import { encodeAccount } from './encode-account.ts'
import { encodeBlock } from './encode-block.ts'
import { allKeys } from './encode-transaction.ts'
import type { Commitment } from './read-params.ts'
import { RPC_CODES, RpcRefusal } from './rpc-refusal.ts'
import type { Topic } from './subscription.ts'
import { commitmentOf, withContext } from './world.ts'

export type Subscription = {
  readonly id: number
  readonly topic: Topic
  /** Sends one notification; `result` is JSON text. */
  notify(method: string, result: string): void
  /** Ends the subscription from this side: signatures are notified once. */
  end(): void
}
export type SubscriptionHub = {
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
  /** Tells a new signature subscription what has happened already. */
  catchUp(subscription: Subscription): void
  /** Stops listening to the chain. */
  close(): void
}

type Of<K extends Topic['kind']> = Subscription & { readonly topic: Extract<Topic, { kind: K }> }

const GONE: AccountState = { lamports: 0n, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false }
const RANK: Readonly<Record<Commitment, number>> = { processed: 0, confirmed: 1, finalized: 2 }

/** Turns what happens on the chain into notifications, each at the commitment its subscriber asked for. Texts that do
 *  not depend on the subscriber are built once. */
export function createSubscriptionHub(chain: SandboxChain): SubscriptionHub {
  const byKey = new Map<string, Set<Subscription>>()
  const counts = new Map<Topic['kind'], number>()
  /** Last state of each account that a block changed, until that block is final. Kept while someone may ask. */
  const changesOfSlot = new Map<number, Map<string, AccountState | null>>()
  let lastRoot = chain.finalizedSlot()

  /** A copy, for a notification may end its subscription. `key` belongs to a topic of kind K. */
  const at = <K extends Topic['kind']>(_kind: K, key: string) => [...(byKey.get(key) ?? [])] as unknown as Of<K>[]
  const count = (kind: Topic['kind']): number => counts.get(kind) ?? 0

  const offs = [
    chain.on('slot', (slot, parent, root) => {
      broadcast('slot', 'slotNotification', { parent, root, slot })
      notifyUpdate({ parent, slot, type: 'createdBank' })
    }),
    chain.on('transaction', (transaction) => {
      notifySignature(transaction, 'processed')
      notifyLogs(transaction, 'processed')
    }),
    chain.on('account', (address, state, slot) => {
      if (count('account') + count('program') === 0) return
      notifyAccount(address, state, slot, 'processed')
      const changes = changesOfSlot.get(slot)
      if (changes === undefined) changesOfSlot.set(slot, new Map([[address, state]]))
      else changes.set(address, state)
    }),
    chain.on('block', (block) => {
      notifyBlock(block, 'confirmed')
      const failed = block.transactions.filter(({ err }) => err !== null).length
      const entries = block.transactions.length
      notifyUpdate({
        slot: block.slot,
        stats: {
          maxTransactionsPerEntry: entries,
          numFailedTransactions: failed,
          numSuccessfulTransactions: entries - failed,
          numTransactionEntries: entries,
        },
        type: 'frozen',
      })
      notifyUpdate({ slot: block.slot, type: 'optimisticConfirmation' })
    }),
    chain.on('root', (root) => {
      for (const slot of chain.blockSlots(lastRoot + 1, root, root - lastRoot)) {
        for (const block of chain.banks(slot)) notifyBlock(block, 'finalized')
      }
      for (const slot of changesOfSlot.keys()) if (slot <= root) changesOfSlot.delete(slot)
      lastRoot = root
      broadcast('root', 'rootNotification', root)
      notifyUpdate({ slot: root, type: 'root' })
    }),
    chain.on('dropped', (blocks) => {
      for (const { slot } of blocks) changesOfSlot.delete(slot)
    }),
  ]

  function broadcast(kind: 'slot' | 'root' | 'slotsUpdates', method: string, result: unknown): void {
    if (count(kind) === 0) return
    const text = JSON.stringify(result)
    for (const subscription of at(kind, kind)) subscription.notify(method, text)
  }

  function notifyUpdate(update: {
    readonly slot: number
    readonly type: string
    readonly [more: string]: unknown
  }): void {
    broadcast('slotsUpdates', 'slotsUpdatesNotification', { ...update, timestamp: chain.unixTimeSec() * 1_000 })
  }

  function notifyBlock(block: Block, commitment: Commitment): void {
    for (const transaction of block.transactions) {
      notifySignature(transaction, commitment)
      notifyLogs(transaction, commitment)
    }
    for (const [address, state] of changesOfSlot.get(block.slot) ?? [])
      notifyAccount(address, state, block.slot, commitment)
    for (const subscription of at('block', 'block'))
      if (subscription.topic.commitment === commitment) notifyOneBlock(subscription, block)
  }

  function notifySignature(transaction: ExecutedTransaction, commitment: Commitment): void {
    if (count('signature') === 0) return
    for (const subscription of at('signature', `signature ${transaction.signature}`)) {
      if (commitment === 'processed' && subscription.topic.wantsReceived)
        subscription.notify('signatureNotification', JSON.stringify(withContext(transaction.slot, 'receivedSignature')))
      if (subscription.topic.commitment === commitment) finishSignature(subscription, transaction)
    }
  }

  function finishSignature(subscription: Of<'signature'>, { slot, err }: ExecutedTransaction): void {
    subscription.notify('signatureNotification', JSON.stringify(withContext(slot, { err })))
    subscription.end()
  }

  function notifyLogs(transaction: ExecutedTransaction, commitment: Commitment): void {
    if (count('logs') === 0) return
    let text: string | null = null
    for (const key of ['logs', ...new Set(allKeys(transaction).map((address) => `logs ${address}`))])
      for (const subscription of at('logs', key)) {
        if (subscription.topic.commitment !== commitment) continue
        const { slot, signature, err, logs } = transaction
        text ??= JSON.stringify(withContext(slot, { err, logs, signature }))
        subscription.notify('logsNotification', text)
      }
  }

  function notifyAccount(address: string, state: AccountState | null, slot: number, commitment: Commitment): void {
    const shown = chain.isEmulated(address) ? GONE : (state ?? GONE)
    for (const { topic, notify } of at('account', `account ${address}`)) {
      if (topic.config.commitment !== commitment) continue
      const value = encodeOrNull(shown, topic.config)
      if (value !== null) notify('accountNotification', JSON.stringify(withContext(slot, value)))
    }
    if (state === null) return
    for (const { topic, notify } of at('program', `program ${shown.owner}`)) {
      if (topic.config.commitment !== commitment || !passesFilters(shown, topic.filters)) continue
      const account = encodeOrNull(shown, topic.config)
      if (account !== null)
        notify('programNotification', JSON.stringify(withContext(slot, { account, pubkey: address })))
    }
  }

  /** Data too long for the asked encoding is no reason to end a subscription: a node leaves the notice out. */
  function encodeOrNull(state: AccountState, config: Of<'account'>['topic']['config']) {
    try {
      return encodeAccount(chain, state, config.encoding, config.dataSlice)
    } catch (error) {
      if (error instanceof RpcRefusal) return null
      throw error
    }
  }

  function notifyOneBlock({ topic, notify }: Of<'block'>, block: Block): void {
    const { mentions, form } = topic
    const transactions =
      mentions === null ? block.transactions : block.transactions.filter((one) => allKeys(one).includes(mentions))
    if (mentions !== null && transactions.length === 0) return
    notify('blockNotification', JSON.stringify(withContext(block.slot, blockUpdate(block, transactions, form))))
  }

  return {
    add(subscription) {
      const key = keyOf(subscription.topic)
      const set = byKey.get(key)
      if (set === undefined) byKey.set(key, new Set([subscription]))
      else set.add(subscription)
      counts.set(subscription.topic.kind, count(subscription.topic.kind) + 1)
    },
    remove(subscription) {
      const key = keyOf(subscription.topic)
      const set = byKey.get(key)
      if (set === undefined || !set.delete(subscription)) return
      if (set.size === 0) byKey.delete(key)
      counts.set(subscription.topic.kind, count(subscription.topic.kind) - 1)
      if (count('account') + count('program') === 0) changesOfSlot.clear()
    },
    catchUp(subscription) {
      if (!isSignature(subscription)) return
      const transaction = chain.transaction(subscription.topic.signature)
      if (transaction === undefined) return
      if (RANK[commitmentOf(chain, transaction)] >= RANK[subscription.topic.commitment])
        finishSignature(subscription, transaction)
    },
    close: () => {
      for (const off of offs) off()
    },
  }
}

/** Where a topic waits: topics of one key hear of the same things. */
function keyOf(topic: Topic): string {
  switch (topic.kind) {
    case 'logs':
      return topic.mentions === null ? 'logs' : `logs ${topic.mentions}`
    case 'signature':
      return `signature ${topic.signature}`
    case 'account':
      return `account ${topic.address}`
    case 'program':
      return `program ${topic.program}`
    default:
      return topic.kind
  }
}

function isSignature(subscription: Subscription): subscription is Of<'signature'> {
  return subscription.topic.kind === 'signature'
}

function blockUpdate(
  block: Block,
  transactions: readonly ExecutedTransaction[],
  form: Parameters<typeof encodeBlock>[2],
) {
  try {
    return { slot: block.slot, err: null, block: encodeBlock(block, transactions, form) }
  } catch (error) {
    if (!(error instanceof RpcRefusal) || error.code !== RPC_CODES.unsupportedVersion) throw error
    const version = transactions.find((one) => one.version !== 'legacy')?.version ?? 0
    return { slot: block.slot, err: { UnsupportedTransactionVersion: version }, block: null }
  }
}

import Type from 'typebox'
import type { ProviderConfig } from '../../config/env.ts'
import { NEWS, TRADING } from '../../config/trading.ts'
import { guarded } from '../../runtime/background.ts'
import type { Clock } from '../../runtime/clock.ts'
import { checkDepth, parseWithBigMembers } from '../../runtime/exact-json.ts'
import type { Logger } from '../../runtime/log.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { Slot } from '../../runtime/reply-ranges.ts'
import { createBase64Decoder, LAMPORTS_MEMBER, toAccountView } from './account-views.ts'
import { type AccountView, COMMITMENT } from './rpc.ts'
import { AccountReply } from './rpc-replies.ts'
import { createSubscriptionSocket } from './subscription-socket.ts'

/** What a watcher of an account hears. What was read before `onLive`, or between `onUnsure` and the next `onLive`, may
 *  have missed a change: it must be read again. */
export type AccountListener = {
  /** The account after a confirmed block that wrote it; null when it is gone. */
  onChange(account: AccountView | null, slot: number): void
  /** From here on every change is sent. Called again after each reconnect. */
  onLive(): void
  /** The connection broke, or the node refused. */
  onUnsure(): void
}
export type SignatureNotification = { readonly slot: number; readonly err: unknown }
export type Watch = { close(): void }

/** News of a node on one socket, which opens at the first question and comes back after every break, with all that was
 *  subscribed. Everything is sent at commitment `confirmed`. */
export type NodeSubscriptions = {
  /** Watchers of one account share its subscription. Null when so many are watched that no more are taken. */
  watchAccount(address: string, listener: AccountListener): Watch | null
  /** Calls once, when the transaction is confirmed, whether it failed or not; at once or a slot later when it is
   *  already. Null when no more are taken. Silence proves nothing: ask for its status, too. */
  watchSignature(signature: string, onDone: (notification: SignatureNotification) => void): Watch | null
  onSlot(listener: (slot: number) => void): Watch
  isUp(): boolean
  close(): void
}

type Subscription = {
  readonly method: 'account' | 'signature' | 'slot'
  readonly params: readonly unknown[]
  /** The node's number of it, while it is live. */
  nodeId: number | null
  isOver: boolean
  refusedAtMs: number | null
  onResult(result: unknown): void
  onLive(): void
  onUnsure(): void
}
type Message = {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
  readonly params?: { readonly result?: unknown; readonly subscription?: unknown }
}

const SYSTEM_OWNER = '11111111111111111111111111111111'
const accountNotificationCheck = compileReply(
  Type.Object({ context: Type.Object({ slot: Slot }), value: AccountReply }),
)
const signatureNotificationCheck = compileReply(
  Type.Object({ context: Type.Object({ slot: Slot }), value: Type.Object({ err: Type.Unknown() }) }),
)
const slotNotificationCheck = compileReply(Type.Object({ slot: Slot }))

export function createNodeSubscriptions(parts: {
  readonly node: ProviderConfig
  readonly clock: Clock
  readonly log: Logger
}): NodeSubscriptions {
  const { clock } = parts
  const subscriptions = new Set<Subscription>()
  const asked = new Map<number, Subscription>()
  const live = new Map<number, Subscription>()
  const accounts = new Map<string, { readonly subscription: Subscription; readonly listeners: Set<AccountListener> }>()
  const slotListeners = new Set<(slot: number) => void>()
  let signatures = 0
  let lastRequest = 0

  const socket = createSubscriptionSocket(parts, {
    onUp() {
      for (const subscription of subscriptions) ask(subscription)
    },
    onBreak() {
      asked.clear()
      live.clear()
      for (const subscription of [...subscriptions]) {
        subscription.nodeId = null
        subscription.refusedAtMs = null
        subscription.onUnsure()
      }
    },
    onMessage(text) {
      const message = read(text)
      if (typeof message?.id === 'number') answered(message.id, message)
      else if (typeof message?.params?.subscription === 'number')
        live.get(message.params.subscription)?.onResult(message.params.result)
    },
  })

  function add(subscription: Subscription): void {
    subscriptions.add(subscription)
    socket.start()
    if (socket.isUp()) ask(subscription)
  }

  function ask(subscription: Subscription): void {
    const id = ++lastRequest
    asked.set(id, subscription)
    socket.send(call(id, `${subscription.method}Subscribe`, subscription.params))
  }

  function answered(id: number, { result }: Message): void {
    const subscription = asked.get(id)
    if (subscription === undefined) return
    asked.delete(id)
    if (typeof result !== 'number') {
      subscription.refusedAtMs = clock.monotonicMs()
      if (!subscription.isOver) subscription.onUnsure()
      return
    }
    if (subscription.isOver) {
      unsubscribe(subscription, result)
      return
    }
    subscription.nodeId = result
    subscription.refusedAtMs = null
    live.set(result, subscription)
    subscription.onLive()
  }

  function remove(subscription: Subscription): void {
    if (subscription.isOver) return
    subscription.isOver = true
    subscriptions.delete(subscription)
    if (subscription.nodeId === null) return
    live.delete(subscription.nodeId)
    unsubscribe(subscription, subscription.nodeId)
  }

  function unsubscribe({ method }: Subscription, nodeId: number): void {
    socket.send(call(++lastRequest, `${method}Unsubscribe`, [nodeId]))
  }

  /** Asks again for what the node once refused: its room may have changed. */
  function retryRefused(): void {
    const nowMs = clock.monotonicMs()
    for (const subscription of subscriptions) {
      if (subscription.refusedAtMs === null || nowMs - subscription.refusedAtMs < NEWS.refusedRetryMs) continue
      subscription.refusedAtMs = null
      ask(subscription)
    }
  }

  const slots: Subscription = {
    method: 'slot',
    params: [],
    nodeId: null,
    isOver: false,
    refusedAtMs: null,
    onResult(result) {
      if (!slotNotificationCheck.matches(result)) return
      retryRefused()
      for (const listener of [...slotListeners]) listener(result.slot)
    },
    onLive() {},
    onUnsure() {},
  }

  function watchNewAccount(address: string): { subscription: Subscription; listeners: Set<AccountListener> } {
    const listeners = new Set<AccountListener>()
    const subscription: Subscription = {
      method: 'account',
      params: [address, { encoding: 'base64', commitment: COMMITMENT }],
      nodeId: null,
      isOver: false,
      refusedAtMs: null,
      onResult(result) {
        if (!accountNotificationCheck.matches(result)) return
        const view = toAccountView(address, result.value, createBase64Decoder())
        const isGone = view.lamports === 0n && view.owner === SYSTEM_OWNER && view.data.length === 0
        for (const listener of [...listeners]) listener.onChange(isGone ? null : view, result.context.slot)
      },
      onLive() {
        for (const listener of [...listeners]) listener.onLive()
      },
      onUnsure() {
        for (const listener of [...listeners]) listener.onUnsure()
      },
    }
    return { subscription, listeners }
  }

  return {
    watchAccount(address, listener) {
      let watched = accounts.get(address)
      if (watched === undefined) {
        if (accounts.size >= TRADING.watchedAccounts) return null
        watched = watchNewAccount(address)
        accounts.set(address, watched)
        ensureSlots()
        watched.listeners.add(listener)
        add(watched.subscription)
      } else {
        watched.listeners.add(listener)
        if (watched.subscription.nodeId !== null) listener.onLive()
      }
      const { subscription, listeners } = watched
      return {
        close() {
          if (!listeners.delete(listener) || listeners.size > 0) return
          accounts.delete(address)
          remove(subscription)
        },
      }
    },
    watchSignature(signature, onDone) {
      if (signatures >= TRADING.watchedSignatures) return null
      signatures++
      const end = (): void => {
        if (subscription.isOver) return
        signatures--
        // A node ends the subscription itself once it has sent its notification.
        remove(subscription)
      }
      const subscription: Subscription = {
        method: 'signature',
        params: [signature, { commitment: COMMITMENT }],
        nodeId: null,
        isOver: false,
        refusedAtMs: null,
        onResult(result) {
          if (!signatureNotificationCheck.matches(result)) return
          if (subscription.nodeId !== null) live.delete(subscription.nodeId)
          subscription.nodeId = null
          end()
          onDone({ slot: result.context.slot, err: result.value.err ?? null })
        },
        onLive() {},
        onUnsure() {},
      }
      ensureSlots()
      add(subscription)
      return { close: end }
    },
    onSlot(listener) {
      // One that throws does not keep the notification from the others.
      const own = guarded('slot notification', listener)
      slotListeners.add(own)
      ensureSlots()
      return { close: () => void slotListeners.delete(own) }
    },
    isUp: () => socket.isUp(),
    close: () => socket.close(),
  }

  /** Slots are always subscribed to: they show that the socket is alive. */
  function ensureSlots(): void {
    if (!subscriptions.has(slots)) add(slots)
  }
}

function call(id: number, method: string, params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

/** Null for a message that cannot be read: it is ignored. */
function read(text: string): Message | null {
  try {
    checkDepth(text)
    const message = parseWithBigMembers(text, LAMPORTS_MEMBER)
    return typeof message === 'object' && message !== null ? (message as Message) : null
  } catch {
    return null
  }
}

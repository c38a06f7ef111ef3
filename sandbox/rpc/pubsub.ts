import type { Logger } from '../../src/runtime/log.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { Faults } from '../control/faults.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { errorText, readId } from './endpoint.ts'
import { isObject, type Json, readJson } from './json.ts'
import { invalidParams, RPC_CODES, RpcRefusal } from './rpc-refusal.ts'
import { isUnsubscribe, readTopic } from './subscription.ts'
import { createSubscriptionHub, type Subscription } from './subscription-hub.ts'

/** The sending side of one WebSocket. */
export type PubSubSocket = { send(text: string): void; close(): void }
/** What the server calls for one WebSocket. */
export type PubSubConnection = { receive(message: Uint8Array): void; closed(): void }
export type PubSub = {
  open(socket: PubSubSocket): PubSubConnection
  /** Closes every socket; new ones may open. For tests of reconnecting clients. */
  closeSockets(): number
  /** Open sockets and their subscriptions. */
  load(): { readonly sockets: number; readonly subscriptions: number }
  /** Stops listening to the chain. */
  close(): void
}

/** A subscription made while a message is answered: it may speak only after the answer has gone out. */
type Answer = { readonly text: string; readonly made: Subscription | null }

/** Solana's PubSub protocol: subscribe and unsubscribe as JSON-RPC, notifications as the chain moves. */
export function createPubSub(options: {
  readonly chain: SandboxChain
  readonly faults: Faults
  readonly log: Logger
}): PubSub {
  const { chain, faults, log } = options
  const hub = createSubscriptionHub(chain)
  const connections = new Map<PubSubSocket, Map<number, Subscription>>()
  let lastId = 0

  function subscribe(socket: PubSubSocket, own: Map<number, Subscription>, method: string, params: readonly Json[]) {
    const topic = readTopic(method, params)
    if (own.size >= SANDBOX_LIMITS.subscriptionsPerSocket)
      throw new RpcRefusal(RPC_CODES.internal, 'Internal Error: Subscription refused. Node subscription limit reached')
    const id = ++lastId
    const subscription: Subscription = {
      id,
      topic,
      notify(name, result) {
        if (own.has(id))
          socket.send(`{"jsonrpc":"2.0","method":"${name}","params":{"result":${result},"subscription":${id}}}`)
      },
      end: () => cancel(own, id),
    }
    own.set(id, subscription)
    hub.add(subscription)
    return subscription
  }

  function cancel(own: Map<number, Subscription>, id: number): boolean {
    const subscription = own.get(id)
    if (subscription === undefined) return false
    own.delete(id)
    hub.remove(subscription)
    return true
  }

  /** `"result":...` or `"error":...` of one call. */
  function run(socket: PubSubSocket, own: Map<number, Subscription>, method: string, params: Json): Answer {
    try {
      const refusal = faults.rpcErrorFor({ provider: 'pubsub', name: method })
      if (refusal !== null) return { text: errorText(refusal.code, refusal.message), made: null }
      if (params !== null && !Array.isArray(params)) throw invalidParams('Invalid params: expected a sequence.')
      const list: readonly Json[] = params ?? []
      if (!isUnsubscribe(method)) {
        const made = subscribe(socket, own, method, list)
        return { text: `"result":${made.id}`, made }
      }
      const id = list[0]
      if (typeof id !== 'number' || !cancel(own, id)) throw invalidParams('Invalid subscription id.')
      return { text: '"result":true', made: null }
    } catch (error) {
      if (error instanceof RpcRefusal) return { text: errorText(error.code, error.message, error.data), made: null }
      log.error({ err: error, method }, 'subscription failed')
      return { text: errorText(RPC_CODES.internal, 'Internal error'), made: null }
    }
  }

  function answerCall(socket: PubSubSocket, own: Map<number, Subscription>, call: Json): Answer | null {
    const id = isObject(call) ? call['id'] : undefined
    const idText = id === undefined ? null : readId(id)
    const method = isObject(call) ? call['method'] : undefined
    if (!isObject(call) || typeof method !== 'string' || (id !== undefined && idText === null))
      return {
        text: `{"jsonrpc":"2.0",${errorText(RPC_CODES.invalidRequest, 'Invalid request')},"id":null}`,
        made: null,
      }
    // A notification subscribes to nothing: its sender could never learn the number. Clients use it as a heartbeat.
    if (idText === null) return null
    const { text, made } = run(socket, own, method, call['params'] ?? null)
    return { text: `{"jsonrpc":"2.0",${text},"id":${idText}}`, made }
  }

  function receive(socket: PubSubSocket, own: Map<number, Subscription>, message: Uint8Array): void {
    const json = readJson(message)
    if (json === undefined) {
      socket.send(`{"jsonrpc":"2.0",${errorText(RPC_CODES.parseError, 'Parse error')},"id":null}`)
      return
    }
    const calls = Array.isArray(json) ? json.slice(0, SANDBOX_LIMITS.batchCalls) : [json]
    const answers = calls.map((call) => answerCall(socket, own, call)).filter((answer) => answer !== null)
    if (answers.length === 0) return
    const texts = answers.map(({ text }) => text)
    socket.send(Array.isArray(json) ? `[${texts.join(',')}]` : texts[0]!)
    for (const { made } of answers) if (made !== null) hub.catchUp(made)
  }

  return {
    open(socket) {
      const own = new Map<number, Subscription>()
      connections.set(socket, own)
      return {
        receive: (message) => receive(socket, own, message),
        closed() {
          for (const id of [...own.keys()]) cancel(own, id)
          connections.delete(socket)
        },
      }
    },
    closeSockets() {
      const open = [...connections.keys()]
      for (const socket of open) socket.close()
      return open.length
    },
    load: () => ({
      sockets: connections.size,
      subscriptions: [...connections.values()].reduce((sum, own) => sum + own.size, 0),
    }),
    close: () => hub.close(),
  }
}

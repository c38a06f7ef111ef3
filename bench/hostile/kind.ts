import { type Json, type JsonDocument, openDocument } from './json-document.ts'

export type Draw = {
  /** From 0 to 1. */
  random(): number
  below(bound: number): number
  pick<T>(values: readonly T[]): T
  oneIn(count: number): boolean
}

export type HttpReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** How the bytes go out; absent: at once and whole. */
  readonly manner?: 'slow' | 'stalled' | 'reset' | 'cut' | 'twice'
}

/** A question of the service to one of its upstreams. */
export type Exchange = {
  /** By the sandbox's name for it: `rpc`, `jupiter`. */
  readonly provider: string
  readonly path: string
  readonly request: Buffer
  /** Of JSON-RPC; empty for other providers. */
  readonly calls: readonly RpcCall[]
  readonly draw: Draw
  readonly lab: KindLab
  /** What the upstream really says. */
  forward(): Promise<HttpReply>
}
export type RpcCall = { readonly id: Json; readonly method: string; readonly params: readonly Json[] }

/** What a kind keeps from one lie to the next, and what it knows of the world. */
export type KindLab = {
  readonly memory: Map<string, HttpReply | Json>
  readonly attacker: string
  /** Of the sandbox itself, past the proxy. */
  readonly rpcUrl: string
  /** Where a redirect leads; no one should come here. */
  readonly trapUrl: string
}

/** A message of the node to the service, and what the service hears instead of it. */
export type SocketLie = (message: string, around: SocketAround) => readonly string[]
export type SocketAround = { readonly draw: Draw; readonly subscriptions: readonly number[]; readonly lab: KindLab }

export type Kind = {
  readonly name: string
  readonly says: string
  /** `page`: of the outside audit. `own`: thought up from the documents of the providers. */
  readonly source: 'page' | 'own'
  /** Part of the answers that are lies; half of them unless said. */
  readonly share?: number
  /** Where this kind can be met at all: half of the requests go to these routes, and so many orders are placed
   *  beside. */
  readonly meets?: { readonly routes?: RegExp; readonly orders?: number }
  /** Null leaves the answer as it is. */
  http?(exchange: Exchange): Promise<HttpReply | null>
  readonly socket?: SocketLie
}

export type Edit = (document: JsonDocument, around: { draw: Draw; calls: readonly RpcCall[]; provider: string }) => void

/** A kind that changes JSON, in replies as in notifications. `wants`: the exchanges that it is for. */
export function editing(
  about: Omit<Kind, 'http' | 'socket'>,
  edit: Edit,
  { wants = () => true, notifies = true }: { wants?: (exchange: Exchange) => boolean; notifies?: boolean } = {},
): Kind {
  const http = async (exchange: Exchange): Promise<HttpReply | null> => {
    if (!wants(exchange)) return null
    const reply = await exchange.forward()
    const document = openDocumentOf(reply)
    if (document === null) return reply
    edit(document, exchange)
    return { ...reply, body: Buffer.from(document.text()) }
  }
  const socket: SocketLie = (message, { draw }) => {
    const document = openDocument(message)
    // Answers to subscriptions have the kinds of sockets.
    if (document === null || !message.includes('Notification')) return [message]
    edit(document, { draw, calls: [], provider: 'ws' })
    return [document.text()]
  }
  return notifies ? { ...about, http, socket } : { ...about, http }
}

export function openDocumentOf({ body }: HttpReply): JsonDocument | null {
  return openDocument(body.toString())
}

export const asksFor =
  (...methods: readonly string[]) =>
  ({ calls }: Exchange): boolean =>
    calls.some(({ method }) => methods.includes(method))

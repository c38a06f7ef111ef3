import type { Context } from '../../../src/context.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

export const SOL = 'So11111111111111111111111111111111111111112'
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const USDT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'

/** A server beside a sandbox whose keys may ask as often as they like. */
export type TradingServer = {
  readonly server: OpenServer
  readonly ctx: Context
  /** With a key of every scope but `fee_routing`, unless another is given. */
  get(path: string, options?: { readonly key?: string | null; readonly userRef?: string }): Promise<ApiReply>
  post(path: string, body: unknown, options?: { readonly key?: string | null }): Promise<ApiReply>
}

export const FULL_KEY = 'rt_test_full'
export const READ_KEY = 'rt_test_read'
/** Scopes, but not `read`. */
export const QUEST_KEY = 'rt_test_quests'

export async function tradingServer(
  sandbox: StartedSandbox,
  env: Readonly<Record<string, string>> = {},
): Promise<TradingServer> {
  const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, ...env })
  const add = (key: string, scopes: readonly ('read' | 'trade' | 'wallet' | 'quests')[]) =>
    server.ctx.store.apiKeys.addVolatile(key, { label: key, tier: 'enterprise', scopes, limitPer10s: 1_000_000 })
  add(FULL_KEY, ['read', 'trade', 'wallet'])
  add(READ_KEY, ['read'])
  add(QUEST_KEY, ['quests'])
  const headersOf = (key: string | null, userRef?: string) => ({
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    ...(userRef === undefined ? {} : { 'X-User-Ref': userRef }),
  })
  return {
    server,
    ctx: server.ctx,
    get: (path, { key = FULL_KEY, userRef } = {}) => server.get(path, { key: null, headers: headersOf(key, userRef) }),
    post: (path, body, { key = FULL_KEY } = {}) => server.post(path, body, { key: null, headers: headersOf(key) }),
  }
}

import assert from 'node:assert/strict'
import { successOf } from '../../support/reply-check.ts'
import { type Asker, openTradeLab, type TradeLab } from '../trading/trade-lab.ts'
import { FULL_KEY } from '../trading/trading-server.ts'

/** What `requestLeftovers` of the sandbox's node made, by kind. */
export type Leftovers = Readonly<
  Record<
    | 'held'
    | 'empty'
    | 'frozen'
    | 'wsol'
    | 'mints'
    | 'multisigs'
    | 'lookup_tables'
    | 'lookup_tables_off'
    | 'buffers'
    | 'nonces'
    | 'stake',
    readonly string[]
  >
>

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at by hand, their schemas were checked before
export type Json = any
export type User = { readonly userRef: string; readonly address: string; readonly made: Leftovers }

export type RefundLab = TradeLab & {
  /** A custodial user with so much SOL and everything that people leave behind. */
  saver(lamports?: bigint): Promise<User>
  /** Slots until a table that was switched off now can be closed, and a few more. */
  cool(): Promise<void>
  scan(userRef: string, query?: string, key?: string): Promise<Json>
  close(body: unknown, asker?: Asker): Promise<Json>
  excess(body: unknown, asker?: Asker): Promise<Json>
  history(userRef: string, query?: string): Promise<Json>
  /** Lamports of accounts now, 0 for those that are not there. */
  lamports(...addresses: readonly string[]): Promise<readonly bigint[]>
}

export const scanReply = successOf('GET /v1/refund/scan')
export const closeReply = successOf('POST /v1/refund/close')
export const excessReply = successOf('POST /v1/refund/excess')
export const historyReply = successOf('GET /v1/refund/history')

const COOLING_SLOTS = 520
let users = 0

export async function openRefundLab(env: Readonly<Record<string, string>> = {}): Promise<RefundLab> {
  const lab = await openTradeLab(env, { isNew: true })
  return {
    ...lab,
    async saver(lamports = 1_000_000_000n) {
      const userRef = `saver-${users++}`
      const address = await lab.user(userRef, lamports)
      // Two lookup tables take two recent blocks, of which a world that has just begun may have one.
      await lab.pass(2)
      const made = await lab.rpc('requestLeftovers', [address])
      // What was made in the open block is confirmed with the next one.
      await lab.pass(2)
      return { userRef, address, made }
    },
    cool: () => lab.pass(COOLING_SLOTS),
    scan: async (userRef, query = '', key = FULL_KEY) =>
      scanReply(await lab.api.get(`/v1/refund/scan${query}`, { ...(userRef !== '' && { userRef }), key })),
    close: async (body, asker) => closeReply(await lab.post('/v1/refund/close', body, asker)),
    excess: async (body, asker) => excessReply(await lab.post('/v1/refund/excess', body, asker)),
    history: async (userRef, query = '') => historyReply(await lab.api.get(`/v1/refund/history${query}`, { userRef })),
    async lamports(...addresses) {
      const { value } = await lab.rpc('getMultipleAccounts', [addresses, { commitment: 'confirmed' }])
      assert.equal(value.length, addresses.length)
      return value.map((account: { lamports: number } | null) => BigInt(account?.lamports ?? 0))
    },
  }
}

export function sum(parts: readonly bigint[]): bigint {
  return parts.reduce((total, part) => total + part, 0n)
}

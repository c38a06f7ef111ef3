/* Figures of a signed-in key: pure, so that they are tested without a page. */

import { count, dateTime, plain, sol } from '../numbers.ts'

const NAMES: Readonly<Record<string, string>> = {
  wallet: 'Wallet',
  apiKeyId: 'Number of the key',
  keyPrefix: 'The key begins with',
  label: 'Label',
  tier: 'Tier',
  limitPer10s: 'Requests in 10 seconds',
  createdAt: 'Created',
  oldKeyValidUntil: 'The old key works until',
  feeWallet: 'Fee wallet',
  feeWalletBalance: 'The fee wallet holds',
}
const TIMES: readonly string[] = ['createdAt', 'oldKeyValidUntil']

/** What the dashboard says of a key, with names and units; members without a value are left out. */
export function keyFigures(dashboard: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(NAMES).flatMap(([member, name]) => {
    const value = dashboard[member]
    if (typeof value !== 'number' && typeof value !== 'string') return []
    if (TIMES.includes(member)) return [[name, dateTime(Number(value))] as const]
    if (member === 'feeWalletBalance') return [[name, sol(value)] as const]
    if (member === 'limitPer10s') return [[name, count(Number(value))] as const]
    return [[name, plain(String(value), 60)] as const]
  })
}

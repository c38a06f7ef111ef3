import { setImmediate as nextTurn } from 'node:timers/promises'
import { knownAddress } from '../../chain/solana/labels.ts'
import { isOnCurve } from '../../chain/solana/pda.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import { counted } from '../../contract/counted.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import type { ObservedTransaction, TokenPower } from '../evidence-bundle/evidence.ts'
import { readWalletHistories } from './wallet-histories.ts'
import type { WalletTrace } from './wallet-trace.ts'

/** Two may be chance. */
const LEAST_USERS = 3
const KEY_BYTES = 32

/** Keys no one has named that several wallets share beside the trail of their money: who may spend or close their token
 *  accounts, who spent from them, and to whom they paid a fee inside their trades. Those with most users first, then by
 *  address; at most `LIMITS.evidenceKeys`. Programs' addresses are no keys. */
export async function sharedKeys(
  transactions: readonly ObservedTransaction[],
  powers: readonly TokenPower[],
  isKnown: (address: string) => boolean,
): Promise<readonly string[]> {
  const users = new Map<string, Set<string>>()
  const note = (key: string, user: string): void => {
    if (key === user) return
    const own = users.get(key) ?? new Set<string>()
    users.set(key, own.add(user))
  }
  for (const { owner, by } of powers) note(by, owner)
  for (const { tokenMoves, trades, solMoves } of transactions) {
    for (const { from, authority } of tokenMoves) if (authority !== undefined) note(authority, from)
    const traders = new Set(trades.map(({ wallet }) => wallet))
    for (const { from, to } of solMoves) if (traders.has(from) && !traders.has(to)) note(to, from)
  }
  const shared = [...users]
    .filter(([key, own]) => own.size >= LEAST_USERS && knownAddress(key) === null && !isKnown(key))
    .sort(([a, left], [b, right]) => right.size - left.size || (a < b ? -1 : 1))
    .slice(0, LIMITS.evidenceKeys)
  const keys: string[] = []
  for (const [key] of shared) {
    await nextTurn()
    const bytes = decodeBase58Fixed(key, KEY_BYTES)
    if (bytes !== null && isOnCurve(bytes)) keys.push(key)
  }
  return keys
}

/** When each key began, and how much it is used: one page of signatures, and no transaction. */
export async function readKeys(
  rpc: SolanaRpc,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly traces: ReadonlyMap<string, WalletTrace>; readonly gap: string | null }> {
  const histories = await readWalletHistories(rpc, keys, signal)
  const traces = keys.map((key): readonly [string, WalletTrace] => {
    const history = histories.get(key) ?? null
    const oldest = history?.isBusy === false ? history.rows.findLast(({ err }) => err === null) : undefined
    return [
      key,
      {
        history,
        firstSeenSec: oldest?.blockTime ?? null,
        firstSeenSlot: oldest?.slot ?? null,
        funding: null,
        partial: history === null,
      },
    ]
  })
  const failed = traces.filter(([, { partial }]) => partial).length
  return { traces: new Map(traces), gap: failed === 0 ? null : `${counted(failed, 'read')} of shared keys failed` }
}

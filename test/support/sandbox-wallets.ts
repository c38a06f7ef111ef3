import assert from 'node:assert/strict'
import { publishedTokens } from './published-tokens.ts'
import { askNode } from './read-chain.ts'
import type { StartedSandbox } from './start-sandbox.ts'

export type NodeRow = {
  readonly signature: string
  readonly slot: number
  readonly err: unknown
  readonly blockTime: number
}
export type ActiveWallet = { readonly wallet: string; readonly rows: readonly NodeRow[] }

const READ = { encoding: 'json', maxSupportedTransactionVersion: 1 }

/** Those who paid for the newest transactions of the published tokens, with all of their own, the busiest first. */
export async function activeWallets(sandbox: StartedSandbox, count: number): Promise<readonly ActiveWallet[]> {
  const url = sandbox.urls['rpc']!
  const found = new Map<string, readonly NodeRow[]>()
  for (const { mint } of await publishedTokens(sandbox)) {
    const newest: readonly NodeRow[] = await askNode(url, 'getSignaturesForAddress', [mint, { limit: 3 }])
    for (const { signature } of newest) {
      const { transaction } = await askNode(url, 'getTransaction', [signature, READ])
      const payer: string = transaction.message.accountKeys[0]
      if (!found.has(payer)) found.set(payer, await askNode(url, 'getSignaturesForAddress', [payer, { limit: 1_000 }]))
    }
  }
  const sorted = [...found].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
  assert(sorted.length >= count, `${sorted.length} wallets`)
  return sorted.slice(0, count).map(([wallet, rows]) => ({ wallet, rows }))
}

/** What a wallet has more or less of after a transaction by mint, from the balances in the node's record: its own
 *  lamports and its wrapped SOL together under the mint of wrapped SOL. */
export async function changesByRecord(url: string, wallet: string, signature: string): Promise<Map<string, bigint>> {
  const { transaction, meta } = await askNode(url, 'getTransaction', [signature, READ])
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const keys: readonly string[] = [...transaction.message.accountKeys, ...writable, ...readonly]
  const changes = new Map<string, bigint>()
  const add = (mint: string, raw: bigint): void => {
    changes.set(mint, (changes.get(mint) ?? 0n) + raw)
  }
  const at = keys.indexOf(wallet)
  if (at >= 0) add(WSOL, BigInt(meta.postBalances[at]) - BigInt(meta.preBalances[at]))
  for (const { owner, mint, uiTokenAmount } of meta.preTokenBalances)
    if (owner === wallet) add(mint, -BigInt(uiTokenAmount.amount))
  for (const { owner, mint, uiTokenAmount } of meta.postTokenBalances)
    if (owner === wallet) add(mint, BigInt(uiTokenAmount.amount))
  for (const [mint, raw] of changes) if (raw === 0n) changes.delete(mint)
  return changes
}

const WSOL = 'So11111111111111111111111111111111111111112'

type Held = { readonly accountIndex: number; readonly owner: string; readonly mint: string }

async function recordOf(url: string, signature: string) {
  const { transaction, meta } = await askNode(url, 'getTransaction', [signature, READ])
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const keys: readonly string[] = [...transaction.message.accountKeys, ...writable, ...readonly]
  return { keys, meta }
}

/** Lamports that a wallet and the token accounts that are its have more or less of after a transaction, and the fee if it
 *  paid that. */
export async function lamportsByRecord(url: string, wallet: string, signature: string) {
  const { keys, meta } = await recordOf(url, signature)
  const own = new Set([keys.indexOf(wallet)])
  for (const { accountIndex, owner } of [...meta.preTokenBalances, ...meta.postTokenBalances] as readonly Held[])
    if (owner === wallet) own.add(accountIndex)
  own.delete(-1)
  const lamports = [...own].reduce((sum, at) => sum + BigInt(meta.postBalances[at]) - BigInt(meta.preBalances[at]), 0n)
  return { lamports, feeLamports: keys[0] === wallet ? BigInt(meta.fee) : 0n }
}

/** What a wallet has after a transaction of SOL and wrapped SOL together; null where the record does not show an account
 *  of either, because the transaction did not name it. */
export async function solAfter(url: string, wallet: string, signature: string): Promise<bigint | null> {
  const { keys, meta } = await recordOf(url, signature)
  const at = keys.indexOf(wallet)
  const { value } = await askNode(url, 'getTokenAccountsByOwner', [wallet, { mint: WSOL }, { encoding: 'jsonParsed' }])
  const wrapped = (meta.postTokenBalances as readonly (Held & { uiTokenAmount: { amount: string } })[]).filter(
    ({ owner, mint }) => owner === wallet && mint === WSOL,
  )
  // An account of wrapped SOL that is not in the record may have held some.
  if (at < 0 || (value.length > 0 && wrapped.length < value.length)) return null
  return wrapped.reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), BigInt(meta.postBalances[at]))
}

import { ADDRESS_LOOKUP_TABLE_PROGRAM, NATIVE_MINT } from '../../src/chain/solana/program-ids.ts'
import type { ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import { TIP_ACCOUNTS } from './tip-accounts.ts'

/** What one transaction did to one wallet, read off the runtime's balances. Tokens by mint, wrapped SOL left out: it is
 *  SOL. */
export type WalletChange = {
  readonly wallet: string
  readonly isSigner: boolean
  readonly lamports: bigint
  readonly tokens: ReadonlyMap<string, bigint>
}
export type BalanceChanges = {
  readonly changes: readonly WalletChange[]
  readonly payer: string
  readonly feeLamports: bigint
  /** What tip accounts gained. */
  readonly tipLamports: bigint
  /** What fee wallets of trading services gained. */
  readonly serviceLamports: bigint
  /** What accounts that came to be must hold, less what accounts that are gone held. */
  readonly rentLamports: bigint
}

const TIPS: ReadonlySet<string> = new Set(TIP_ACCOUNTS)

/** `services`: fee wallets of trading services. */
export function balanceChangesOf(
  chain: SandboxChain,
  executed: ExecutedTransaction,
  services: ReadonlySet<string>,
): BalanceChanges {
  const { accountKeys, loadedAddresses, preBalances, postBalances, feeLamports, wire } = executed
  const keys = [...accountKeys, ...loadedAddresses.writable, ...loadedAddresses.readonly]
  const signers = new Set(accountKeys.slice(0, signerCount(wire, executed.version)))
  const rows = tokenRows(executed)
  const lamports = new Map<string, bigint>()
  const tokens = new Map<string, Map<string, bigint>>()
  let [tipLamports, serviceLamports, rentLamports] = [0n, 0n, 0n]
  for (const [at, key] of keys.entries()) {
    const change = postBalances[at]! - preBalances[at]!
    const row = rows.get(at)
    if (TIPS.has(key)) tipLamports += change
    if (services.has(key)) serviceLamports += change
    if (row === undefined) {
      if (change !== 0n) lamports.set(key, (lamports.get(key) ?? 0n) + change)
      if (preBalances[at] === 0n) rentLamports += rentOfNew(chain, key, postBalances[at]!)
      else if (change > 0n && chain.account(key)?.owner === ADDRESS_LOOKUP_TABLE_PROGRAM) rentLamports += change
      continue
    }
    const isNative = row.mint === NATIVE_MINT
    rentLamports += change - (isNative ? row.raw : 0n)
    if (isNative) lamports.set(row.owner, (lamports.get(row.owner) ?? 0n) + row.raw)
    else {
      const own = tokens.get(row.owner) ?? new Map<string, bigint>()
      tokens.set(row.owner, own.set(row.mint, (own.get(row.mint) ?? 0n) + row.raw))
    }
  }
  const changes = [...new Set([...lamports.keys(), ...tokens.keys()])].map((wallet) => ({
    wallet,
    isSigner: signers.has(wallet),
    lamports: lamports.get(wallet) ?? 0n,
    tokens: tokens.get(wallet) ?? new Map(),
  }))
  return { changes, payer: accountKeys[0]!, feeLamports, tipLamports, serviceLamports, rentLamports }
}

/** An account that holds data must hold the minimum; what it got beyond that is none of it. */
function rentOfNew(chain: SandboxChain, address: string, lamports: bigint): bigint {
  const dataBytes = lamports === 0n ? 0 : (chain.account(address)?.data.length ?? 0)
  if (dataBytes === 0) return 0n
  const least = chain.minimumBalanceLamports(dataBytes)
  return least < lamports ? least : lamports
}

function tokenRows({ preTokenBalances, postTokenBalances }: ExecutedTransaction) {
  const rows = new Map<number, { readonly mint: string; readonly owner: string; raw: bigint }>()
  for (const [sign, list] of [
    [-1n, preTokenBalances],
    [1n, postTokenBalances],
  ] as const)
    for (const { accountIndex, mint, owner, amountRaw } of list) {
      const row = rows.get(accountIndex) ?? { mint, owner, raw: 0n }
      row.raw += sign * amountRaw
      rows.set(accountIndex, row)
    }
  return rows
}

/** Versions before 1 begin with the signatures, of which there are as many as signers; version 1 says it in its header. */
function signerCount(wire: Uint8Array, version: ExecutedTransaction['version']): number {
  return version === 1 ? wire[1]! : wire[0]!
}

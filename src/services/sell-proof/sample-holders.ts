import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressBytes, associatedTokenAddress, isOnCurve } from '../../chain/solana/pda.ts'
import { SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import { readTokenAccount } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { Clone } from '../execution/clone-accounts.ts'

/** An ordinary holder and its associated account as they stand in the clone. */
export type SampledHolder = {
  readonly owner: string
  readonly account: string
  readonly amountRaw: bigint
  readonly isFrozen: boolean
  readonly walletLamports: bigint
}

/** Holders looked at: with their wallets two reads each of the hundred that one call gives. */
export const SAMPLED_HOLDERS = 32
/** Derived between two turns of the loop: each costs 50 to 100 µs. */
const DERIVED_PER_TURN = 8

/** The largest owners that are wallets and no insiders, with their associated accounts: what may be asked of the
 *  node. */
export async function candidatesOf(
  largest: readonly { readonly owner: string }[],
  token: { readonly mint: string; readonly tokenProgram: string },
  insiders: ReadonlySet<string>,
): Promise<readonly { readonly owner: string; readonly account: string }[]> {
  const found: { owner: string; account: string }[] = []
  for (const { owner } of largest) {
    if (found.length === SAMPLED_HOLDERS) break
    if (insiders.has(owner) || !isOnCurve(addressBytes(owner))) continue
    found.push({ owner, account: associatedTokenAddress(owner, token.mint, token.tokenProgram) })
    if (found.length % DERIVED_PER_TURN === 0) await nextTurn()
  }
  return found
}

/** Those of the candidates that hold something, largest first, equal amounts by address. */
export function readSample(
  candidates: readonly { readonly owner: string; readonly account: string }[],
  token: { readonly mint: string; readonly tokenProgram: string },
  clone: Clone,
): readonly SampledHolder[] {
  const sample: SampledHolder[] = []
  for (const { owner, account } of candidates) {
    const view = clone.accounts.get(account)
    const wallet = clone.accounts.get(owner)
    if (view?.owner !== token.tokenProgram || (wallet && wallet.owner !== SYSTEM_PROGRAM)) continue
    const fields = readTokenAccount(view.data)
    if (fields === null || encodeBase58(fields.mint) !== token.mint || encodeBase58(fields.owner) !== owner) continue
    if (fields.amountRaw === 0n) continue
    const walletLamports = wallet?.lamports ?? 0n
    sample.push({ owner, account, amountRaw: fields.amountRaw, isFrozen: fields.state === 'frozen', walletLamports })
  }
  return sample.toSorted((a, b) =>
    a.amountRaw === b.amountRaw ? (a.owner < b.owner ? -1 : 1) : a.amountRaw > b.amountRaw ? -1 : 1,
  )
}

/** Middle one of a sorted list. */
export function medianOf<T>(sorted: readonly T[]): T | null {
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { readMint } from '../../../hot-paths/account-layouts.ts'
import type { AccountUse } from '../instructions.ts'
import type { AccountView } from '../rpc.ts'
import { MAX_U64 } from './pool-vault.ts'
import { readTradableMint, type TradableMint } from './tradable-mint.ts'
import type { ReadAccounts, SwapAccounts } from './trading.ts'
import { leastSent, type TransferFee } from './transfer-fee.ts'

/* What the DEXs have in common when they read a pool to trade it. */

/** Traders whose account lists a pool keeps for each direction. */
const MAX_KEPT_LISTS = 64

/** Those addresses that were not read yet, each once. */
export function unread(read: ReadAccounts, addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses)].filter((address) => !read.has(address))
}

/** A mint whose tokens move by a plain transfer, with its supply. Fails `no_route` with the reason for any other. */
export function readPlainMint(read: ReadAccounts, mint: string): Outcome<PlainMint> {
  const tradable = readTradableMint(read, mint)
  if (!tradable.ok) return tradable
  const { hookProgram, ...rest } = tradable.value
  if (hookProgram !== null) return fail('no_route', `transfers of ${mint} run a program of their own (${hookProgram})`)
  return ok({ ...rest, supplyRaw: readMint(read.get(mint)!.data)!.supplyRaw })
}
export type PlainMint = Omit<TradableMint, 'hookProgram'> & { readonly supplyRaw: bigint }

/** Whether an account was read and is there. */
export function isThere(read: ReadAccounts, address: string): boolean {
  return (read.get(address)?.lamports ?? 0n) > 0n
}

/** The least output to pass to a program that ignores the output's transfer fee, so that `minOutRaw` arrives. */
export function leastOutput(fee: TransferFee | null, minOutRaw: bigint): bigint {
  const sentRaw = leastSent(fee, minOutRaw)
  return sentRaw < MAX_U64 ? sentRaw : MAX_U64
}

/** One of a list, the same one for the same trader: traders spread over all, so that they do not wait for one
 *  account. */
export function spreadOver(list: readonly string[], user: string): string {
  const sum = user.charCodeAt(0) + user.charCodeAt(user.length >> 1) + user.charCodeAt(user.length - 1)
  return list[sum % list.length]!
}

/** Account lists by direction and accounts: the same ones give the same array again. */
export function keepLists(
  make: (inputMint: string, accounts: SwapAccounts) => readonly AccountUse[],
): (inputMint: string, accounts: SwapAccounts) => readonly AccountUse[] {
  const kept = new Map<string, readonly AccountUse[]>()
  return (inputMint, accounts) => {
    const key = `${inputMint}.${accounts.user}.${accounts.inputAccount}.${accounts.outputAccount}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(inputMint, accounts)
    if (kept.size >= MAX_KEPT_LISTS) kept.clear()
    kept.set(key, made)
    return made
  }
}

/** Decodes the bytes of one state once. For settings: they are long, every pool is read with them, and they hardly
 *  change. `owner` is the only program whose accounts count. */
export function settingsReader<T>(
  owner: string,
  decode: (data: Uint8Array) => T | null,
): (account: AccountView | null | undefined) => T | null {
  const known = new WeakMap<Uint8Array, { readonly value: T | null }>()
  return (account) => {
    if (account?.owner !== owner) return null
    const held = known.get(account.data)
    if (held !== undefined) return held.value
    const value = decode(account.data)
    known.set(account.data, { value })
    return value
  }
}

import { type EmittedLog, topics } from './emitted.ts'
import { words } from './hex.ts'
import type { WorldState } from './state.ts'

export type SandboxToken = {
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Part of each transfer that it keeps, in bps. */
  readonly taxBps: number
  /** Answers name and symbol as 32 bytes, as old tokens do. */
  readonly isOld: boolean
}

/** Who holds how much of which token. */
export type Ledger = {
  readonly state: WorldState
  balance(token: string, holder: string): bigint
  /** Moves tokens; what a tax takes goes to the token itself. The holder may go below zero: traders are not followed. */
  transfer(token: string, from: string, to: string, amount: bigint): EmittedLog[]
  /** What arrives of an amount. */
  taxed(token: string, amount: bigint): bigint
  /** 10^(18 - decimals). */
  scale(token: string): bigint
}

export const NATIVE = `0x${'0'.repeat(40)}`

/** `shownAs`: the address that a transfer names for a holder; pools of a manager hold nothing themselves. */
export function createLedger(
  state: WorldState,
  tokens: ReadonlyMap<string, SandboxToken>,
  shownAs: (holder: string) => string,
): Ledger {
  const nameOf = (token: string, holder: string): string => `${token} of ${holder}`
  const taxed = (token: string, amount: bigint): bigint =>
    amount - (amount * BigInt(tokens.get(token)?.taxBps ?? 0)) / 10_000n
  const log = (token: string, from: string, to: string, amount: bigint): EmittedLog => ({
    ...{ address: token, topics: [topics.transfer, words(shownAs(from)), words(shownAs(to))], data: words(amount) },
  })
  return {
    state,
    balance: (token, holder) => state.get(nameOf(token, holder)),
    transfer(token, from, to, amount) {
      const arrives = taxed(token, amount)
      state.add(nameOf(token, from), -amount)
      state.add(nameOf(token, to), arrives)
      if (arrives < amount) state.add(nameOf(token, token), amount - arrives)
      // The native coin moves without a log.
      if (token === NATIVE) return []
      const kept = arrives < amount ? [log(token, from, token, amount - arrives)] : []
      return [...kept, log(token, from, to, arrives)]
    },
    taxed,
    scale: (token) => 10n ** BigInt(18 - (tokens.get(token)?.decimals ?? 18)),
  }
}

import { textOf } from './check-input.ts'
import { Account, type LiteSvm } from './native.ts'

const RENT_EPOCH = 2n ** 64n - 1n
const SYSTEM_KEY = new Uint8Array(32)
const NO_DATA = new Uint8Array(0)

/** What stood at addresses before they were changed: one for the accounts of a task, one for the traces of each run. */
export type Journal = {
  /** Records the account at the address now, unless it is recorded already. */
  note(key: Uint8Array, now: Account | null): void
  /** Puts everything back, newest first, and forgets it. */
  restore(): void
}

export function createJournal(svm: LiteSvm): Journal {
  const before = new Map<string, { readonly key: Uint8Array; readonly account: Account | null }>()
  return {
    note(key, now) {
      const text = textOf(key)
      if (!before.has(text)) before.set(text, { key: key.slice(), account: now })
    },
    restore() {
      for (const { key, account } of [...before.values()].reverse())
        svm.setAccount(key, account ?? newAccount(0n, SYSTEM_KEY, NO_DATA))
      before.clear()
    },
  }
}

/** Without lamports: an account that is not there. */
export function newAccount(lamports: bigint, owner: Uint8Array, data: Uint8Array): Account {
  return new Account(lamports, data, owner, false, RENT_EPOCH)
}

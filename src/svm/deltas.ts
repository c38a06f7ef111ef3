import { readTokenAccount } from '../hot-paths/account-layouts.ts'
import { decodeBase58Fixed, encodeBase58 } from '../hot-paths/base58.ts'
import type { AccountDelta } from './execution.ts'
import type { Account } from './native.ts'

/** Compared state of an account; null for one that does not exist. */
export type AccountImage = {
  readonly lamports: bigint
  readonly owner: Uint8Array
  readonly data: Uint8Array
  readonly isExecutable: boolean
} | null

const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
].map((address) => Buffer.from(decodeBase58Fixed(address, 32)!))

/** The data of programs is not read: it may be large and no transaction changes it. */
export function readImage(account: Account | null): AccountImage {
  if (account === null) return null
  const lamports = account.lamports()
  if (lamports === 0n) return null
  const isExecutable = account.executable()
  const data = isExecutable ? new Uint8Array(0) : account.data()
  return { lamports, owner: account.owner(), data, isExecutable }
}

/** Null when nothing changed. */
export function deltaOf(key: Uint8Array, before: AccountImage, after: AccountImage): AccountDelta | null {
  if (isSame(before, after)) return null
  const first = tokenOf(before)
  const last = tokenOf(after)
  const token = last ?? first
  return {
    address: encodeBase58(key),
    lamportsBefore: before?.lamports ?? 0n,
    lamportsAfter: after?.lamports ?? 0n,
    token:
      token === null
        ? null
        : {
            mint: encodeBase58(token.mint),
            owner: encodeBase58(token.owner),
            beforeRaw: first?.amountRaw ?? 0n,
            afterRaw: last?.amountRaw ?? 0n,
          },
  }
}

function tokenOf(image: AccountImage) {
  if (image === null || !TOKEN_PROGRAMS.some((program) => program.equals(image.owner))) return null
  return readTokenAccount(image.data)
}

function isSame(one: AccountImage, other: AccountImage): boolean {
  if (one === null || other === null) return one === other
  return (
    one.lamports === other.lamports &&
    Buffer.compare(one.owner, other.owner) === 0 &&
    Buffer.compare(one.data, other.data) === 0
  )
}

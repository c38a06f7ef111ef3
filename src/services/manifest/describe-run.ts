import {
  NATIVE_MINT,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../chain/solana/program-ids.ts'
import {
  EXTENSIONS_OFFSET,
  readMint,
  readNonce,
  readStake,
  readTokenAccount,
  TOKEN_ACCOUNT_BYTES,
} from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { AuthorityChange, Deposit, OwnedAccount, OwnerDelta, RunFacts } from './manifest.ts'

/** The state of an account at one moment. */
export type AccountState = { readonly owner: string; readonly lamports: bigint; readonly data: Uint8Array }

type Changes = { lamports: bigint; readonly tokens: Map<string, bigint> }

/** What a run did, read from the accounts before and after it. `before` may hold more than changed. */
export function describeRun(
  before: ReadonlyMap<string, AccountState | null>,
  after: ReadonlyMap<string, AccountState | null>,
): RunFacts {
  const owners = new Map<string, Changes>()
  const authorities: AuthorityChange[] = []
  const created: (OwnedAccount & { readonly lamports: bigint })[] = []
  const closed: OwnedAccount[] = []
  const altered: OwnedAccount[] = []
  const deposits: Deposit[] = []
  for (const [account, last] of after) {
    const first = before.get(account) ?? null
    count(owners, account, first, -1n)
    count(owners, account, last, 1n)
    authorities.push(...changedPowers(account, first, last))
    const [had, has] = [tokenOf(first), tokenOf(last)]
    if (had === null && has !== null)
      created.push({ account, owner: encodeBase58(has.owner), lamports: last!.lamports })
    if (first === null && last !== null && has === null && last.data.length > 0)
      deposits.push({ account, program: last.owner, lamports: last.lamports })
    if (had !== null && has === null) closed.push({ account, owner: encodeBase58(had.owner) })
    if (had !== null && has !== null && !hasSameSettings(first!.data, last!.data))
      altered.push({ account, owner: encodeBase58(had.owner) })
  }
  return { owners: toDeltas(owners), authorities, created, closed, altered, deposits }
}

/** Adds an account's holdings to what its holder has, or takes them off. */
function count(owners: Map<string, Changes>, account: string, state: AccountState | null, sign: bigint): void {
  if (state === null) return
  const token = tokenOf(state)
  const holder = holderOf(account, state)
  let changes = owners.get(holder)
  if (changes === undefined) {
    changes = { lamports: 0n, tokens: new Map() }
    owners.set(holder, changes)
  }
  changes.lamports += sign * state.lamports
  if (token === null) return
  const mint = encodeBase58(token.mint)
  changes.tokens.set(mint, (changes.tokens.get(mint) ?? 0n) + sign * token.amountRaw)
}

function holderOf(account: string, state: AccountState): string {
  const token = tokenOf(state)
  return token === null ? (nonceAuthority(state) ?? account) : encodeBase58(token.owner)
}

function toDeltas(owners: ReadonlyMap<string, Changes>): OwnerDelta[] {
  return [...owners].flatMap(([owner, { lamports, tokens }]) => {
    const changed = new Map([...tokens].filter(([, raw]) => raw !== 0n))
    return lamports === 0n && changed.size === 0 ? [] : [{ owner, lamports, tokens: changed }]
  })
}

type Powers = ReadonlyMap<AuthorityChange['kind'], string | null>
const NOBODY: Powers = new Map()

/** Authorities that an account names; the program it belongs to is one, unless that holds nothing but lamports. */
function powersOf(state: AccountState | null): Powers {
  if (state === null) return NOBODY
  const program = ['program', state.owner] as const
  const token = tokenOf(state)
  if (token !== null)
    return new Map([
      program,
      ['owner', encodeBase58(token.owner)],
      ['delegate', textOf(token.delegate)],
      ['close', textOf(token.closeAuthority)],
    ])
  const mint = isOfTokenProgram(state) ? readMint(state.data) : null
  if (mint !== null)
    return new Map([program, ['mint', textOf(mint.mintAuthority)], ['freeze', textOf(mint.freezeAuthority)]])
  const stake = state.owner === STAKE_PROGRAM ? readStake(state.data) : null
  if (stake !== null)
    return new Map([program, ['staker', textOf(stake.staker)], ['withdrawer', textOf(stake.withdrawer)]])
  const nonce = nonceAuthority(state)
  return nonce === null ? new Map([program]) : new Map([program, ['nonce', nonce]])
}

/** Of an account that goes its powers go with it, and one that comes to be has no one's yet, except that a delegate or
 *  another's close authority on a new account is a power given. */
function changedPowers(account: string, first: AccountState | null, last: AccountState | null): AuthorityChange[] {
  if (last === null) return []
  const [had, has] = [powersOf(first), powersOf(last)]
  const holder = holderOf(account, first ?? last)
  const changes: AuthorityChange[] = []
  for (const [kind, after] of has) {
    const before = had.get(kind) ?? null
    const isNew = first === null || !had.has(kind)
    if (before === after || (isNew && kind !== 'delegate' && kind !== 'close' && kind !== 'program')) continue
    if (first === null && kind === 'program') continue
    changes.push({ account, kind, before, after, holder })
  }
  return changes
}

function tokenOf(state: AccountState | null) {
  return state !== null && isOfTokenProgram(state) ? readTokenAccount(state.data) : null
}

function isOfTokenProgram({ owner }: AccountState): boolean {
  return owner === TOKEN_PROGRAM || owner === TOKEN_2022_PROGRAM
}

function nonceAuthority(state: AccountState): string | null {
  const nonce = state.owner === SYSTEM_PROGRAM ? readNonce(state.data) : null
  return nonce === null ? null : encodeBase58(nonce.authority)
}

function textOf(key: Uint8Array | null): string | null {
  return key === null ? null : encodeBase58(key)
}

/** Extensions in which transfers themselves write: withheld fees, and the mark that a transfer is under way. */
const WRITTEN_BY_TRANSFERS: ReadonlySet<number> = new Set([2, 15])
const STATE_OFFSET = 108
const STATE_END = 109

/** Whether two images of a token account differ in nothing but amount, authorities and what transfers write. */
function hasSameSettings(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  if (one[STATE_OFFSET] !== other[STATE_OFFSET]) return false
  if (Buffer.compare(one.subarray(0, 32), other.subarray(0, 32)) !== 0) return false
  const isNative = encodeBase58(one.subarray(0, 32)) === NATIVE_MINT
  if (!isNative && Buffer.compare(one.subarray(STATE_END, 121), other.subarray(STATE_END, 121)) !== 0) return false
  return one.length <= TOKEN_ACCOUNT_BYTES || Buffer.compare(settingsOf(one), settingsOf(other)) === 0
}

/** The extensions, those that transfers write left out. */
function settingsOf(data: Uint8Array): Buffer {
  const kept: Uint8Array[] = []
  let at = EXTENSIONS_OFFSET
  while (at + 4 <= data.length) {
    const type = data[at]! | (data[at + 1]! << 8)
    const end = at + 4 + (data[at + 2]! | (data[at + 3]! << 8))
    if (!WRITTEN_BY_TRANSFERS.has(type)) kept.push(data.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

import { createHash } from 'node:crypto'
import { locateCode, readCode, readCodeVersion } from '../../chain/solana/program-code.ts'
import { CLOCK_SYSVAR, EPOCH_SCHEDULE_SYSVAR, RENT_SYSVAR } from '../../chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../chain/solana/rpc.ts'
import { RUNTIME_PROGRAMS } from '../../chain/solana/runtime-programs.ts'
import { type ClockFields, readClock, readEpochSlots, readLamportsPerByte } from '../../chain/solana/sysvars.ts'
import { SAID_ONCE_TTL_MS } from '../../config/cache-ttls.ts'
import { NOMINAL_EPOCH_SLOTS } from '../../config/epochs.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { type BoundedMap, createBoundedMap } from '../../runtime/bounded-map.ts'
import type { ExecutionAccount, ExecutionProgram } from '../../workers/tasks.ts'

/** Accounts as they stood at one slot, with the clock and the rent of that slot. More addresses than the node answers
 *  at once (100) are read in parts; `slot` is then the oldest. */
export type Clone = {
  readonly slot: number
  readonly clock: ClockFields
  readonly lamportsPerByte: number
  readonly epochSlots: number
  /** Null for addresses without an account. */
  readonly accounts: ReadonlyMap<string, AccountView | null>
}

export type ClonedPrograms = {
  readonly programs: readonly ExecutionProgram[]
  /** Executable accounts whose code cannot be had. */
  readonly uncloneable: readonly string[]
}

type Code = { readonly sha256: string; readonly code: Uint8Array }

const SYSVAR_OWNER = 'Sysvar1111111111111111111111111111111111111'

/** Reads accounts for execution. Fails as the node fails. */
export async function cloneAccounts(
  rpc: SolanaRpc,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<Outcome<Clone>> {
  const wanted = [...new Set([CLOCK_SYSVAR, RENT_SYSVAR, EPOCH_SCHEDULE_SYSVAR, ...addresses])]
  const read = await rpc.accounts(wanted, signal ? { signal } : {})
  if (!read.ok) return read
  const accounts = new Map(wanted.map((address, at) => [address, read.value.accounts[at] ?? null]))
  const clock = readClock(accounts.get(CLOCK_SYSVAR)?.data ?? new Uint8Array(0))
  const lamportsPerByte = readLamportsPerByte(accounts.get(RENT_SYSVAR)?.data ?? new Uint8Array(0))
  if (clock === null || lamportsPerByte === null)
    return fail('upstream_failed', 'the node does not show the clock or the rent of the chain')
  const epochSlots = readEpochSlots(accounts.get(EPOCH_SCHEDULE_SYSVAR)?.data ?? new Uint8Array(0))
  return ok({
    slot: read.value.slot,
    clock,
    lamportsPerByte,
    epochSlots: epochSlots ?? NOMINAL_EPOCH_SLOTS,
    accounts,
  })
}

/** Code of the executable accounts of a clone, those of the runtime itself left out. Code is kept by the slot it was
 *  deployed in, so that only its first bytes are read again. */
export async function clonePrograms(
  ctx: Context,
  rpc: SolanaRpc,
  clone: Clone,
  signal?: AbortSignal,
): Promise<Outcome<ClonedPrograms>> {
  const programs: ExecutionProgram[] = []
  const uncloneable: string[] = []
  for (const [address, account] of clone.accounts) {
    if (!account?.executable || RUNTIME_PROGRAMS.has(address)) continue
    const location = locateCode(account)
    const version = location === null ? ok(null) : await readCodeVersion(rpc, location, signal)
    if (!version.ok) return version
    if (location === null || version.value === null) {
      uncloneable.push(address)
      continue
    }
    const name = `${address}:${version.value}`
    const code = await ctx.store.memo<Code | null>('programCode', name, async () => {
      const read = await readCode(rpc, location, signal)
      return read.ok ? keptFor(ctx, name, read.value === null ? null : hashed(read.value)) : read
    })
    if (!code.ok) return code
    if (code.value === null) uncloneable.push(address)
    else
      programs.push({ address, loader: location.loader, sha256: code.value.sha256, code: sharedCopy(code.value.code) })
  }
  return ok({ programs, uncloneable })
}

/** What the runtime is given of a clone: no programs, no sysvars, nothing it has itself. The bytes are copies: those of
 *  the node's answer are views on blocks that would travel whole. */
export function toExecutionAccounts(clone: Clone): readonly ExecutionAccount[] {
  const given: ExecutionAccount[] = []
  for (const [address, account] of clone.accounts) {
    if (account === null || account.executable) continue
    if (account.owner === SYSVAR_OWNER || RUNTIME_PROGRAMS.has(address) || isLoader(account.owner)) continue
    given.push({ address, owner: account.owner, lamports: account.lamports, data: account.data.slice() })
  }
  return given
}

/** Code that was read twice in a row lives as long as its cache says: all trades through a program are judged by it. */
function keptFor(ctx: Context, name: string, code: Code | null): Outcome<Code | null> {
  const said = ctx.parts.programHashes
  const sha256 = code?.sha256 ?? ''
  const isSaidAgain = said.get(name) === sha256
  said.set(name, sha256)
  if (isSaidAgain) return ok(code)
  const builtAtMs = ctx.clock.nowMs()
  return ok(code, { builtAtMs, freshUntilMs: builtAtMs + SAID_ONCE_TTL_MS, degraded: false, stale: false })
}

/** Of each version of a program, the hash of the code that was read last. */
export type ProgramHashes = BoundedMap<string, string>

export function createProgramHashes(): ProgramHashes {
  return createBoundedMap(LIMITS.memoEntries)
}

function isLoader(owner: string): boolean {
  return owner.startsWith('BPFLoader') && RUNTIME_PROGRAMS.has(owner)
}

function hashed(code: Uint8Array): Code {
  return { sha256: createHash('sha256').update(code).digest('hex'), code }
}

const sharedCopies = new WeakMap<Uint8Array, Uint8Array>()

/** The code in memory that threads share: a megabyte is copied once and not for every task. */
function sharedCopy(code: Uint8Array): Uint8Array {
  let copy = sharedCopies.get(code)
  if (copy === undefined) {
    copy = new Uint8Array(new SharedArrayBuffer(code.length))
    copy.set(code)
    sharedCopies.set(code, copy)
  }
  return copy
}

import type { Dex, DexLaunch } from '../dexes/dex.ts'
import { DEXES } from '../dexes/index.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import { KNOWN_VENUES } from '../venues/known-venues.ts'
import { type ActionType, isMinor, rankOf } from './action-types.ts'
import { familyOf } from './families/index.ts'
import { decimalsIn } from './mint-decimals.ts'
import type { Movement } from './movement.ts'
import { HELPERS, sourceOf } from './sources.ts'
import type { Swap } from './swaps.ts'

type Classified = { readonly type: ActionType; readonly source: string }
type Parts = {
  readonly transaction: ChainTransaction
  readonly movements: readonly Movement[]
  readonly swaps: readonly Swap[]
  readonly launches: readonly DexLaunch[]
}

const MOVES_ONLY: ReadonlySet<string> = new Set([SYSTEM_PROGRAM, TOKEN_PROGRAM, TOKEN_2022_PROGRAM])
const LIQUIDITY_PROGRAMS: ReadonlySet<string> = new Set([
  ...DEXES.flatMap(({ programIds }) => programIds),
  ...KNOWN_VENUES.map(({ programId }) => programId),
])
const LAUNCH_TYPES = { launch: 'CREATE', pool: 'CREATE_POOL', graduation: 'MIGRATE' } as const
const LAUNCHPADS: ReadonlySet<string> = new Set(
  DEXES.filter(({ isLaunchpad }) => isLaunchpad).flatMap(({ programIds }) => programIds),
)
/** DEXs that vendors name as the source of a swap also where a router called them. */
const NAMED_BEFORE_ROUTERS: ReadonlySet<string> = new Set(
  DEXES.filter(({ namedBeforeRouters }) => namedBeforeRouters === true).flatMap(({ programIds }) => programIds),
)

/** What a transaction is about and where it was made: the most telling thing that it did, in the order of
 *  `ACTION_TYPES`. What is not known is `UNKNOWN`, with all that moved beside it, and never a guess. */
export function classify(parts: Parts): Classified {
  const { transaction } = parts
  const main = transaction.instructions.filter(({ programId }) => !HELPERS.has(programId))
  const unknown = { type: 'UNKNOWN', source: mainSource(main) } as const
  // It did nothing, whatever it asked for.
  if (transaction.err !== null) return unknown
  let best: Classified = moreTelling(launchOf(parts), unknown)
  best = moreTelling(swapOf(parts), best)
  best = moreTelling(calledFor(transaction, main), best)
  if (rankOf(best.type) > MOST_TELLING_OF_LIQUIDITY) best = moreTelling(liquidityOf(parts), best)
  if (rankOf(best.type) > MOST_TELLING_OF_MOVES) best = moreTelling(movesOf(parts, main), best)
  return single(best, parts)
}

/** What `liquidityOf` and `movesOf` find can be no more telling than this. */
const MOST_TELLING_OF_LIQUIDITY = rankOf('ADD_LIQUIDITY')
const MOST_TELLING_OF_MOVES = rankOf('TOKEN_MINT')

function moreTelling(one: Classified | null, than: Classified): Classified {
  return one !== null && rankOf(one.type) < rankOf(than.type) ? one : than
}

function launchOf({ transaction, launches }: Parts): Classified | null {
  const [launch] = launches
  if (launch === undefined) return null
  const { programId } = transaction.instructions[launch.instructionPath[0]]!
  // A launchpad that opens a pool of another program moves its curve there.
  const isMoved =
    launch.kind === 'pool' && LAUNCHPADS.has(programId) && !dexOf(launch.dex).programIds.includes(programId)
  const type = isMoved ? 'MIGRATE' : LAUNCH_TYPES[launch.kind]
  return { type, source: sourceOr(programId, sourceOf(dexOf(launch.dex).programIds[0]!)) }
}

function swapOf({ transaction, swaps }: Parts): Classified | null {
  const [swap] = swaps
  if (swap === undefined) return null
  const inner = transaction.innerInstructions[swap.top] ?? []
  const named = inner.find(({ programId }) => NAMED_BEFORE_ROUTERS.has(programId))
  if (named !== undefined) return { type: 'SWAP', source: sourceOf(named.programId) }
  return { type: 'SWAP', source: sourceOr(swap.programId, sourceOf(swap.legs[0]?.programId ?? '')) }
}

function sourceOr(programId: string, other: string): string {
  const source = sourceOf(programId)
  return source === 'UNKNOWN' ? other : source
}

function dexOf(dex: DexLaunch['dex']): Dex {
  return DEXES.find(({ name }) => name === dex)!
}

function mainSource(main: readonly ChainInstruction[]): string {
  const programs = main.map(({ programId }) => programId)
  return sourceOf(programs.find((one) => !MOVES_ONLY.has(one)) ?? programs[0] ?? '')
}

/** What the instructions of known families are for, the most telling one. Small things count only where every program
 *  that was called is known: else they may be steps of something that is not. */
function calledFor(transaction: ChainTransaction, main: readonly ChainInstruction[]): Classified | null {
  const isAllKnown = main.every((one) => familyOf(one) !== undefined)
  let best: { type: ActionType; call: ChainInstruction; top: ChainInstruction } | null = null
  const { instructions, innerInstructions } = transaction
  for (let at = 0; at < instructions.length; at++) {
    const top = instructions[at]!
    const inner = innerInstructions[at]
    for (let next = -1; next < (inner?.length ?? 0); next++) {
      const call = next < 0 ? top : inner![next]!
      const type = familyOf(call)?.typeOf?.(call) ?? null
      if (type === null || (isMinor(type) && !isAllKnown)) continue
      if (best === null || rankOf(type) < rankOf(best.type)) best = { type, call, top }
    }
  }
  return best === null ? null : { type: best.type, source: callSource(best.call, best.top) }
}

/** The program that the user called, where it has a name and does more than move things. */
function callSource(call: ChainInstruction, top: ChainInstruction): string {
  const own = familyOf(call)?.sourceOf?.(call) ?? sourceOf(call.programId)
  if (top === call || MOVES_ONLY.has(top.programId) || HELPERS.has(top.programId)) return own
  return sourceOr(top.programId, own)
}

/** The wallet gave a pool two tokens, or got two from it. */
function liquidityOf({ transaction, movements }: Parts): Classified | null {
  const { feePayer, instructions } = transaction
  for (const [top, { programId }] of instructions.entries()) {
    if (!LIQUIDITY_PROGRAMS.has(programId)) continue
    const given = new Set<string>()
    const gained = new Set<string>()
    for (const { path, kind, mint, from, to } of movements) {
      if (mint === null || kind !== 'transfer' || path === null || path[0] !== top) continue
      if (from?.owner === feePayer) given.add(mint)
      if (to?.owner === feePayer) gained.add(mint)
    }
    if (given.size === 2 && gained.size === 0) return { type: 'ADD_LIQUIDITY', source: sourceOf(programId) }
    if (gained.size === 2 && given.size === 0) return { type: 'WITHDRAW_LIQUIDITY', source: sourceOf(programId) }
  }
  return null
}

/** Plain moves, by no other program than those of SOL and of tokens. */
function movesOf({ movements }: Parts, main: readonly ChainInstruction[]): Classified | null {
  if (!main.every(({ programId }) => MOVES_ONLY.has(programId))) return null
  const has = (kind: Movement['kind']): boolean =>
    movements.some((one) => one.kind === kind && one.from?.owner !== one.to?.owner)
  const isToken = movements.some(({ kind, mint }) => kind === 'transfer' && mint !== null)
  const source = sourceOf(isToken || !has('transfer') ? TOKEN_PROGRAM : SYSTEM_PROGRAM)
  if (has('mint')) return { type: 'TOKEN_MINT', source }
  if (has('burn')) return { type: 'BURN', source }
  if (has('transfer') || has('handover')) return { type: 'TRANSFER', source }
  if (movements.some(({ kind }) => kind === 'close')) return { type: 'CLOSE_ACCOUNT', source }
  return movements.some(({ kind }) => kind === 'deposit') ? { type: 'INITIALIZE_ACCOUNT', source } : null
}

/** One unit of a token without decimals that has metadata is a picture, a ticket or the like. */
function single(found: Classified, { transaction, movements }: Parts): Classified {
  const kind = found.type === 'TOKEN_MINT' ? 'mint' : found.type === 'BURN' ? 'burn' : null
  if (kind === null || !transaction.accountKeys.includes(TOKEN_METADATA_PROGRAM)) return found
  const decimalsOf = decimalsIn(transaction)
  const own = movements.filter((one) => one.kind === kind)
  const isSingle =
    own.length > 0 && own.every(({ mint, amountRaw }) => mint !== null && amountRaw === 1n && decimalsOf(mint) === 0)
  return isSingle ? { ...found, type: kind === 'mint' ? 'NFT_MINT' : 'BURN_NFT' } : found
}

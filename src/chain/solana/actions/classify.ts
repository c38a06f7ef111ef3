import { readU32 } from '../../../hot-paths/account-layouts.ts'
import type { DexLaunch } from '../dexes/dex.ts'
import { DEXES } from '../dexes/index.ts'
import { STAKE_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, VOTE_PROGRAM } from '../program-ids.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import { KNOWN_VENUES } from '../venues/known-venues.ts'
import type { ActionType } from './action-types.ts'
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
/** Of several things that a transaction did to stake, the later in this list. */
const STAKE_TYPES: readonly (readonly [tag: number, type: ActionType])[] = [
  [5, 'DEACTIVATE_STAKE'],
  [3, 'SPLIT_STAKE'],
  [7, 'MERGE_STAKE'],
  [4, 'UNSTAKE_SOL'],
  [2, 'STAKE_SOL'],
]

/** What a transaction is about and where it was made: the most telling thing that it did. What is not known is
 *  `UNKNOWN`, with all that moved beside it, and never a guess. */
export function classify(parts: Parts): Classified {
  const { transaction, swaps, launches } = parts
  const [launch] = launches
  if (launch !== undefined) {
    const { programId } = transaction.instructions[launch.instructionPath[0]]!
    return { type: LAUNCH_TYPES[launch.kind], source: sourceOr(programId, sourceOfDex(launch.dex)) }
  }
  const [swap] = swaps
  if (swap !== undefined) return { type: 'SWAP', source: sourceOr(swap.programId, sourceOf(swap.legs[0]!.programId)) }
  const main = transaction.instructions.filter(({ programId }) => !HELPERS.has(programId))
  // It did nothing, whatever it asked for.
  if (transaction.err !== null) return { type: 'UNKNOWN', source: mainSource(main) }
  return (
    stakeOf(transaction, main) ??
    liquidityOf(parts) ??
    movesOf(parts, main) ?? { type: 'UNKNOWN', source: mainSource(main) }
  )
}

function sourceOr(programId: string, other: string): string {
  const source = sourceOf(programId)
  return source === 'UNKNOWN' ? other : source
}

function sourceOfDex(dex: DexLaunch['dex']): string {
  return sourceOf(DEXES.find(({ name }) => name === dex)!.programIds[0]!)
}

function mainSource(main: readonly ChainInstruction[]): string {
  const programs = main.map(({ programId }) => programId)
  return sourceOf(programs.find((one) => !MOVES_ONLY.has(one)) ?? programs[0] ?? '')
}

function stakeOf(transaction: ChainTransaction, main: readonly ChainInstruction[]): Classified | null {
  if (main.length > 0 && main.every(({ programId }) => programId === VOTE_PROGRAM))
    return { type: 'VOTE', source: sourceOf(VOTE_PROGRAM) }
  const calls = [main, ...transaction.innerInstructions].flat()
  const tags = new Set(
    calls
      .filter(({ programId, data }) => programId === STAKE_PROGRAM && data.length >= 4)
      .map(({ data }) => readU32(data, 0)),
  )
  const type = STAKE_TYPES.findLast(([tag]) => tags.has(tag))?.[1]
  return type === undefined ? null : { type, source: mainSource(main) }
}

/** The wallet gave a pool two tokens, or got two from it. */
function liquidityOf({ transaction, movements }: Parts): Classified | null {
  const { feePayer, instructions } = transaction
  for (const [top, { programId }] of instructions.entries()) {
    if (!LIQUIDITY_PROGRAMS.has(programId)) continue
    const own = movements.filter(({ path, kind }) => path !== null && path[0] === top && kind === 'transfer')
    const mintsOf = (side: 'from' | 'to'): number =>
      new Set(own.filter((one) => one.mint !== null && one[side]?.owner === feePayer).map(({ mint }) => mint)).size
    const [given, gained] = [mintsOf('from'), mintsOf('to')]
    if (given === 2 && gained === 0) return { type: 'ADD_LIQUIDITY', source: sourceOf(programId) }
    if (gained === 2 && given === 0) return { type: 'WITHDRAW_LIQUIDITY', source: sourceOf(programId) }
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

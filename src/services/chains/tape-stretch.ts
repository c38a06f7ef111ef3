import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { TAPE_DEXES, type TapeChain } from '../../contract/tape-event.ts'
import type { Coverage } from '../../store/tape/types.ts'

/** Whose trades a question is about: those of a mint or a pool, by the addresses all of them touch, or everyone's. */
export type TapeSubject = readonly string[] | 'market'

/** The newest stretch of a chain on the tape without a gap, of Solana where none is named, when every trade of the subject that happened in it is on it.
 *  `isCurrent`: it ends at the head of the chain, as far as anyone here knows. Null before the first block, and where
 *  the follower leaves some of the subject's trades out (`INGEST_SCOPE`, `INGEST_DEXES`). */
export function wholeStretch(
  { config, store, clock }: Pick<Context, 'config' | 'store' | 'clock'>,
  subject: TapeSubject,
  chain: TapeChain = 'solana',
): (Coverage & { readonly isCurrent: boolean }) | null {
  // The settings leave out nothing of other chains.
  if (chain === 'solana' && !followsAllOf(config.ingest, subject)) return null
  const coverage = store.tape.coverage(chain)
  if (coverage === undefined) return null
  const { toTimeSec } = coverage
  const isCurrent = toTimeSec !== null && clock.nowMs() - toTimeSec * 1_000 <= LIMITS.streamServingLagMs
  return { ...coverage, isCurrent }
}

function followsAllOf({ scope, dexes, venues, watch }: Context['config']['ingest'], subject: TapeSubject): boolean {
  const followsAllDexes = scope === 'all' || (venues && TAPE_DEXES.every((dex) => dexes.includes(dex)))
  if (!followsAllDexes) return false
  return scope !== 'watch' || (subject !== 'market' && subject.some((address) => watch.includes(address)))
}

import type { Context } from '../../context.ts'
import type { TapeTrader } from '../../contract/first-party.ts'
import { heldLaunch } from '../tokens/intel/load-launch.ts'
import type { TapeSubject } from './check-subject.ts'

type LaunchFacts = NonNullable<ReturnType<typeof heldLaunch>>
export type TagsOf = (wallet: string) => TapeTrader['tags']

const UNKNOWN: TapeTrader['tags'] = { sniper: null, bundler: null, fresh: null }

/** What wallets were at a token's launch, from what the server holds already: the launch facts that an engine read, else
 *  the launch on the tape. The tape shows who bought in the launch window, and not who paid for whom: a buyer of the
 *  launch slot may be a bundler or a sniper, and whether a wallet was fresh it does not say. */
export function tagsAtLaunch(ctx: Pick<Context, 'store' | 'config'>, subject: TapeSubject): TagsOf {
  const held = heldLaunch(ctx, subject.address)
  if (held?.status === 'found') return fromFacts(held)
  return fromTape(ctx, subject) ?? (() => UNKNOWN)
}

/** Freshness was looked at for the buyers of the window alone. */
function fromFacts({ snipers, bundlers, fresh, buyers, complete, capped }: LaunchFacts): TagsOf {
  const sets = { snipers: new Set(snipers), bundlers: new Set(bundlers), fresh: new Set(fresh) }
  const known = new Set(buyers.map(({ wallet }) => wallet))
  const isWhole = complete && !capped
  const tag = (isSo: boolean, isKnown: boolean): boolean | null => (isSo ? true : isKnown ? false : null)
  return (wallet) => ({
    sniper: tag(sets.snipers.has(wallet), isWhole),
    bundler: tag(sets.bundlers.has(wallet), isWhole),
    fresh: tag(sets.fresh.has(wallet), known.has(wallet) && isWhole),
  })
}

function fromTape({ store, config }: Pick<Context, 'store' | 'config'>, subject: TapeSubject): TagsOf | null {
  const { tape } = store
  const launch = tape.launchOf(subject.address, subject.chain)
  if (launch === undefined || launch.kind !== 'launch') return null
  const lastSlot = launch.slot + config.launchWindowSlots
  const inLaunchSlot = new Set<string>()
  const after = new Set<string>()
  for (const { slot, firstSeq, count, status } of tape.slots(launch.chain, launch.slot, config.launchWindowSlots + 1)) {
    if (slot > lastSlot || status === 'retracted' || count === 0) continue
    for (const event of tape.read(firstSeq - 1, count))
      if (event.type === 'trade' && event.side === 'buy' && event.mint === subject.address)
        (slot === launch.slot ? inLaunchSlot : after).add(event.maker)
  }
  return (wallet) => {
    if (wallet === launch.creator) return { ...UNKNOWN, sniper: false }
    if (inLaunchSlot.has(wallet)) return UNKNOWN
    return { sniper: after.has(wallet), bundler: false, fresh: null }
  }
}

import type { Measured, SandwichReads, Suspected, Suspicion } from '../../chain/sandwich-port.ts'
import { SANDWICHES as S } from '../../config/sandwiches.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { SandwichesReply } from '../../contract/wallet-sandwiches.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { newestSwaps, type OwnSwap } from './wallet-swaps.ts'

type Event = SandwichesReply['events'][number]
type Found = { readonly swap: OwnSwap; readonly suspected: Suspected }

/** Sandwiches around the newest swaps of a wallet (spec 4.2), found in the trades of the same pools and computed again
 *  without the front run. Fails `unconfigured` without a node, and with the specification's sentence as the node fails. */
export async function getSandwiches(
  ctx: Context,
  wallet: string,
  limit: number,
  signal: AbortSignal,
): Promise<Outcome<SandwichesReply>> {
  const { wallets, sandwiches } = ctx.chain
  if (wallets === undefined || sandwiches === undefined) return fail('unconfigured', 'no node configured')
  const listed = await newestSwaps(wallets, wallet, limit, signal)
  if (!listed.ok) return asSpecified(listed)
  const { swaps, looked } = listed.value
  const seen = await suspectsOf(sandwiches(), swaps, signal)
  if (!seen.ok) return asSpecified(seen)
  const { found, unread } = seen.value
  const analysed = found.slice(0, S.analysed)
  const events: Event[] = []
  for (const one of analysed) {
    if (signal.aborted) return fail('cancelled', 'the request was cancelled')
    const measured = await one.suspected.measure(signal)
    if (!measured.ok) return asSpecified(measured)
    const event = eventOf(one, measured.value)
    // A swap that lost nothing was no victim.
    if (event !== null) events.push(event)
  }
  const totals = totalsOf(events)
  const lost = totals.find(({ quoteMint }) => quoteMint === WSOL_MINT)?.victimLossRaw ?? '0'
  const say = (is: boolean, text: string): string[] => (is ? [text] : [])
  return ok({
    wallet,
    swapsScanned: swaps.length,
    providerFlagged: found.length,
    analysed: analysed.length,
    confirmed: events.filter(({ confidence }) => confidence === 'high').length,
    totalVictimLossQuote: Number(lost),
    totalVictimLossLamports: lost,
    totals,
    events,
    coverage: {
      txScanned: looked,
      unread,
      slotsAround: S.slots,
      missing: [
        ...say(unread > 0, `what stands around ${counted(unread, 'swap')}, which the node does not list`),
        ...say(
          found.length > S.analysed,
          `${counted(found.length - S.analysed, 'flagged swap, which was', 'flagged swaps, which were')} not computed again`,
        ),
      ],
    },
    note: swaps.length === 0 ? 'no swaps in what was scanned' : null,
    generatedAt: ctx.clock.nowMs(),
  })
}

async function suspectsOf(
  reads: SandwichReads,
  swaps: readonly OwnSwap[],
  signal: AbortSignal,
): Promise<Outcome<{ readonly found: readonly Found[]; readonly unread: number }>> {
  const answers = await inParallel(swaps, S.readAtOnce, async (swap) => {
    const seen: Outcome<Suspicion>[] = []
    for (const inPool of signal.aborted ? [] : swap.inPools) seen.push(await reads.suspect(inPool, signal))
    return seen
  })
  const found: Found[] = []
  let unread = 0
  for (const [at, list] of answers.entries()) {
    let isUnread = false
    for (const answer of list) {
      if (!answer.ok) return answer
      if (answer.value.kind === 'unread') isUnread = true
      // A route through two sandwiched pools is one swap.
      if (answer.value.kind === 'suspected' && found.at(-1)?.swap !== swaps[at])
        found.push({ swap: swaps[at]!, suspected: answer.value.suspected })
    }
    if (isUnread) unread++
  }
  return signal.aborted ? fail('cancelled', 'the request was cancelled') : ok({ found, unread })
}

/** Null where the swap would have got no more without the front run. */
function eventOf({ swap, suspected }: Found, measured: Measured): Event | null {
  const { victim, slots, quoteMint, attackerProfitRaw } = suspected
  const loss = measured.isProved ? measured.loss : null
  if (loss !== null && loss.quoteRaw <= 0n) return null
  return {
    signature: victim.signature,
    slot: victim.slot,
    timestamp: swap.timeSec,
    confidence: loss === null ? 'low' : 'high',
    reason: measured.isProved ? null : measured.reason,
    dex: victim.dex,
    pool: victim.pool,
    side: suspected.side,
    baseMint: suspected.baseMint,
    quoteMint,
    quoteDecimals: swap.decimals.get(quoteMint) ?? null,
    attacker: suspected.attacker,
    attackers: [...suspected.attackers],
    frontRuns: [...suspected.frontRuns],
    backRuns: [...suspected.backRuns],
    slotsApart: slots[1] - slots[0],
    inputMint: suspected.inputMint,
    inRaw: String(suspected.inRaw),
    outRaw: String(suspected.outRaw),
    fairInRaw: loss === null ? null : String(loss.fairInRaw),
    fairOutRaw: loss === null ? null : String(loss.fairOutRaw),
    victimLossQuote: loss === null ? null : Number(loss.quoteRaw),
    victimLossQuoteRaw: loss === null ? null : String(loss.quoteRaw),
    victimLossBaseRaw: loss === null ? null : String(loss.baseRaw),
    attackerProfitQuote: Number(attackerProfitRaw),
    attackerProfitQuoteRaw: String(attackerProfitRaw),
    extraSlippagePct: loss === null ? null : loss.extraSlippagePct,
  }
}

function totalsOf(events: readonly Event[]): SandwichesReply['totals'] {
  const confirmed = Map.groupBy(
    events.filter(({ confidence }) => confidence === 'high'),
    ({ quoteMint }) => quoteMint,
  )
  return [...confirmed].map(([quoteMint, list]) => ({
    quoteMint,
    victimLossRaw: String(list.reduce((sum, one) => sum + BigInt(one.victimLossQuoteRaw ?? 0), 0n)),
    attackerProfitRaw: String(list.reduce((sum, one) => sum + BigInt(one.attackerProfitQuoteRaw), 0n)),
    events: list.length,
  }))
}

function asSpecified(failure: Failure): Failure {
  if (failure.code === 'cancelled' || failure.code === 'invalid_request') return failure
  return fail(failure.code, 'sandwich scan unavailable', failure.retryAfterSec)
}

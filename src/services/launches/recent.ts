import { LIMITS } from '../../config/limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import type { Launch, LaunchesReply } from '../../contract/launch.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isTapeDex, type LaunchEvent, type TapeDex } from '../../contract/tape-event.ts'

export type LaunchesRequest = { readonly limit: number; readonly dex: TapeDex | null; readonly cursor: string }

type Page = {
  readonly rows: readonly { readonly seq: number; readonly launch: Launch }[]
  /** Older ones begin here; null when there are none. */
  readonly nextBeforeSeq: number | null
}

/** The newest tokens on a curve and the newest pools, latest indexed first; five seconds for each DEX. A graduation is
 *  not listed: the pool it leads to is, as the `pool` of its own DEX. An empty list where nothing is followed, or when
 *  the tape does not answer in time. Fails `invalid_request` for a cursor that leads nowhere. */
export async function getRecentLaunches(
  ctx: Context,
  { limit, dex, cursor }: LaunchesRequest,
): Promise<Outcome<LaunchesReply>> {
  const { tape } = ctx.store
  if (cursor !== '') {
    const place = tape.checkCursor(cursor)
    if (place.status === 'malformed') return fail('invalid_request', 'invalid cursor')
    if (place.status === 'gone') return fail('invalid_request', 'cursor is no longer kept')
    return ok(toReply(ctx, readPage(ctx, { limit, dex, beforeSeq: place.seq + 1 }), limit))
  }
  const newest = await ctx.store.memo<Page>('launches', dex ?? '', async () =>
    ok(readPage(ctx, { limit: LIMITS.launches.max, dex })),
  )
  return newest.ok ? ok(toReply(ctx, newest.value, limit), newest.cache) : newest
}

function readPage(
  { store: { tape }, clock }: Context,
  { limit, dex, beforeSeq }: { readonly limit: number; readonly dex: TapeDex | null; readonly beforeSeq?: number },
): Page {
  const untilMs = clock.monotonicMs() + TIMEOUTS.launchesMs
  const rows: { seq: number; launch: Launch }[] = []
  let next: number | null = beforeSeq ?? Number.MAX_SAFE_INTEGER
  while (next !== null && rows.length < limit && clock.monotonicMs() < untilMs) {
    const page: ReturnType<typeof tape.launches> = tape.launches({
      limit: limit - rows.length,
      beforeSeq: next,
      ...(dex === null ? {} : { dex }),
    })
    for (const event of page.launches) {
      const { dex: dexType, kind, seq } = event
      if (kind !== 'graduation' && isTapeDex(dexType))
        rows.push({ seq, launch: toLaunch(event, dexType, nameOf(event, tape.launchOf)) })
    }
    next = page.nextBeforeSeq
  }
  return { rows, nextBeforeSeq: next }
}

/** A pool says nothing about its token; the token's own launch does. */
function nameOf(event: LaunchEvent, launchOf: (mint: string) => LaunchEvent | undefined): LaunchEvent {
  return event.name === null && event.symbol === null && event.uri === null ? (launchOf(event.mint) ?? event) : event
}

function toReply({ store: { tape } }: Context, { rows, nextBeforeSeq }: Page, limit: number): LaunchesReply {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const before = shown.length < rows.length && last !== undefined ? last.seq : nextBeforeSeq
  // A clock that was set back does not change what came first, but the list is promised by its time.
  const launches = shown.map(({ launch }) => launch).sort((a, b) => b.indexedAt - a.indexedAt)
  return { count: launches.length, launches, nextCursor: before === null ? null : tape.formatCursor(before - 1) }
}

function toLaunch(event: LaunchEvent, dexType: TapeDex, named: LaunchEvent): Launch {
  return {
    mint: event.mint,
    poolAddress: event.pool,
    dexType,
    signature: event.signature || null,
    blockTime: event.blockTimeSec,
    indexedAt: event.indexedAtMs,
    creator: event.creator || null,
    name: named.name || null,
    symbol: named.symbol || null,
    uri: named.uri || null,
  }
}

import type { Target } from '../attack/target.ts'

type TapeEvent = {
  readonly type: string
  readonly eventId: string
  readonly from?: number
  readonly to?: number
  readonly block?: { readonly number: number; readonly time?: number | null }
  readonly commitment?: string
  readonly retracts?: { readonly eventId: string }
  readonly txHash?: string
  readonly position?: object
  readonly trade?: { readonly token: string; readonly [name: string]: unknown }
  readonly launch?: { readonly [name: string]: unknown }
}
export type Tape = {
  readonly events: ReadonlyMap<string, TapeEvent>
  readonly lost: readonly TapeEvent[]
  readonly twice: readonly string[]
  /** Ids of what was taken back: when its block comes back, it is told under another. */
  readonly retracted: ReadonlySet<string>
  readonly head: number
}

const PAGE = 5_000
const MAX_PAGES = 200
const SHOWN = 3

/** All that a server tells of these channels from a time on, what was retracted taken out. */
export async function readTape(target: Target, key: string, channels: string, fromMs: number): Promise<Tape> {
  const events = new Map<string, TapeEvent>()
  const seen = new Set<string>()
  const lost: TapeEvent[] = []
  const twice: string[] = []
  const retracted = new Set<string>()
  let head = 0
  let from = String(fromMs)
  for (let page = 0; page < MAX_PAGES; page++) {
    const { status, json, text } = await target.as(
      key,
      `/api/v2/stream/replay?channels=${encodeURIComponent(channels)}&from=${from}&limit=${PAGE}`,
    )
    if (status !== 200) throw new Error(`replay: ${status} ${text.slice(0, 200)}`)
    for (const event of json.events as TapeEvent[]) {
      if (seen.has(event.eventId)) twice.push(event.eventId)
      seen.add(event.eventId)
      if (event.type === 'lost') lost.push(event)
      else if (event.type === 'retracted') {
        events.delete(event.retracts!.eventId)
        retracted.add(event.retracts!.eventId)
      } else events.set(event.eventId, event)
      if (event.type !== 'retracted') head = Math.max(head, event.block?.number ?? 0)
    }
    if (json.nextCursor === null) break
    from = json.nextCursor as string
  }
  return { events, lost, twice, retracted, head }
}

/** What the tape of the server that was lied to says otherwise than the one that was not, from a block that both have
 *  up to the older head of the two. */
export function compareTapes(
  lied: Tape,
  honest: Tape,
  sinceBlock = 0,
): { readonly missed: string[]; readonly compared: number; readonly blocks: readonly number[] } {
  const upTo = Math.min(lied.head, honest.head) - 1
  const within = ({ block }: TapeEvent) => (block?.number ?? 0) >= sinceBlock && (block?.number ?? 0) <= upTo
  const isTold = ({ block }: TapeEvent) =>
    lied.lost.some(({ from = 0, to = -1 }) => (block?.number ?? -1) >= from && (block?.number ?? -1) <= to)
  const returned = returnedEvents(lied, honest)
  const gone = [...honest.events.values()].filter(
    (event) => within(event) && !lied.events.has(event.eventId) && !returned.has(event.eventId) && !isTold(event),
  )
  const made = [...lied.events.values()].filter(
    (event) => within(event) && !honest.events.has(event.eventId) && !returned.has(event.eventId),
  )
  const changed = [...lied.events.values()].filter((event) => {
    const real = honest.events.get(event.eventId)
    return real !== undefined && contentOf(event) !== contentOf(real)
  })
  const missed: string[] = []
  const slots = (events: readonly TapeEvent[]) =>
    [...new Set(events.map(({ block }) => block?.number))].slice(0, SHOWN).join(', ')
  if (gone.length > 0)
    missed.push(
      `${gone.length} of ${honest.events.size} events are neither on the tape nor lost, first in slots ${slots(gone)}: ${contentOf(gone[0]!)}`,
    )
  if (made.length > 0) missed.push(`${made.length} events on the tape that never were, first in slots ${slots(made)}`)
  if (changed.length > 0) {
    const [first] = changed
    missed.push(
      `${changed.length} events say something else, first in slots ${slots(changed)}: ${contentOf(first!)} for ${contentOf(honest.events.get(first!.eventId)!)}`,
    )
  }
  if (lied.twice.length > 0)
    missed.push(`${lied.twice.length} events twice on the tape, ${lied.twice.slice(0, SHOWN).join(', ')}`)
  const blocks = new Set([...gone, ...made, ...changed].map(({ block }) => block?.number ?? 0))
  return { missed, compared: honest.events.size, blocks: [...blocks].slice(0, SHOWN) }
}

/** Whatever the chain alone decides: prices in dollars, and when a server saw it, are each server's own. */
function contentOf({ type, block, position, txHash, trade, launch }: TapeEvent): string {
  const { priceUSD: _, amountUSD: __, ...sold } = trade ?? { token: '' }
  const { indexedAt: ___, ...made } = launch ?? {}
  return JSON.stringify({ type, block, position, txHash, sold, made })
}

/** What a subscriber of the event stream, who goes on where it was cut, was not told of the tape; also whether it and
 *  the one of the WebSocket were told anything. */
export function compareHeard(
  tape: Pick<Tape, 'events'>,
  listeners: {
    readonly mints: readonly string[]
    readonly toldIds: ReadonlySet<string>
    readonly heard: { readonly socket: number; readonly events: number }
  },
): string[] {
  const { mints, toldIds, heard } = listeners
  const due = [...tape.events.values()].filter(
    ({ type, trade }) => type === 'launch' || (trade !== undefined && mints.includes(trade.token)),
  )
  const told = due.map(({ eventId }) => toldIds.has(eventId))
  const [first, last] = [told.indexOf(true), told.lastIndexOf(true)]
  const untold = due.slice(Math.max(0, first), last + 1).filter(({ eventId }) => !toldIds.has(eventId))
  return [
    ...(heard.events === 0 ? [`the event stream told nothing of ${due.length} events`] : []),
    ...(heard.socket === 0 ? [`the WebSocket told nothing of ${due.length} events`] : []),
    ...(due.length > 0 && first < 0 ? ['the event stream told nothing that is on the tape'] : []),
    ...(untold.length > 0
      ? [
          `the event stream left out ${untold.length} of ${due.length} events, first of block ${untold[0]!.block?.number}`,
        ]
      : []),
  ]
}

/** Ids, on either tape, of events whose block was taken back and came back: they are the same in all but the id. */
function returnedEvents(lied: Tape, honest: Tape): ReadonlySet<string> {
  const placeOf = ({ type, block, txHash, position }: TapeEvent) => JSON.stringify([type, block, txHash, position])
  const [there, here] = [lied, honest].map(
    ({ events }) => new Map([...events.values()].map((event) => [placeOf(event), event.eventId])),
  ) as [Map<string, string>, Map<string, string>]
  const same = new Set<string>()
  for (const [place, id] of there) {
    const own = here.get(place)
    if (own === undefined || own === id || !(lied.retracted.has(own) || honest.retracted.has(id))) continue
    same.add(id)
    same.add(own)
  }
  return same
}

import Type, { type Static } from 'typebox'
import { closed, EpochMs } from './shapes.ts'

export const TICKET_PURPOSES = ['events', 'websocket', 'charts'] as const
export type TicketPurpose = (typeof TICKET_PURPOSES)[number]

/** A ticket whose signature fits. Whether it may still open something is asked when it does. */
export type EventsTicket = {
  /** Hex; begins with the time of issue, so ids sort by age. */
  readonly id: string
  readonly keyId: number
  readonly issuedAtMs: number
}

export const TicketReply = closed({
  ticket: Type.String({
    description:
      'For the `ticket` query parameter. Replaces the key on one stream, or for `charts` on the routes of chart data, and nowhere else.',
  }),
  purpose: Type.Unsafe<TicketPurpose>(Type.Union(TICKET_PURPOSES.map((purpose) => Type.Literal(purpose)))),
  openBefore: Type.Integer({
    description: 'Epoch milliseconds. Void afterwards unless it opened a stream by then; for `charts` its end.',
  }),
  expiresAt: EpochMs,
})
export type TicketReply = Static<typeof TicketReply>

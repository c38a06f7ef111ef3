import type { Route } from '../define-route.ts'
import { streamChains } from './chains.ts'
import { streamCursor } from './cursor.ts'
import { streamEvents } from './events.ts'
import { streamGateway } from './gateway.ts'
import { streamReplay } from './replay.ts'
import { streamTicket } from './ticket.ts'

export const streamRoutes: readonly Route[] = [
  streamGateway,
  streamChains,
  streamEvents,
  streamReplay,
  streamCursor,
  streamTicket,
]

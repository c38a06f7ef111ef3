import type { Route } from '../define-route.ts'
import { streamChains } from './chains.ts'
import { streamCursor } from './cursor.ts'
import { streamEvents } from './events.ts'
import { streamReplay } from './replay.ts'
import { streamTicket } from './ticket.ts'

export const streamRoutes: readonly Route[] = [streamChains, streamEvents, streamReplay, streamCursor, streamTicket]

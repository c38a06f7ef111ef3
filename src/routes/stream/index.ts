import type { Route } from '../define-route.ts'
import { streamCursor } from './cursor.ts'
import { streamEvents } from './events.ts'
import { streamReplay } from './replay.ts'
import { streamTicket } from './ticket.ts'

export const streamRoutes: readonly Route[] = [streamEvents, streamReplay, streamCursor, streamTicket]

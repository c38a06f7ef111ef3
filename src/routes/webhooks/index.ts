import type { Route } from '../define-route.ts'
import { webhookCreate } from './create.ts'
import { webhookDelete } from './delete.ts'
import { webhookDeliveries } from './deliveries.ts'
import { webhookEvents } from './events.ts'
import { webhookList } from './list.ts'
import { webhookReplay } from './replay.ts'
import { webhookRotateSecret } from './rotate-secret.ts'
import { webhookShow } from './show.ts'
import { webhookTest } from './test-event.ts'
import { webhookUpdate } from './update.ts'

/** Signed posts of what the tape holds (spec 6.3). */
export const webhookRoutes: readonly Route[] = [
  webhookCreate,
  webhookList,
  webhookEvents,
  webhookShow,
  webhookUpdate,
  webhookDelete,
  webhookTest,
  webhookDeliveries,
  webhookRotateSecret,
  webhookReplay,
]

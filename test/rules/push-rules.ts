import type { EngineRule } from './engine-rule.ts'
import { EVENT_STREAM_RULES } from './push/event-stream-rules.ts'
import { TAPE_RULES } from './push/tape-rules.ts'
import { WEBHOOK_RULES } from './push/webhook-rules.ts'
import { WEBSOCKET_RULES } from './push/websocket-rules.ts'

/** Every rule of the WebSocket, the event streams, the webhooks and the routes that read the tape (spec 6.1 to 6.3, and
 *  what 2.2, 2.3, 2.5, 3, 4.1, 4.3, 4.6, 4.10, 5, 7 and 8 say of them), with the test that holds it and the code it
 *  lives in (`eval/mutation/break-rules.ts --table push`). */
export const PUSH_RULES: readonly EngineRule[] = [
  ...WEBSOCKET_RULES,
  ...EVENT_STREAM_RULES,
  ...WEBHOOK_RULES,
  ...TAPE_RULES,
]

import { statusOf } from '../../src/contract/failures.ts'
import { type Outcome, ok } from '../../src/contract/outcome.ts'
import type { WireAnswer } from '../answer-request.ts'
import { type ControlParams, invalid, readControlBody, readCount } from '../control/control-params.ts'
import type { ControlPort } from '../control/control-port.ts'
import { FRIENDLY, type SinkBehaviour, type WebhookSink } from './webhook-sink.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const UNKNOWN_COMMAND = 404
const MAX_DELAY_MS = 60_000
const MAX_LOCATION_CHARS = 2_048

/** Adds the sink's commands to the control port: what it got, and how it answers from now on. The port's own guard
 *  speaks first. */
export function withWebhookSink(control: ControlPort, sinkOf: () => WebhookSink | null): ControlPort {
  return async (request) => {
    const answer = await control(request)
    const sink = sinkOf()
    if (sink === null || answer.dropped || answer.status !== UNKNOWN_COMMAND) return answer
    switch (`${request.method} ${request.path}`) {
      case 'GET /webhooks':
        return encode(ok({ url: sink.url, count: sink.count(), behaviour: sink.behaviour, posts: sink.posts() }))
      case 'DELETE /webhooks':
        sink.clear()
        return encode(ok({ count: 0 }))
      case 'POST /webhooks/behave': {
        const params = readControlBody(request.body)
        const behaviour = params.ok ? readBehaviour(params.value) : params
        if (behaviour.ok) sink.behaviour = behaviour.value
        return encode(behaviour)
      }
      default:
        return answer
    }
  }
}

/** What is not named is friendly: 200 at once. */
function readBehaviour(params: ControlParams): Outcome<SinkBehaviour> {
  const status = readCount(params, 'status', { min: 200, max: 599, default: FRIENDLY.status })
  if (!status.ok) return status
  const delayMs = readCount(params, 'delayMs', { min: 0, max: MAX_DELAY_MS, default: FRIENDLY.delayMs })
  if (!delayMs.ok) return delayMs
  const { location = null, stops = false } = params
  if (location !== null && (typeof location !== 'string' || !/^[\x21-\x7e]+$/.test(location)))
    return invalid('location: expected an address')
  if (location !== null && location.length > MAX_LOCATION_CHARS) return invalid('location: too long')
  if (typeof stops !== 'boolean') return invalid('stops: expected true or false')
  return ok({ status: status.value, delayMs: delayMs.value, location, stops })
}

function encode(outcome: Outcome<unknown>): WireAnswer {
  const status = outcome.ok ? 200 : statusOf(outcome.code)
  const body = outcome.ok ? outcome.value : { error: outcome.message }
  return { dropped: false, status, headers: HEADERS, body: `${JSON.stringify(body)}\n`, truncatedTo: null }
}

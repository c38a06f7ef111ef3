import { statusOf } from '../../src/contract/failures.ts'
import { type Outcome, ok } from '../../src/contract/outcome.ts'
import type { WireAnswer } from '../answer-request.ts'
import { type ControlParams, invalid, readControlBody } from '../control/control-params.ts'
import type { ControlPort } from '../control/control-port.ts'
import { type BlockEngine, ENGINE_MODES, type EngineMode } from './block-engine.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const UNKNOWN_COMMAND = 404

/** Adds the block engine's commands to the control port: what it took, and what becomes of bundles from now on. The
 *  port's own guard speaks first. */
export function withBlockEngine(control: ControlPort, engine: BlockEngine): ControlPort {
  return async (request) => {
    const answer = await control(request)
    if (answer.dropped || answer.status !== UNKNOWN_COMMAND) return answer
    switch (`${request.method} ${request.path}`) {
      case 'GET /bundles':
        return encode(ok({ mode: engine.mode, ...engine.counts() }))
      case 'POST /bundles': {
        const params = readControlBody(request.body)
        const mode = params.ok ? readMode(params.value) : params
        if (mode.ok) engine.mode = mode.value
        return encode(mode.ok ? ok({ mode: mode.value }) : mode)
      }
      default:
        return answer
    }
  }
}

function readMode({ mode }: ControlParams): Outcome<EngineMode> {
  const known = ENGINE_MODES.find((one) => one === mode)
  return known === undefined ? invalid(`mode: expected one of ${ENGINE_MODES.join(', ')}`) : ok(known)
}

function encode(outcome: Outcome<unknown>): WireAnswer {
  const status = outcome.ok ? 200 : statusOf(outcome.code)
  const body = outcome.ok ? outcome.value : { error: outcome.message }
  return { dropped: false, status, headers: HEADERS, body: `${JSON.stringify(body)}\n`, truncatedTo: null }
}

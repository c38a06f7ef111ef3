import { type Failure, fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { decodeBase58Fixed } from '../../src/hot-paths/base58.ts'
import { isObject, type Json, readJson } from '../rpc/json.ts'
import type { FaultAction, FaultSpec } from './faults.ts'

export type ControlParams = { readonly [name: string]: Json }

const MAX_U64 = 2n ** 64n - 1n
const MAX_DELAY_MS = 600_000
const FAULT_KINDS = ['status', 'delay', 'truncate', 'garbage', 'rateLimit', 'drop', 'rpcError']

/** The JSON object of a request; an empty body is an empty object. */
export function readControlBody(body: Uint8Array): Outcome<ControlParams> {
  if (body.length === 0) return ok({})
  const json = readJson(body)
  return isObject(json) ? ok(json) : invalid('expected a JSON object')
}

export function invalid(message: string): Failure {
  return fail('invalid_request', message)
}

export function readControlAddress(params: ControlParams, name: string): Outcome<string> {
  const value = params[name]
  return typeof value === 'string' && decodeBase58Fixed(value, 32) !== null
    ? ok(value)
    : invalid(`${name}: expected a base58 address`)
}

/** A u64 as text, or as a number while that is exact. */
export function readAmount(params: ControlParams, name: string): Outcome<bigint> {
  const value = params[name]
  const amount =
    typeof value === 'string' && /^\d{1,20}$/.test(value)
      ? BigInt(value)
      : typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
        ? BigInt(value)
        : null
  return amount !== null && amount <= MAX_U64
    ? ok(amount)
    : invalid(`${name}: expected a whole number (text beyond 2^53)`)
}

export function readCount(
  params: ControlParams,
  name: string,
  range: { min: number; max: number; default?: number },
): Outcome<number> {
  const value = params[name] ?? range.default
  return typeof value === 'number' && Number.isInteger(value) && value >= range.min && value <= range.max
    ? ok(value)
    : invalid(`${name}: expected a whole number from ${range.min} to ${range.max}`)
}

/** A fault as `POST /faults` takes it: `{provider, match?, times?, kind, ...}`. */
export function readFault(params: ControlParams): Outcome<FaultSpec> {
  const { provider, match, times, kind } = params
  if (typeof provider !== 'string' || !/^[*a-z][a-z0-9-]{0,31}$/.test(provider))
    return invalid('provider: expected rpc, das, pubsub, a provider name or *')
  if (match !== undefined && (typeof match !== 'string' || match.length > 256)) return invalid('match: expected a text')
  const bounded = times === undefined ? ok(undefined) : readCount(params, 'times', { min: 1, max: 1_000_000 })
  if (!bounded.ok) return bounded
  if (typeof kind !== 'string' || !FAULT_KINDS.includes(kind))
    return invalid(`kind: expected one of ${FAULT_KINDS.join(', ')}`)
  const action = readAction(kind as FaultAction['kind'], params)
  if (!action.ok) return action
  return ok({
    ...action.value,
    provider,
    ...(match === undefined ? {} : { match }),
    ...(bounded.value === undefined ? {} : { times: bounded.value }),
  })
}

function readAction(kind: FaultAction['kind'], params: ControlParams): Outcome<FaultAction> {
  const number = (name: string, min: number, max: number) => readCount(params, name, { min, max })
  switch (kind) {
    case 'status': {
      const status = number('status', 400, 599)
      return status.ok ? ok({ kind, status: status.value }) : status
    }
    case 'delay': {
      const delayMs = number('delayMs', 1, MAX_DELAY_MS)
      return delayMs.ok ? ok({ kind, delayMs: delayMs.value }) : delayMs
    }
    case 'truncate': {
      const bytes = number('bytes', 0, Number.MAX_SAFE_INTEGER)
      return bytes.ok ? ok({ kind, bytes: bytes.value }) : bytes
    }
    case 'rateLimit': {
      const limit = number('limit', 0, 1_000_000)
      const windowMs = number('windowMs', 1, MAX_DELAY_MS)
      if (!limit.ok) return limit
      return windowMs.ok ? ok({ kind, limit: limit.value, windowMs: windowMs.value }) : windowMs
    }
    case 'rpcError': {
      const code = number('code', -32_999, -32_000)
      if (!code.ok) return code
      const { message } = params
      return typeof message === 'string' && message.length <= 512
        ? ok({ kind, code: code.value, message })
        : invalid('message: expected a text')
    }
    case 'garbage':
    case 'drop':
      return ok({ kind })
  }
}

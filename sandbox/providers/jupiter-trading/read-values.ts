import { isBase58Of32 } from '../../../src/hot-paths/base58.ts'
import { MAX_U64 } from '../../programs/byte-fields.ts'
import type { Json } from '../../rpc/json.ts'
import { isObject } from '../../rpc/json.ts'
import type { ProviderReply } from '../provider-reply.ts'

/* Reading what callers send. A value that is none of what is wanted ends the request with the provider's own words. */

export class RequestFault extends Error {
  readonly reply: ProviderReply
  constructor(reply: ProviderReply) {
    super('request refused')
    this.reply = reply
  }
}

/** Runs a request; a fault in it is its answer. */
export function answering(run: () => ProviderReply): ProviderReply {
  try {
    return run()
  } catch (error) {
    if (error instanceof RequestFault) return error.reply
    throw error
  }
}

export function asAddress(value: Json | undefined): string | null {
  return typeof value === 'string' && isBase58Of32(value) ? value : null
}

/** Digits, in a text or a number, of an unsigned integer up to `max`. */
export function asUint(value: Json | undefined, max: bigint = MAX_U64): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? atMost(BigInt(value), max) : null
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? atMost(BigInt(value), max) : null
}

function atMost(value: bigint, max: bigint): bigint | null {
  return value <= max ? value : null
}

/** A member of an object; undefined when there is none, `null` counts as none. */
export function member(body: Json | undefined, name: string): Json | undefined {
  const value = isObject(body) ? body[name] : undefined
  return value === null ? undefined : value
}

export function found(body: unknown): ProviderReply {
  return { status: 200, body }
}

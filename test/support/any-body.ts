import { type BodyRule, jsonBody, type LargeBody } from '../../src/contract/json-body.ts'
import { objectOf } from '../../src/contract/object-member.ts'

/** A body of which a route wants nothing: any object or none, handed on as it came. */
export function anyBody(inWorker?: LargeBody): BodyRule<unknown> {
  return jsonBody(objectOf({}), { isOptional: true, inWorker, finish: (_, json) => json })
}

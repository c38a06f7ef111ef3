import { type BodyRule, jsonBody } from './json-body.ts'
import { addressBatch } from './list-members.ts'
import { objectOf } from './object-member.ts'

/** Body `{ mints: string[] }` (spec 4.1): invalid and repeated entries are dropped, the first `max` valid ones kept;
 *  none is 400 with the sentence. */
export function mintsBatch(max: number, required: string): BodyRule<{ readonly mints: readonly string[] }> {
  return jsonBody(
    objectOf({ mints: addressBatch({ max, missing: required, wrong: required }) }, { noObject: required }),
  )
}

import { IDEMPOTENCY } from '../../config/idempotency.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'

const { min, max } = IDEMPOTENCY.keyChars
const VISIBLE_ASCII = new RegExp(`^[\\x21-\\x7e]{${min},${max}}$`)

/** The `Idempotency-Key` header; empty text when the request has none. Fails `invalid_request`. */
export function readIdempotencyKey(header: string): Outcome<string> {
  if (header === '' || VISIBLE_ASCII.test(header)) return ok(header)
  return fail('invalid_request', `Idempotency-Key: expected ${min} to ${max} visible ASCII characters`)
}

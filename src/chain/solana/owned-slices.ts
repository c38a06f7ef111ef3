import Type, { type Static } from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { compileReply } from '../../runtime/reply-check.ts'

/** `getTokenAccountsByOwner` with a slice of the accounts' bytes, in base64. */
const Reply = Type.Object({
  value: Type.Array(
    Type.Object({ account: Type.Object({ data: Type.Tuple([Type.String(), Type.Literal('base64')]) }) }),
  ),
})
const check = compileReply(Reply)

/** The bytes asked for of each account; `upstream_failed` for what is no such answer. */
export function readOwnedSlices(answer: Outcome<unknown>): Outcome<readonly Uint8Array[]> {
  if (!answer.ok) return answer
  if (!check.matches(answer.value))
    return fail('upstream_failed', 'the node answered getTokenAccountsByOwner in an unexpected shape')
  const { value } = answer.value as Static<typeof Reply>
  return ok(value.map(({ account }) => Buffer.from(account.data[0], 'base64')))
}

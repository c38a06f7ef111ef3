import Type, { type Static } from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { Base58Text } from '../../runtime/reply-ranges.ts'

/** `getTokenAccountsByOwner` with a slice of the accounts' bytes, in base64. */
const Reply = Type.Object({
  value: Type.Array(
    Type.Object({
      pubkey: Base58Text,
      account: Type.Object({ data: Type.Tuple([Type.String(), Type.Literal('base64')]) }),
    }),
  ),
})
const check = compileReply(Reply)

/** The bytes asked for of each account; `upstream_failed` for what is no such answer. */
export function readOwnedSlices(answer: Outcome<unknown>): Outcome<readonly Uint8Array[]> {
  if (!answer.ok) return answer
  if (!check.matches(answer.value))
    return fail('upstream_failed', 'the node answered getTokenAccountsByOwner in an unexpected shape')
  const { value } = answer.value as Static<typeof Reply>
  if (new Set(value.map(({ pubkey }) => pubkey)).size < value.length)
    return fail('upstream_failed', 'the node lists token accounts twice')
  return ok(value.map(({ account }) => Buffer.from(account.data[0], 'base64')))
}

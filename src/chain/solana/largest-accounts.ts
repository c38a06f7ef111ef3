import Type, { type Static } from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { Base58Text, U64Text } from '../../runtime/reply-ranges.ts'
import { COMMITMENT, type SolanaRpc } from './rpc.ts'

const Reply = Type.Object({ value: Type.Array(Type.Object({ address: Base58Text, amount: U64Text })) })
const check = compileReply(Reply)

export type LargestRow = Static<typeof Reply>['value'][number]

/** The 20 largest token accounts of a mint at most, in the node's order. Fails as the node fails, and `upstream_failed`
 *  when one row is none: what is left would look like all there is. */
export async function readLargestAccounts(
  rpc: Pick<SolanaRpc, 'call'>,
  mint: string,
  signal?: AbortSignal,
): Promise<Outcome<readonly LargestRow[]>> {
  const params = [mint, { commitment: COMMITMENT }]
  const answer = await rpc.call<unknown>('getTokenLargestAccounts', params, signal ? { signal } : {})
  if (!answer.ok) return answer
  if (!check.matches(answer.value) || !answer.value.value.every(({ address }) => isBase58Of32(address)))
    return fail('upstream_failed', 'the node answered getTokenLargestAccounts in an unexpected shape')
  return ok(answer.value.value)
}

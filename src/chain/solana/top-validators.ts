import Type, { type Static } from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { Base58Text, LamportsOrText } from '../../runtime/reply-ranges.ts'
import { COMMITMENT, type SolanaRpc } from './rpc.ts'

const Row = Type.Object({ nodePubkey: Base58Text, votePubkey: Base58Text, activatedStake: LamportsOrText })
const Reply = Type.Object({ current: Type.Array(Row) })
const check = compileReply(Reply)

export type TopValidator = {
  /** The address that signs and is paid for its votes. */
  readonly identity: string
  readonly vote: string
  /** Rounded to 2^53 steps where it is more. */
  readonly activeStakeLamports: bigint
}

/** The validators that vote, those of most stake first; equal ones by address. Fails as the node fails. */
export async function readTopValidators(
  rpc: Pick<SolanaRpc, 'call'>,
  count: number,
): Promise<Outcome<readonly TopValidator[]>> {
  const answer = await rpc.call<unknown>('getVoteAccounts', [{ commitment: COMMITMENT }])
  if (!answer.ok) return answer
  const reply: unknown = answer.value
  if (!check.matches(reply)) return fail('upstream_failed', 'the node answered getVoteAccounts in an unexpected shape')
  const validators = reply.current.filter(isReal).map(({ nodePubkey, votePubkey, activatedStake }) => ({
    identity: nodePubkey,
    vote: votePubkey,
    activeStakeLamports: BigInt(activatedStake),
  }))
  return ok(validators.sort(inOrder).slice(0, count))
}

function isReal({ nodePubkey, votePubkey }: Static<typeof Row>): boolean {
  return isBase58Of32(nodePubkey) && isBase58Of32(votePubkey)
}

function inOrder(a: TopValidator, b: TopValidator): number {
  if (a.activeStakeLamports !== b.activeStakeLamports) return a.activeStakeLamports < b.activeStakeLamports ? 1 : -1
  return a.identity < b.identity ? -1 : 1
}

import Type from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { COMMITMENT, type SolanaRpc } from './rpc.ts'

const blockhashCheck = compileReply(
  Type.Object({ value: Type.Object({ blockhash: Type.String(), lastValidBlockHeight: Type.Number() }) }),
)

/** The newest confirmed blockhash, and the height of the last block that takes it. Fails as the node fails. */
export async function readLatestBlockhash(
  rpc: SolanaRpc,
): Promise<Outcome<{ readonly blockhash: string; readonly lastValidBlockHeight: number }>> {
  const read = await rpc.call<unknown>('getLatestBlockhash', [{ commitment: COMMITMENT }])
  if (!read.ok) return read
  if (!blockhashCheck.matches(read.value))
    return fail('upstream_failed', 'the node answered getLatestBlockhash in an unexpected shape')
  const { blockhash, lastValidBlockHeight } = read.value.value
  return ok({ blockhash, lastValidBlockHeight })
}

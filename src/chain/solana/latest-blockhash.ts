import Type from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { Base58Text, BlockHeight } from '../../runtime/reply-ranges.ts'
import { COMMITMENT, type SolanaRpc } from './rpc.ts'

const blockhashCheck = compileReply(
  Type.Object({ value: Type.Object({ blockhash: Base58Text, lastValidBlockHeight: BlockHeight }) }),
)

/** The newest confirmed blockhash, and the height of the last block that takes it. Fails as the node fails. */
export async function readLatestBlockhash(
  rpc: SolanaRpc,
): Promise<Outcome<{ readonly blockhash: string; readonly lastValidBlockHeight: number }>> {
  const read = await rpc.call<unknown>('getLatestBlockhash', [{ commitment: COMMITMENT }])
  if (!read.ok) return read
  // A hash of another length makes no message: nothing is composed on it.
  if (!blockhashCheck.matches(read.value) || !isBase58Of32(read.value.value.blockhash))
    return fail('upstream_failed', 'the node answered getLatestBlockhash in an unexpected shape')
  const { blockhash, lastValidBlockHeight } = read.value.value
  return ok({ blockhash, lastValidBlockHeight })
}

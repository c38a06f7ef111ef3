import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { ACCOUNT_OVERHEAD_BYTES, MOST_LAMPORTS_PER_BYTE, rentBytes } from './rent-steps.ts'
import type { SolanaRpc } from './rpc.ts'

/** What accounts of some sizes must hold now, as the node says (`getMinimumBalanceForRentExemption`), aligned with the
 *  sizes. Fails as the node fails. */
export async function readRentFloors(
  rpc: SolanaRpc,
  sizes: readonly number[],
  signal?: AbortSignal,
): Promise<Outcome<readonly bigint[]>> {
  const answers = await rpc.callMany<unknown>(
    sizes.map((dataBytes) => ({ method: 'getMinimumBalanceForRentExemption', params: [dataBytes] })),
    signal ? { signal } : {},
  )
  const floors: bigint[] = []
  for (const [at, answer] of answers.entries()) {
    if (!answer.ok) return answer
    const { value } = answer
    const most = rentBytes(sizes[at]!) * MOST_LAMPORTS_PER_BYTE
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > most)
      return fail('upstream_failed', 'the node answered getMinimumBalanceForRentExemption in an unexpected shape')
    floors.push(BigInt(value))
  }
  return ok(floors)
}

/** The rate that the floor of an account without data implies. */
export function rateOfFloor(emptyFloorLamports: bigint): bigint {
  return emptyFloorLamports / BigInt(ACCOUNT_OVERHEAD_BYTES)
}

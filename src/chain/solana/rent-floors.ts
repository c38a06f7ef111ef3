import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { ACCOUNT_OVERHEAD_BYTES } from './rent-steps.ts'
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
  for (const answer of answers) {
    if (!answer.ok) return answer
    const { value } = answer
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
      return fail('upstream_failed', 'the node answered getMinimumBalanceForRentExemption in an unexpected shape')
    floors.push(BigInt(value))
  }
  return ok(floors)
}

/** The rate behind the floor of an account without data. */
export function rateOfFloor(emptyFloorLamports: bigint): bigint {
  return emptyFloorLamports / BigInt(ACCOUNT_OVERHEAD_BYTES)
}

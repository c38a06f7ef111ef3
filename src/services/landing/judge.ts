import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import {
  confirmAbsence,
  historyReaches,
  readNonce,
  type SeenStatus,
  searchHistory,
} from '../../chain/solana/signature-status.ts'
import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'
import type { Sighting } from './chain-watch.ts'
import type { DurableNonce, LandInput } from './landing.ts'

type Verdict = 'open' | 'dead' | SeenStatus
type Judge = (sighting: Sighting) => Promise<Verdict>

/** Whether what is not confirmed yet can still become so. `dead` is certain: the chain passed the end of the
 *  transaction's life, and a node that is at least as far on has looked for it in its whole history and, asked by
 *  another call, has no record of it. */
export function createJudge(ctx: Context, rpc: SolanaRpc, input: LandInput): Judge {
  const sinceMs = (input.sentBeforeMs ?? ctx.clock.nowMs()) - LANDING.historyMarginMs
  const diedAtSlot = input.nonce === undefined ? blockhashDeath(input) : nonceDeath(ctx, rpc, input.nonce)
  return async (sighting) => {
    const deadSinceSlot = await diedAtSlot(sighting)
    if (deadSinceSlot === null) return 'open'
    const found = await searchHistory(rpc, input.signature)
    if (!found.ok || found.value.slot < deadSinceSlot) return 'open'
    if (found.value.status !== null) return found.value.status.isConfirmed ? found.value.status : 'open'
    const reaches = await historyReaches(rpc, sinceMs)
    if (!reaches.ok || !reaches.value) return 'open'
    const absent = await confirmAbsence(rpc, input.signature)
    if (!absent.ok) return 'open'
    if (absent.value === null) return 'dead'
    return absent.value.isConfirmed ? absent.value : 'open'
  }
}

/** The slot at which it was seen to be dead; null while it lives. */
function blockhashDeath({ lastValidBlockHeight }: LandInput): (sighting: Sighting) => number | null {
  let last = lastValidBlockHeight
  return ({ height }) => {
    if (height === null) return null
    // No blockhash is younger than now.
    last ??= height.blockHeight + LANDING.blockhashLifeBlocks
    return height.blockHeight > last ? height.slot : null
  }
}

function nonceDeath(ctx: Context, rpc: SolanaRpc, nonce: DurableNonce): () => Promise<number | null> {
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let movedAtSlot: number | null = null
  return async () => {
    if (movedAtSlot !== null || ctx.clock.monotonicMs() - lookedAtMs < LANDING.nonceEveryMs) return movedAtSlot
    lookedAtMs = ctx.clock.monotonicMs()
    const read = await readNonce(rpc, nonce.account)
    if (read.ok && read.value.value !== nonce.value) movedAtSlot = read.value.slot
    return movedAtSlot
  }
}

import { joinWithoutSignatures } from '../../chain/solana/compile-message.ts'
import { setComputeUnitLimit, transferTokensChecked } from '../../chain/solana/instructions.ts'
import { compileMessage, whyTooLarge } from '../../chain/solana/message-format.ts'
import { LIMITS_OF_PROOF } from '../../config/sell-proof.ts'
import type { Context } from '../../context.ts'
import type { SellCase } from '../evidence-bundle/sell-proof.ts'
import { execute } from '../execution/execute.ts'
import { hookAccountsOf, openDraft, type TokenLegView } from './draft-token-leg.ts'
import { lossOf, outcomeOf } from './fold-cases.ts'
import { SIZES_PCT } from './plan-token-leg.ts'
import type { SampledHolder } from './sample-holders.ts'

const COMPUTE_UNITS = 1_400_000
const ZERO_HASH = '11111111111111111111111111111111'

type Attempt = {
  readonly wire: Uint8Array
  readonly holder: SampledHolder
  readonly sizePct: number
  readonly amountRaw: bigint
}

/** Transfers of several ordinary holders to the pool's vault, in every size, by the node's own simulation: what can be
 *  said of a token leg whose code cannot be cloned. Wallets that are made up, and other times, a node does not know.
 *  Empty without a vault, a holder that can pay for a transaction, or an answer. */
export async function runHoldersOnNode(
  ctx: Context,
  view: TokenLegView,
  sample: readonly SampledHolder[],
  signal?: AbortSignal,
): Promise<readonly SellCase[]> {
  const attempts = attemptsOf(view, sample)
  if (attempts.length === 0) return []
  const done = await execute(ctx, { runs: attempts.map(({ wire }) => [wire]), onNode: true }, signal)
  if (!done.ok) return []
  const { adapter, runs } = done.value
  return attempts.map(({ holder, sizePct, amountRaw }, at): SellCase => {
    const result = runs[at]![0]!
    const arrived = result.deltas.find(({ address }) => address === view.vault!.address)?.token
    return {
      leg: 'token',
      direction: 'sell',
      holder: 'old',
      owner: holder.owner,
      sizePct,
      amountRaw: String(amountRaw),
      atOffsetSec: 0,
      // A node that shows no accounts says nothing of a fee.
      lossPct: arrived && result.err === null ? lossOf(amountRaw, arrived.afterRaw - arrived.beforeRaw) : null,
      ...outcomeOf(result, adapter),
    }
  })
}

function attemptsOf(view: TokenLegView, sample: readonly SampledHolder[]): readonly Attempt[] {
  const { vault, mint, decimals, tokenProgram } = view
  if (vault === null) return []
  const free = sample.filter(({ isFrozen, owner }) => !isFrozen && owner !== vault.owner)
  const payer = free.find(({ walletLamports }) => walletLamports > LIMITS_OF_PROOF.sellerLamports)?.owner
  if (payer === undefined) return []
  const draft = openDraft(view)
  return spread(free, LIMITS_OF_PROOF.holdersOnNode).flatMap((holder) =>
    SIZES_PCT.flatMap((sizePct) => {
      const part = (holder.amountRaw * BigInt(sizePct)) / 100n
      const amountRaw = part > 0n ? part : 1n
      const from = { owner: holder.owner, account: holder.account }
      const to = { owner: vault.owner, account: vault.address }
      const extraAccounts = hookAccountsOf(draft, { from, to, authority: holder.owner, amountRaw })
      const move = {
        from: from.account,
        to: to.account,
        mint,
        authority: holder.owner,
        amountRaw,
        decimals,
        tokenProgram,
      }
      const instructions = [setComputeUnitLimit(COMPUTE_UNITS), transferTokensChecked({ ...move, extraAccounts })]
      const message = compileMessage('legacy', { payer, blockhash: ZERO_HASH, instructions })
      if (whyTooLarge(message) !== null) return []
      return [{ wire: joinWithoutSignatures(message), holder, sizePct, amountRaw }]
    }),
  )
}

/** From the whole range of sizes: a trap spares those who are large, or small. */
function spread<T>(sorted: readonly T[], count: number): readonly T[] {
  if (sorted.length <= count) return sorted
  return Array.from({ length: count }, (_, i) => sorted[Math.floor((i * (sorted.length - 1)) / (count - 1))]!)
}

import { createAssociatedTokenAccount } from '../../chain/solana/instructions.ts'
import {
  addCase,
  addTransfer,
  addWire,
  at,
  type Draft,
  extensionsOf,
  finish,
  openDraft,
  type Party,
  type PlanOutcome,
  type TokenLegView,
  vaultOf,
} from './draft-token-leg.ts'
import { OFFSETS_SEC } from './proof-clocks.ts'
import type { SampledHolder } from './sample-holders.ts'
import { arrivingRaw } from './transfer-fee.ts'

export const SIZES_PCT = [1, 50, 100] as const
const FULL_PCT = 100

/** Transfers between holders and the vault, as sales and purchases make them: every size now, in an hour and in a day,
 *  by a wallet that is new and by one that holds already. About 0.5 ms. Pure. */
export function planTokenLeg(view: TokenLegView): PlanOutcome {
  const draft = openDraft(view)
  const vault = vaultOf(draft)
  const { fresh } = draft
  const create = addWire(draft, [
    createAssociatedTokenAccount({
      payer: draft.payer,
      owner: fresh.owner,
      mint: view.mint,
      tokenProgram: view.tokenProgram,
    }),
  ])
  const buys = SIZES_PCT.map((sizePct) => ({ sizePct, amountRaw: partOf(view.typicalRaw, sizePct) }))
  for (const { sizePct, amountRaw } of buys) {
    const wire = addTransfer(draft, { from: vault, to: fresh, authority: vault.owner, amountRaw })
    const steps = [at(create, 0), at(wire, 0)]
    addCase(draft, steps, { direction: 'buy', holder: 'fresh', owner: fresh.owner, sizePct, amountRaw }, fresh)
  }
  const bought = arrivingRaw(extensionsOf(view), view.typicalRaw, view.clone.clock.epoch)
  const buyAll = addTransfer(draft, { from: vault, to: fresh, authority: vault.owner, amountRaw: view.typicalRaw })
  for (const sizePct of SIZES_PCT) {
    const amountRaw = partOf(bought, sizePct)
    const wire = addTransfer(draft, { from: fresh, to: vault, authority: fresh.owner, amountRaw })
    for (const clock of OFFSETS_SEC.keys()) {
      const steps = [at(create, 0), at(buyAll, 0), at(wire, clock)]
      addCase(draft, steps, { direction: 'sell', holder: 'fresh', owner: fresh.owner, sizePct, amountRaw }, vault)
    }
  }
  if (view.old !== null) addHolder(draft, view.old, vault)
  if (view.frozen !== null) {
    const { owner, account, amountRaw } = view.frozen
    const wire = addTransfer(draft, { from: { owner, account }, to: vault, authority: owner, amountRaw })
    for (const clock of [0, OFFSETS_SEC.length - 1])
      addCase(
        draft,
        [at(wire, clock)],
        { direction: 'sell', holder: 'frozen', owner, sizePct: FULL_PCT, amountRaw },
        vault,
      )
  }
  if (view.permanentDelegate !== null)
    addSeizure(draft, view.permanentDelegate, { vault, fresh, create, buyAll, bought })
  return finish(draft)
}

function addHolder(draft: Draft, old: SampledHolder, vault: Party): void {
  const holder: Party = { owner: old.owner, account: old.account }
  for (const sizePct of SIZES_PCT) {
    const amountRaw = partOf(old.amountRaw, sizePct)
    const buyRaw = partOf(draft.view.typicalRaw, sizePct)
    const sell = addTransfer(draft, { from: holder, to: vault, authority: old.owner, amountRaw })
    const buy = addTransfer(draft, { from: vault, to: holder, authority: vault.owner, amountRaw: buyRaw })
    for (const clock of OFFSETS_SEC.keys()) {
      const shared = { holder: 'old', owner: old.owner, sizePct } as const
      addCase(draft, [at(sell, clock)], { ...shared, direction: 'sell', amountRaw }, vault)
      addCase(draft, [at(buy, clock)], { ...shared, direction: 'buy', amountRaw: buyRaw }, holder)
    }
  }
}

/** The permanent delegate takes what a new holder has bought. */
function addSeizure(
  draft: Draft,
  delegate: string,
  made: { vault: Party; fresh: Party; create: number; buyAll: number; bought: bigint },
): void {
  const { vault, fresh, create, buyAll, bought } = made
  const amountRaw = partOf(bought, FULL_PCT)
  const wire = addTransfer(draft, { from: fresh, to: vault, authority: delegate, amountRaw })
  const steps = [at(create, 0), at(buyAll, 0), at(wire, 0)]
  addCase(
    draft,
    steps,
    { direction: 'seize', holder: 'fresh', owner: fresh.owner, sizePct: FULL_PCT, amountRaw },
    vault,
  )
}

function partOf(totalRaw: bigint, pct: number): bigint {
  const part = (totalRaw * BigInt(pct)) / 100n
  return part > 0n ? part : 1n
}

import type { SendResult } from '../chain/types.ts'
import { addSolPool } from './add-sol-pool.ts'
import { graduateOnBonk, launchOnBonk } from './dex-trades/bonk.ts'
import type { Action } from './plan-types.ts'
import { sendInstructions } from './send-instructions.ts'
import type { WorldStage } from './stage.ts'
import { tokenUri } from './token-uri.ts'

type Of<D extends Action['do']> = Extract<Action, { do: D }>

/** A token on LaunchLab's curve; `buy` does the dev's purchase. Null for a mint that no one has named. */
export function launchBonk(
  stage: WorldStage,
  { mint, dev, devBuyLamports }: Of<'launchOnBonk'>,
  buy: (purchase: Of<'buy'>) => SendResult | null,
): SendResult | null {
  const face = stage.faces.of(mint)
  if (face === null) return null
  const { name, symbol, token2022 } = face
  const { pool, instruction } = launchOnBonk({ mint, dev, name, symbol, uri: tokenUri(mint), token2022 })
  const launched = sendInstructions(stage, {
    payer: dev,
    instructions: [instruction],
    version: 'legacy',
    isTrade: true,
  })
  if (!launched.ok || launched.transaction.err !== null) return launched
  addSolPool(stage, { address: pool, dex: 'bonk', creator: dev, baseMint: mint })
  return devBuyLamports === 0n ? launched : buy({ do: 'buy', mint, wallet: dev, quoteRaw: devBuyLamports })
}

/** Moves a full curve of LaunchLab into a CPMM pool, by the platform's own wallet. Null for mints that have none. */
export function graduateBonk(stage: WorldStage, { mint }: Of<'graduate'>): SendResult | null {
  const graduation = graduateOnBonk(stage.chain, mint)
  if (graduation === null) return null
  const { payer, pool, instructions } = graduation
  const sent = sendInstructions(stage, { payer, instructions, version: 'legacy', isTrade: true })
  if (sent.ok && sent.transaction.err === null)
    addSolPool(stage, { address: pool, dex: 'raydium_cpmm', creator: payer, baseMint: mint })
  return sent
}

import type { SendResult } from '../chain/types.ts'
import { addSolPool } from './add-sol-pool.ts'
import { graduateOnDbc, launchOnDbc } from './dex-trades/meteora-dbc.ts'
import type { Action } from './plan-types.ts'
import { sendInstructions } from './send-instructions.ts'
import type { WorldStage } from './stage.ts'
import { tokenUri } from './token-uri.ts'

type Of<D extends Action['do']> = Extract<Action, { do: D }>

/** A token on a curve of Meteora DBC; `buy` does the dev's purchase. Null for a mint that no one has named. */
export function launchDbc(
  stage: WorldStage,
  { mint, dev, devBuyLamports }: Of<'launchOnDbc'>,
  buy: (purchase: Of<'buy'>) => SendResult | null,
): SendResult | null {
  const face = stage.faces.of(mint)
  if (face === null) return null
  const { name, symbol, token2022 } = face
  const { pool, instruction } = launchOnDbc({ mint, dev, name, symbol, uri: tokenUri(mint), token2022 })
  const launched = sendInstructions(stage, {
    payer: dev,
    instructions: [instruction],
    version: 'legacy',
    isTrade: true,
  })
  if (!launched.ok || launched.transaction.err !== null) return launched
  addSolPool(stage, { address: pool, dex: 'meteora_dbc', creator: dev, baseMint: mint })
  return devBuyLamports === 0n ? launched : buy({ do: 'buy', mint, wallet: dev, quoteRaw: devBuyLamports })
}

/** Moves a full curve of Meteora DBC into a DAMM v2 pool, at the wallet's expense. Null for mints that have none. */
export function graduateDbc(stage: WorldStage, { mint, wallet }: Of<'graduate'>): SendResult | null {
  const { chain, market } = stage
  const curve = market.poolsOf(mint).find(({ dex }) => dex === 'meteora_dbc')
  const graduation = curve === undefined ? null : graduateOnDbc(chain, curve.address, wallet)
  if (graduation === null) return null
  const { pool, instructions } = graduation
  const sent = sendInstructions(stage, { payer: wallet, instructions, version: 'legacy', isTrade: true })
  if (sent.ok && sent.transaction.err === null)
    addSolPool(stage, { address: pool, dex: 'meteora_damm_v2', creator: wallet, baseMint: mint })
  return sent
}

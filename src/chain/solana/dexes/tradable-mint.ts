import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { decodeMintInfo } from '../mint-info.ts'
import type { ReadAccounts } from './trading.ts'
import { readTransferFee, type TransferFee } from './transfer-fee.ts'

/** What a swap must know of one of its mints. */
export type TradableMint = {
  readonly mint: string
  readonly tokenProgram: string
  readonly transferFee: TransferFee | null
  /** Program that runs at every transfer; null for most. */
  readonly hookProgram: string | null
}

/** Fails `no_route` for what is no mint, or a mint whose tokens cannot be moved now. */
export function readTradableMint(read: ReadAccounts, mint: string): Outcome<TradableMint> {
  const account = read.get(mint) ?? null
  const info = decodeMintInfo(account)
  if (info === null) return fail('no_route', `${mint} is not a token mint`)
  const { nonTransferable, paused, transferHookProgram } = info.extensions
  if (nonTransferable) return fail('no_route', `tokens of ${mint} cannot be transferred`)
  if (paused) return fail('no_route', `transfers of ${mint} are paused`)
  const { tokenProgram } = info
  return ok({ mint, tokenProgram, transferFee: readTransferFee(account), hookProgram: transferHookProgram })
}

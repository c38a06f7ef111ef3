import { LAUNCHLAB_PROGRAM } from '../../../../../src/chain/solana/dexes/bonk/addresses.ts'
import { bonk } from '../../../../../src/chain/solana/dexes/bonk/index.ts'
import { decodeLaunchPool } from '../../../../../src/chain/solana/dexes/bonk/state.ts'
import { base64Account, type PoolCase, replayCase } from '../replay-case.ts'

export type LaunchCase = PoolCase & {
  readonly epoch: number
  readonly pool: string
  readonly config: string
  readonly platform: string
  /** Of the coin and of its quote. */
  readonly mints: readonly [MintBytes, MintBytes]
}
type MintBytes = { readonly owner: string; readonly data: string }

export function replayLaunchCase(one: LaunchCase): number {
  const { globalConfig, platformConfig } = decodeLaunchPool(Buffer.from(one.pool, 'base64'))!
  const [coin, quote] = one.mints
  const accounts = [
    base64Account(one.address, LAUNCHLAB_PROGRAM, one.pool),
    base64Account(globalConfig, LAUNCHLAB_PROGRAM, one.config),
    base64Account(platformConfig, LAUNCHLAB_PROGRAM, one.platform),
    base64Account(one.base, coin.owner, coin.data),
    base64Account(one.quote, quote.owner, quote.data),
  ]
  return replayCase(bonk, one, accounts, one.epoch)
}

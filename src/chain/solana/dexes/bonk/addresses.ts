import { USD1_MINT, USDC_MINT } from '../../../../contract/mints.ts'
import { addressBytes, findProgramAddress } from '../../pda.ts'
import { NATIVE_MINT } from '../../program-ids.ts'

export const LAUNCHLAB_PROGRAM = 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj'
/** Owner of every curve's vaults: the PDA of `vault_auth_seed`. A test derives it. */
export const LAUNCHLAB_AUTHORITY = 'WLHv2UAZm6z4KyaaELi5pjdbJh6RESMva1Rnn8pJVVh'

/** PDA of `__event_authority`. A test derives it. */
export const LAUNCHLAB_EVENT_AUTHORITY = '2DPAtwB8L12vrMRExbLuyGnC7n2J5LNoZQSejeQGpwkr'

const DERIVED_QUOTES = [NATIVE_MINT, USDC_MINT, USD1_MINT]

/** The curve of a token against one quote. */
export function launchPoolPda(mint: string, quoteMint: string = NATIVE_MINT): string {
  const seeds = [Buffer.from('pool'), addressBytes(mint), addressBytes(quoteMint)]
  return findProgramAddress(seeds, LAUNCHLAB_PROGRAM).address
}

/** Addresses of the curves a token may have against money. */
export function derivedLaunchPools(mint: string): readonly string[] {
  return DERIVED_QUOTES.filter((quote) => quote !== mint).map((quote) => launchPoolPda(mint, quote))
}

/** Takes the fees of a platform, or of a token's creator, in one quote. */
export function launchFeeVault(taker: string, quoteMint: string): string {
  return findProgramAddress([addressBytes(taker), addressBytes(quoteMint)], LAUNCHLAB_PROGRAM).address
}

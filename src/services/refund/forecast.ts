import { comingRentSteps, rentLamports } from '../../chain/solana/rent-steps.ts'

/** An account that stays open. */
export type OpenAccount = { readonly lamports: bigint; readonly dataBytes: number }
export type ForecastStep = {
  readonly step: number
  readonly lamportsPerByte: bigint
  readonly tokenAccountMin: bigint
  /** Above the floors of that step, when nothing is taken until then. */
  readonly excessLamports: bigint
  /** The part that this step adds to the one before it, the present for the first. */
  readonly freedLamports: bigint
}

const TOKEN_ACCOUNT_BYTES = 165

/** What the steps of SIMD-0437 that are still to come will free in accounts as they are now: each lowers the floor and
 *  leaves the accounts their lamports. Pure. */
export function forecastRent(accounts: readonly OpenAccount[], lamportsPerByte: bigint): readonly ForecastStep[] {
  let before = excessAt(accounts, lamportsPerByte)
  return comingRentSteps(lamportsPerByte).map(({ step, lamportsPerByte: rate }) => {
    const excessLamports = excessAt(accounts, rate)
    const freedLamports = excessLamports - before
    before = excessLamports
    return {
      step,
      lamportsPerByte: rate,
      tokenAccountMin: rentLamports(TOKEN_ACCOUNT_BYTES, rate),
      excessLamports,
      freedLamports,
    }
  })
}

function excessAt(accounts: readonly OpenAccount[], rate: bigint): bigint {
  let excess = 0n
  for (const { lamports, dataBytes } of accounts) {
    const floor = rentLamports(dataBytes, rate)
    if (lamports > floor) excess += lamports - floor
  }
  return excess
}

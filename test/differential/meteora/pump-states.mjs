import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { bn } from './idl.mjs'
import { SOL, USDC } from './swap-scene.mjs'

/* Random states of the two pump programs. */

export const U64_MAX = 2n ** 64n - 1n
export const NO_KEY = PublicKey.default
export const FEE_TIERS_OF_SOL = [0n, 420n, 1_470n, 9_820n, 98_240n].map((sol) => sol * 10n ** 9n)
export const FEE_TIERS_OF_USDC = [0n, 59_000n, 300_000n, 2_000_000n, 20_000_000n].map((usdc) => usdc * 10n ** 6n)

export const pick = (random, list) => list[random.below(list.length)]
export const chance = (random, percent) => random.below(100) < percent
/** Of any size up to so many bits, small ones as often as large ones. */
export const anySize = (random, bits) => random.big(1 + random.below(bits))

const fees = (random, most = 120) => ({
  lp_fee_bps: bn(random.below(most)),
  protocol_fee_bps: bn(random.below(most)),
  creator_fee_bps: bn(random.below(most)),
})
const tiers = (random, thresholds) =>
  thresholds.map((threshold) => ({ market_cap_lamports_threshold: bn(threshold), fees: fees(random) }))

/** Fee settings with the length of their account: complete ones, ones from before the exotic rates, and ones from before the tiers of dollars. */
export function feeSettings(random) {
  const none = { lp_fee_bps: bn(0), protocol_fee_bps: bn(0), creator_fee_bps: bn(0) }
  const ofSol = tiers(random, FEE_TIERS_OF_SOL)
  const ofUsdc = tiers(random, FEE_TIERS_OF_USDC)
  return [
    {
      lengthBytes: 4_097,
      fee_tiers: ofSol,
      stable_fee_tiers: ofUsdc,
      exotic_flat_fees: fees(random),
      flat_fees: fees(random),
    },
    { lengthBytes: 4_073, fee_tiers: ofSol, stable_fee_tiers: ofUsdc, exotic_flat_fees: none, flat_fees: fees(random) },
    { lengthBytes: 2_512, fee_tiers: ofSol, stable_fee_tiers: [], exotic_flat_fees: none, flat_fees: fees(random) },
  ]
}

/** A quote and how the launch program spells it: SOL mostly, dollars, and now and then anything. */
export function anyQuote(random) {
  const at = random.below(10)
  if (at < 6) return { mint: SOL, spelled: chance(random, 50) ? NO_KEY : SOL, program: TOKEN_PROGRAM_ID }
  if (at < 8) return { mint: USDC, spelled: USDC, program: TOKEN_PROGRAM_ID }
  const mint = random.key()
  return { mint, spelled: mint, program: chance(random, 50) ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID }
}

/** Accounts of an instruction as the tests spell them. */
export function spelled({ keys, data }) {
  const flags = ({ isSigner, isWritable }) =>
    `${isWritable ? ' ' : isSigner ? ' ' : ''}${isWritable ? 'w' : ''}${isSigner ? 's' : ''}`
  return {
    data: Buffer.from(data).toString('hex'),
    accounts: keys.map((key) => `${key.pubkey.toBase58()}${flags(key)}`),
  }
}

/** Bytes in an account of a length. */
export const padded = (bytes, lengthBytes) => Buffer.concat([bytes, Buffer.alloc(lengthBytes)]).subarray(0, lengthBytes)

import { USDC_MINT } from '../../../../contract/mints.ts'
import { addressBytes, findProgramAddress } from '../../pda.ts'
import { NATIVE_MINT } from '../../program-ids.ts'

export const WHIRLPOOL_PROGRAM = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'
/** The same code deployed a second time, for good. */
export const WHIRLPOOL_IMMUTABLE_PROGRAM = 'iwhrLHdsgrvmnwU8GF2FSmyabSMjfHwFGJAX2ufJ3ZN'
export const WHIRLPOOL_PROGRAMS = [WHIRLPOOL_PROGRAM, WHIRLPOOL_IMMUTABLE_PROGRAM] as const
export const WHIRLPOOLS_CONFIG = '2LecshUwdy9xi7meFgHtFJQNSKk4KdTrcpvaB56dP2NQ'

/** Fee tiers, named by their tick spacing, whose pools are looked for by address; 32896 is the full-range one. Pools of
 *  adaptive fees have tiers of their own numbers and are found by scan. */
const DERIVED_TIERS = [1, 2, 4, 8, 16, 64, 96, 128, 256, 32_896]
const DERIVED_QUOTES = [NATIVE_MINT, USDC_MINT]

export function whirlpoolPda(oneMint: string, otherMint: string, tier: number): string {
  const mints = [addressBytes(oneMint), addressBytes(otherMint)].sort(Buffer.compare)
  const seeds = [Buffer.from('whirlpool'), addressBytes(WHIRLPOOLS_CONFIG), ...mints]
  return findProgramAddress([...seeds, Uint8Array.of(tier & 255, tier >> 8)], WHIRLPOOL_PROGRAM).address
}

/** Addresses of the pools a mint may have against money. */
export function derivedWhirlpools(mint: string): readonly string[] {
  return DERIVED_QUOTES.filter((quote) => quote !== mint).flatMap((quote) =>
    DERIVED_TIERS.map((tier) => whirlpoolPda(mint, quote, tier)),
  )
}

/** Array of ticks that begins with `startTick`. */
export function tickArrayPda(program: string, whirlpool: string, startTick: number): string {
  const seeds = [Buffer.from('tick_array'), addressBytes(whirlpool), Buffer.from(String(startTick))]
  return findProgramAddress(seeds, program).address
}

/** Named by every swap; an account is there only for pools of adaptive fees. */
export function oraclePda(program: string, whirlpool: string): string {
  return findProgramAddress([Buffer.from('oracle'), addressBytes(whirlpool)], program).address
}

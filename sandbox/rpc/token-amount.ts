import { rawToDecimalString, rawToNumber } from '../../src/contract/units.ts'
import type { SandboxChain } from '../chain/types.ts'
import { byteReader } from './byte-reader.ts'
import { extensionEntries } from './parse-token-extensions.ts'

/** How one mint shows amounts. `multiplier` is not null for mints with interest-bearing or scaled amounts. */
export type MintDisplay = { readonly decimals: number; readonly multiplier: number | null }
export type UiTokenAmount = {
  readonly amount: string
  readonly decimals: number
  readonly uiAmount: number | null
  readonly uiAmountString: string
}

const MINT_BYTES = 82
const DECIMALS_OFFSET = 44
const IS_INITIALIZED_OFFSET = 45
const INTEREST_BEARING_TYPE = 10
const SCALED_UI_AMOUNT_TYPE = 25
/** The figure of the Token-2022 program. */
const SECONDS_PER_YEAR = 60 * 60 * 24 * 365.24

/** Null when the address holds no initialised mint. */
export function readMintDisplay(chain: SandboxChain, mint: string): MintDisplay | null {
  const account = chain.account(mint)
  return account === null ? null : mintDisplayOf(account.data, chain.unixTimeSec())
}

export function mintDisplayOf(data: Uint8Array, nowSec: number): MintDisplay | null {
  if (data.length < MINT_BYTES || data[IS_INITIALIZED_OFFSET] !== 1) return null
  const decimals = data[DECIMALS_OFFSET]!
  for (const { type, value } of extensionEntries(data)) {
    if (type === INTEREST_BEARING_TYPE && value.length >= 52)
      return { decimals, multiplier: interestSoFar(value, nowSec) }
    if (type === SCALED_UI_AMOUNT_TYPE && value.length >= 56)
      return { decimals, multiplier: currentScale(value, nowSec) }
  }
  return { decimals, multiplier: null }
}

export function toUiTokenAmount(amountRaw: bigint, { decimals, multiplier }: MintDisplay): UiTokenAmount {
  const amount = amountRaw.toString()
  if (multiplier === null)
    return {
      amount,
      decimals,
      uiAmount: rawToNumber(amountRaw, decimals),
      uiAmountString: rawToDecimalString(amountRaw, decimals),
    }
  const scaled = (Number(amountRaw) * multiplier) / 10 ** decimals
  const text = scaled.toFixed(Math.min(decimals, 100))
  return {
    amount,
    decimals,
    uiAmount: Number.isFinite(scaled) ? Number(text) : null,
    uiAmountString: text.includes('.') ? text.replace(/\.?0+$/, '') : text,
  }
}

/** Continuous compounding at the rate before and after the last change, in basis points a year. */
function interestSoFar(value: Uint8Array, nowSec: number): number {
  const reader = byteReader(value, 32)
  const startSec = Number(reader.i64())
  const preRateBps = reader.i16()
  const changedSec = Number(reader.i64())
  const rateBps = reader.i16()
  const grow = (seconds: number, bps: number) => Math.exp((seconds * bps) / SECONDS_PER_YEAR / 10_000)
  return grow(changedSec - startSec, preRateBps) * grow(nowSec - changedSec, rateBps)
}

function currentScale(value: Uint8Array, nowSec: number): number {
  const reader = byteReader(value, 32)
  const multiplier = reader.f64()
  const effectiveSec = Number(reader.i64())
  return nowSec >= effectiveSec ? reader.f64() : multiplier
}

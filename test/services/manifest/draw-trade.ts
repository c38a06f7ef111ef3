import type { PublishedToken } from '../../support/published-tokens.ts'

/* Trades unlike each other: every DEX, both sides, both ways of signing, with and without everything that a body can
 * ask for. Numbers between 0 and 1 come from outside, so that a seed tells all. */

export type Money = 'SOL' | 'WSOL' | 'USDC' | 'USDT'
export type DrawnTrade = {
  readonly token: PublishedToken
  readonly side: 'buy' | 'sell'
  readonly isCustodial: boolean
  readonly money: Money
  /** Which of the lab's traders; null for one that has never traded. */
  readonly trader: number | null
  readonly usesNonce: boolean
  /** Part of the tokens are first moved into the seed-derived account. */
  readonly isSplit: boolean
  /** Members of the body beside mint, wallet, nonce and fee wallet. */
  readonly body: Readonly<Record<string, unknown>>
  readonly fee: 'none' | 'known' | 'stranger'
}

export const TRADERS = 6

export function drawTrade(tokens: readonly PublishedToken[], at: number, random: () => number): DrawnTrade {
  const chance = (share: number): boolean => random() < share
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const token = tokens[at % tokens.length]!
  const side = chance(0.55) ? 'buy' : 'sell'
  const isCustodial = chance(0.3)
  const money = pick<Money>(['SOL', 'SOL', 'SOL', 'SOL', 'WSOL', 'WSOL', 'USDC', 'USDT'])
  const trader = side === 'buy' && !isCustodial && chance(0.2) ? null : Math.floor(random() * TRADERS)
  const fee = chance(0.6) ? 'none' : chance(0.5) ? 'known' : 'stranger'
  const spent = 10 ** (-4 + 4 * random())
  const body: Record<string, unknown> =
    side === 'buy'
      ? {
          amount_in: Number((money === 'SOL' || money === 'WSOL' ? spent : spent * 50).toFixed(6)),
          pay_with_mint: money,
        }
      : { percent: chance(0.3) ? 100 : Number((1 + 98 * random()).toFixed(4)), receive_mint: money }
  if (side === 'sell' && chance(0.5)) body['close_token_account'] = true
  if (chance(0.5)) body['slippage_bps'] = Math.floor(random() * 3_000)
  if (chance(0.4)) body['compute_unit_price'] = Math.floor(random() * 5_000_000)
  if (fee !== 'none') body['fee_bps'] = 1 + Math.floor(random() * 500)
  if (isCustodial && chance(0.4))
    Object.assign(body, { mev_protect: true, tip_lamports: 1_000 + Math.floor(random() * 1e6) })
  if (!isCustodial && chance(0.4)) body['mev_tip_lamports'] = chance(0.5) ? 0 : 1_000 + Math.floor(random() * 1e6)
  if (!isCustodial && chance(0.2)) body['mev_tip_bps'] = Math.floor(random() * 500)
  return {
    token,
    side,
    isCustodial,
    money,
    trader,
    usesNonce: trader !== null && chance(0.15),
    isSplit: side === 'sell' && !isCustodial && chance(0.15),
    body,
    fee,
  }
}

/* Figures of a wallet page with their names and units: pure, so that they are tested without a page. */

import type { Pnl, Portfolio, Profile } from '../api/types.ts'
import { count, counted, duration, percent, solNumber, UNKNOWN, usd } from '../numbers.ts'

type Figure = readonly [label: string, text: string, hint?: string]

export function pnlFigures(summary: Pnl['summary']): readonly Figure[] {
  const { medianHoldSecs } = summary
  return [
    ['Realised', usd(summary.realizedUSD)],
    ['Unrealised', usd(summary.unrealizedUSD), 'an estimate, at present prices'],
    ['Bought for', usd(summary.investedUSD)],
    ['Sold for', usd(summary.proceedsUSD)],
    ['Realised in SOL', solNumber(summary.realizedSol, 6)],
    ['Less fees, tips and rent', solNumber(summary.netSol, 6)],
    ['Fees and tips', solNumber(summary.feesSol, 6)],
    ['Buys', count(summary.buys)],
    ['Sales', count(summary.sells)],
    ['Tokens', count(summary.tokens)],
    ['Tokens with a gain', count(summary.wins)],
    ['Tokens with a loss', count(summary.losses)],
    ['Of tokens, won', percent(summary.winRatePct, 1)],
    ['Held for, median', medianHoldSecs === null ? UNKNOWN : duration(medianHoldSecs)],
  ]
}

/** What the figures rest on, and what they leave out. */
export function pnlCoverage({
  coverage,
  positions,
  positionsTotal,
}: Pick<Pnl, 'coverage' | 'positions' | 'positionsTotal'>): string {
  const read = `${counted(coverage.txScanned, 'transaction')} read${coverage.capped ? '; there are older ones' : ''}.`
  const left =
    positions.length < positionsTotal ? ` ${count(positions.length)} of ${counted(positionsTotal, 'token')} shown.` : ''
  const missing = coverage.missing.length === 0 ? '' : ` Not read: ${coverage.missing.join('; ')}.`
  return `${read}${left}${missing}`
}

/** Worth more than its pool could pay: shown, and not part of the total. */
export function worthWords({ usdValue, thin }: Pick<Portfolio['tokens'][number], 'usdValue' | 'thin'>): string {
  return thin ? `(${usd(usdValue)})` : usd(usdValue)
}

export function copyWords({ score }: Pick<Profile['copyLikeness'], 'score'>): string {
  return score === null ? UNKNOWN : `${score} of 100`
}

/** SOL in and out of one counterparty. What moved may have been tokens alone. */
export function movedWords({ inSol, outSol }: Pick<Profile['counterparties'][number], 'inSol' | 'outSol'>): {
  readonly got: string
  readonly gave: string
} {
  return {
    got: inSol === 0 ? '' : `+${solNumber(inSol)}`,
    gave: outSol === 0 ? '' : solNumber(-outSol),
  }
}

type SentencePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'token' | 'wallet'; readonly address: string }
/** Whole ones: a signature is longer, and the last word of a text that was cut off may be a part of one. */
const ADDRESSES = /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{32,44}(?![1-9A-HJ-NP-Za-km-z…])/g

/** What a transaction did, in parts: an address behind an amount is that of a token, any other that of a wallet. This
 *  wallet is called so, and long amounts have separators. */
export function sentenceParts(text: string, wallet: string): readonly SentencePart[] {
  const parts: SentencePart[] = []
  const say = (words: string): void => {
    if (words !== '') parts.push({ kind: 'text', text: words.replace(/(?<![\d.])\d{4,}/g, separated) })
  }
  let from = 0
  for (const { 0: address, index } of text.matchAll(ADDRESSES)) {
    const before = text.slice(from, index)
    from = index + address.length
    if (address === wallet) {
      say(`${before}${parts.length === 0 && before === '' ? 'This' : 'this'} wallet`)
      continue
    }
    say(before)
    parts.push({ kind: /\d $/.test(before) ? 'token' : 'wallet', address })
  }
  say(text.slice(from))
  return parts
}

function separated(digits: string): string {
  return BigInt(digits).toLocaleString('en-US')
}

/** Nothing sold is nothing realised, which is not a gain of 0. */
export function realisedWords({
  sells,
  realizedSol,
}: Pick<Profile['cohorts']['top'][number], 'sells' | 'realizedSol'>) {
  return sells === 0 ? UNKNOWN : solNumber(realizedSol)
}

/** Members of an answer in words: `copyLikeness` is copy likeness. */
export function memberWords(member: string): string {
  return member.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
}

/** The hour of the day with most transactions, UTC, and how many. Empty where there are none. */
export function busiestWords(byHour: readonly number[]): string {
  const most = Math.max(0, ...byHour)
  return most === 0 ? '' : `Most at ${byHour.indexOf(most)}:00: ${counted(most, 'transaction')}.`
}

/** How much of its history was read; older transactions may follow. */
export function scannedFigures({ scanned, capped }: Pick<Profile, 'scanned' | 'capped'>): {
  readonly read: string
  /** What the time of the oldest one is. */
  readonly oldest: string
} {
  return { read: `${count(scanned)}${capped ? '+' : ''}`, oldest: capped ? 'Oldest read' : 'Active since' }
}

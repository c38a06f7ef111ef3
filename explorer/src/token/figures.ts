/* Figures of a token page that are more than a field: pure, so that they are tested without a page. */

import type { BubbleMap, Check, Intel, Snipers } from '../api/types.ts'
import { count, counted, percent, plain } from '../numbers.ts'

/** A check that could not be asked has `ok`, too: its label is a question then, and nothing was found out. */
export function isJudged({ ok, severity, label }: Pick<Check, 'ok' | 'severity' | 'label'>): boolean {
  return !(ok && severity === 'info' && label.endsWith('?'))
}

/** What became of the checks of a layer: `✓ 4 checks`, `✓ 3 of 4 checks`, `not judged`. Null without checks. */
export function passedWords(checks: readonly Check[]): { readonly isPassed: boolean; readonly text: string } | null {
  if (checks.length === 0) return null
  const judged = checks.filter(isJudged).length
  if (judged === 0) return { isPassed: false, text: 'not judged' }
  if (judged < checks.length) return { isPassed: true, text: `✓ ${judged} of ${counted(checks.length, 'check')}` }
  return { isPassed: true, text: `✓ ${counted(judged, 'check')}` }
}

const NAMED_AT_MOST = 2

/** The first of what was not read, and how much more there is. */
export function notReadWords(parts: readonly string[]): string {
  const more = parts.length - NAMED_AT_MOST
  return `${parts
    .slice(0, NAMED_AT_MOST)
    .map((part) => plain(part, 120))
    .join('; ')}${more > 0 ? `, and ${more} more` : ''}`
}

/** Whether nothing at all is known of an address as a token: no mint, no name, no market. */
export function isUnknownToken(intel: Pick<Intel, 'supply' | 'name' | 'symbol' | 'price_usd' | 'holders' | 'pairs'>) {
  const { supply, name, symbol, price_usd: priceUsd, holders, pairs } = intel
  return [supply, name, symbol, priceUsd, holders].every((figure) => figure === null) && pairs.length === 0
}

export type LastTrade = { readonly priceUsd: number /** Epoch ms. */; readonly atMs: number }

/** The price of the newest trade, where it is newer than the price of the answer: null for an older one. */
export function newerPrice(
  intel: Pick<Intel, 'generatedAt' | 'price_usd'> | null,
  last: LastTrade | null,
): number | null {
  if (last === null) return null
  return intel === null || intel.price_usd === null || last.atMs > intel.generatedAt ? last.priceUsd : null
}

/** The market cap of the answer, moved on to the price of the newest trade: it need not be the price times the supply,
 *  as not all of the supply may be out. USD. */
export function marketCapAt(
  intel: Pick<Intel, 'market_cap' | 'price_usd' | 'supply'> | null,
  priceUsd: number | null,
): number | null {
  if (intel === null) return null
  const { market_cap: cap, price_usd: asOf, supply } = intel
  if (priceUsd === null) return cap
  if (cap !== null && asOf !== null && asOf > 0) return cap * (priceUsd / asOf)
  return cap ?? (supply === null ? null : priceUsd * supply)
}

/** A share of which more may come to light says so. */
export function share(value: number | null | undefined, isLowerBound: boolean): string {
  return isLowerBound && value !== null && value !== undefined ? `at least ${percent(value)}` : percent(value)
}

export function holdersWords({ holders, holders_meta: { capped } }: Pick<Intel, 'holders' | 'holders_meta'>): string {
  return holders !== null && capped ? `over ${count(holders)}` : count(holders)
}

/** Who bought more since holds all of it, too. */
export function stillHoldAll(exit: Snipers['sniperExit']): string {
  return exit === null ? '–' : `${exit.holding + exit.boughtMore} of ${exit.classified}`
}

/** What was seen of a sniper elsewhere. What was not looked at is not "none". */
export function sniperWords({ serial, fungibles }: Snipers['sampledSnipers'][number]): string {
  const launches =
    serial === null ? 'other launches not looked at' : serial ? 'snipes other launches, too' : 'no other snipe seen'
  return `${launches}, ${fungibles === null ? 'tokens not counted' : `holds ${counted(fungibles, 'token')}`}`
}

/** What is drawn, of how much: a map also has wallets that sold everything, and leaves out the smallest holders. */
export function mapWords({ nodes, links, summary }: Pick<BubbleMap, 'nodes' | 'links' | 'summary'>): string {
  const { holdersTotal, linkCount } = summary
  const drawn =
    links.length < linkCount ? `${count(links.length)} of ${counted(linkCount, 'link')}` : counted(linkCount, 'link')
  const holders = holdersTotal === null ? '' : ` of a token with ${counted(holdersTotal, 'holder')}`
  return `${counted(nodes.length, 'wallet')}${holders}, ${drawn}`
}

type Pool = Intel['pairs'][number]

/** The pool that the chart shows: the one that the address of the page asks for, else the main one. `isAsked` is false
 *  where another than that is shown. */
export function chosenPool(
  intel: Pick<Intel, 'pair' | 'pairs'> | null,
  asked: string | null,
): { readonly isAsked: boolean; readonly pool: Pool | null } {
  const main = intel?.pair ?? intel?.pairs[0] ?? null
  if (asked === null) return { isAsked: true, pool: main }
  const found = [main, ...(intel?.pairs ?? [])].find((pool) => pool?.pairAddress === asked)
  return { isAsked: found !== undefined, pool: found ?? main }
}

const WALLET = { name: 'Wallet', isWallet: true }
/** What may hold a token, by `kind` of a map and `entityType` of holders. What is no wallet trades or keeps for others: a
 *  wallet's page would take that for its own doing. */
const OWNERS: Readonly<Record<string, { readonly name: string; readonly isWallet: boolean }>> = {
  dev: { name: 'Creator', isWallet: true },
  lp: { name: 'Pool', isWallet: false },
  liquidity: { name: 'Pool', isWallet: false },
  dex: { name: 'Venue', isWallet: false },
  cex: { name: 'Exchange', isWallet: false },
  locker: { name: 'Locker', isWallet: false },
  burn: { name: 'Burn address', isWallet: false },
  program: { name: 'Program', isWallet: false },
}

/** What an owner is called, and the page that says something of it: a pool of the token has the token's page with that
 *  pool in the chart. Null where there is none. */
export function ownerPlace(
  { address, kind }: { readonly address: string; readonly kind: string },
  { mint, pools }: { readonly mint: string; readonly pools: readonly Pick<Pool, 'pairAddress'>[] },
): { readonly name: string; readonly href: string | null } {
  const owner = Object.hasOwn(OWNERS, kind) ? OWNERS[kind]! : WALLET
  if (pools.some(({ pairAddress }) => pairAddress === address))
    return { name: 'Pool', href: `/token/${mint}?pool=${encodeURIComponent(address)}` }
  return { name: owner.name, href: owner.isWallet ? `/wallet/${address}` : null }
}

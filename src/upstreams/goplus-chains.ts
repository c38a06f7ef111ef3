import Type, { type Static } from 'typebox'
import { PROVIDERS } from '../config/providers.ts'
import { LISTED_ROWS } from '../config/upstream-limits.ts'
import { fail, ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { compileReply } from '../runtime/reply-check.ts'
import { AmountText, AnyText, Maybe, ShareText, TallyText } from '../runtime/reply-ranges.ts'
import type { CheckSeverity } from './capabilities.ts'
import type {
  ChainCheck,
  ChainHolder,
  ChainSecurity,
  ChainSecurityReport,
  ProviderChain,
} from './chain-capabilities.ts'
import { figure, sharePct, yes } from './goplus-figures.ts'
import { GoplusReply } from './goplus-replies.ts'

/** The envelope's own codes; HTTP says 200 to all of them. */
const CODE = { success: 1, partial: 2, badAddress: 2004, notAContract: 2020, noInfo: 2021, tooOften: 4029 } as const
const UNKNOWN_TOKEN: ReadonlySet<number> = new Set([CODE.badAddress, CODE.notAContract, CODE.noInfo])
const RETRY_AFTER_SEC = 60
/** Tax above it is a fault. */
const HIGH_TAX_PCT = 10
const WHOLE_PCT = 100
/** Of shares that are rounded one by one, when they are summed. */
const ROUNDING_PCT = 0.01

const Holder = Type.Object({
  address: Type.String(),
  tag: Maybe(Type.String()),
  is_contract: Maybe(AnyText),
  balance: Maybe(AmountText),
  percent: Maybe(ShareText),
  is_locked: Maybe(AnyText),
})
type Holder = Static<typeof Holder>

/** Flags that mean trouble when they are set (`bad`), or when they are not (`good`). */
const CHECKS: readonly (readonly [
  member: string,
  id: string,
  troubleWhen: boolean,
  severity: CheckSeverity,
  penalty: number,
  label: string,
])[] = [
  ['is_honeypot', 'honeypot', true, 'critical', 100, 'The token can be sold'],
  ['cannot_sell_all', 'cannot_sell_all', true, 'critical', 60, 'A holder can sell the whole balance'],
  ['cannot_buy', 'cannot_buy', true, 'high', 40, 'The token can be bought'],
  ['is_open_source', 'open_source', false, 'high', 25, 'The contract’s source is published'],
  ['is_proxy', 'proxy', true, 'medium', 10, 'The contract’s code cannot be replaced'],
  ['is_mintable', 'mintable', true, 'high', 20, 'Supply cannot be increased'],
  ['can_take_back_ownership', 'reclaim_ownership', true, 'high', 25, 'Given-up ownership cannot be taken back'],
  ['owner_change_balance', 'owner_changes_balances', true, 'critical', 60, 'The owner cannot change balances'],
  ['hidden_owner', 'hidden_owner', true, 'high', 25, 'There is no hidden owner'],
  ['selfdestruct', 'selfdestruct', true, 'critical', 40, 'The contract cannot destroy itself'],
  ['transfer_pausable', 'transfer_pausable', true, 'high', 25, 'Transfers cannot be paused'],
  ['is_blacklisted', 'blacklist', true, 'medium', 15, 'No list of blocked wallets'],
  ['slippage_modifiable', 'tax_modifiable', true, 'medium', 15, 'The tax cannot be changed'],
  ['personal_slippage_modifiable', 'personal_tax', true, 'high', 25, 'The tax cannot be set per wallet'],
  ['trading_cooldown', 'trading_cooldown', true, 'low', 5, 'No pause between trades of a wallet'],
]
/** Without these there is no score. */
const DECISIVE: ReadonlySet<string> = new Set(['honeypot', 'mintable', 'open_source'])

const Flags = Object.fromEntries(CHECKS.map(([member]) => [member, Maybe(AnyText)]))
const EvmRecord = Type.Object({
  ...Flags,
  buy_tax: Maybe(ShareText),
  sell_tax: Maybe(ShareText),
  transfer_tax: Maybe(ShareText),
  holder_count: Maybe(TallyText),
  holders: Maybe(Type.Array(Type.Unknown())),
  creator_address: Maybe(Type.String()),
})
type EvmRecord = Static<typeof EvmRecord>
const isRecord = compileReply(EvmRecord).matches
const isHolder = compileReply(Holder).matches

/** Token security of GoPlus on the chains that it reads by contract: EVM chains and Tron. One token a call. Numbers come
 *  as text, flags as "0" and "1", and any member may be missing. Source: the provider's SDK. */
export function createGoplusChains(http: HttpClient): ChainSecurity {
  const { provider } = http
  return {
    provider,
    async tokenReport(chain, token) {
      const reply = await http.getJson({
        path: `/api/v1/token_security/${encodeURIComponent(chain.id)}`,
        query: { contract_addresses: token },
        label: 'chain token security',
        timeoutMs: PROVIDERS.goplus.timeoutMs,
        schema: GoplusReply,
      })
      if (!reply.ok) return reply
      const { code, result } = reply.value
      if (UNKNOWN_TOKEN.has(code)) return ok(null)
      if (code === CODE.tooOften)
        return fail('upstream_rate_limited', `${provider} answers that its rate limit is reached`, RETRY_AFTER_SEC)
      if (code !== CODE.success && code !== CODE.partial) return fail('upstream_failed', `${provider} answered ${code}`)
      const records = Object.entries(result ?? {}).filter(([key]) => key.toLowerCase() === token.toLowerCase())
      // Spellings of one address that differ in case: which of their records is true is not to be known.
      if (records.length > 1) return fail('upstream_failed', `${provider} answered with two records of one token`)
      const record = records[0]?.[1] ?? null
      if (record === null) return ok(null)
      return isRecord(record)
        ? ok(toReport(provider, chain, record))
        : fail('upstream_failed', `${provider} answered in an unexpected shape`)
    },
  }
}

function toReport(provider: string, chain: ProviderChain, record: EvmRecord): ChainSecurityReport {
  const [buyTaxPct, sellTaxPct, transferTaxPct] = [record.buy_tax, record.sell_tax, record.transfer_tax].map(sharePct)
  // A sale that leaves nothing is none, whatever the flag of its own says.
  const said = record as Readonly<Record<string, string | number | null | undefined>>
  const flags: typeof said = sellTaxPct === WHOLE_PCT ? { ...said, is_honeypot: '1' } : said
  let lost = 0
  const checks = CHECKS.map(([member, id, troubleWhen, severity, penalty, label]): ChainCheck => {
    const set = yes(flags[member])
    const isFine = set === null ? null : set !== troubleWhen
    if (isFine === false) lost += penalty
    return { id, ok: isFine, severity, label }
  })
  for (const [id, pct] of [
    ['buy_tax', buyTaxPct!],
    ['sell_tax', sellTaxPct!],
    ['transfer_tax', transferTaxPct!],
  ] as const) {
    const isFine = pct === null ? null : pct <= HIGH_TAX_PCT
    if (isFine === false) lost += 30
    checks.push({ id, ok: isFine, severity: 'high', label: `At most ${HIGH_TAX_PCT} % ${id.replace('_', ' ')}` })
  }
  const isJudged = checks.every(({ id, ok: isFine }) => !DECISIVE.has(id) || isFine !== null)
  return {
    provider,
    scoreSafe0to100: isJudged ? Math.max(0, 100 - lost) : null,
    checks,
    buyTaxPct: buyTaxPct!,
    sellTaxPct: sellTaxPct!,
    transferTaxPct: transferTaxPct!,
    honeypot: yes(flags['is_honeypot']),
    holders: holdersOf(chain, record),
    holderCount: figure(record.holder_count),
    creator: chain.readAddress(record.creator_address ?? ''),
  }
}

function holdersOf(chain: ProviderChain, { holders }: EvmRecord): ChainHolder[] {
  const listed = (holders ?? []).slice(0, LISTED_ROWS).filter(isHolder)
  return ownedOnce(listed.flatMap((holder) => toHolder(chain, holder)))
}

/** The largest first, each address once. Shares that are more than the whole together, or two of one holder, leave no
 *  share to believe. */
function ownedOnce(rows: readonly ChainHolder[]): ChainHolder[] {
  const held = new Map<string, ChainHolder>()
  let isSound = true
  for (const row of rows) {
    const other = held.get(row.address)
    if (other === undefined) held.set(row.address, row)
    else if (other.pct !== row.pct) isSound = false
  }
  const holders = [...held.values()]
  const sumPct = holders.reduce((sum, { pct }) => sum + (pct ?? 0), 0)
  if (!isSound || sumPct > WHOLE_PCT + ROUNDING_PCT) return holders.map((row) => ({ ...row, pct: null }))
  return holders.sort((a, b) => (b.pct ?? -1) - (a.pct ?? -1))
}

function toHolder(chain: ProviderChain, holder: Holder): ChainHolder[] {
  const address = chain.readAddress(holder.address)
  if (address === null) return []
  return [
    {
      address,
      balance: holder.balance == null ? null : String(holder.balance),
      pct: sharePct(holder.percent),
      tag: holder.tag || null,
      isContract: yes(holder.is_contract),
      isLocked: yes(holder.is_locked),
    },
  ]
}

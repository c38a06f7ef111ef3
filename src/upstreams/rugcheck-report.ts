import Type from 'typebox'
import { PROVIDERS } from '../config/providers.ts'
import { counted } from '../contract/counted.ts'
import { fail, ok } from '../contract/outcome.ts'
import { parseExact } from '../runtime/exact-json.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { compileReply } from '../runtime/reply-check.ts'
import type { CheckSeverity, Security, SecurityCheck, SecurityFacts, SecurityReport } from './capabilities.ts'
import { RugcheckError, RugcheckReport } from './rugcheck-replies.ts'
import { NO_SECURITY_FACTS, securityCheck } from './security-check.ts'
import { addressOrNull } from './solana-address.ts'

/** Errors that mean "nothing known about this mint". */
const UNKNOWN_TOKEN: ReadonlySet<string> = new Set(['not found', 'invalid token mint', 'unable to generate report'])
const CREATOR_HISTORY = /^creator history/i
const MANY_INSIDERS = 5
const LP_LOCKED_ENOUGH_PCT = 50
/** Risks are few; a list longer than this is not read to its end. */
const MAX_RISKS = 40
/** How the provider spells "no one". */
const NO_AUTHORITY = '11111111111111111111111111111111'
const SEVERITY_OF_LEVEL: Readonly<Record<string, CheckSeverity>> = {
  danger: 'high',
  warn: 'medium',
  info: 'info',
  good: 'info',
}
/** Owners that hold tokens for everyone: left out of concentration. */
const COLLECTIVE_HOLDERS: ReadonlySet<string> = new Set(['AMM', 'LOCKER'])

/** Which of the two it is, its own check says. */
const ReportOrError = Type.Unknown()
const isError = compileReply(RugcheckError).matches
const isReport = compileReply(RugcheckReport).matches

/** Reports of RugCheck. `scoreSafe0to100` is 100 minus the provider's normalised risk, 0 for a token it calls rugged.
 *  Source: its OpenAPI file, recorded reports. */
export function createRugcheckReports(http: HttpClient): Security {
  return {
    provider: http.provider,
    async securityReport(mint) {
      const reply = await http.getJson({
        path: `/tokens/${encodeURIComponent(mint)}/report`,
        timeoutMs: PROVIDERS.rugcheck.timeoutMs,
        label: 'report',
        schema: ReportOrError,
        parse: parseExact,
        anyStatus: true,
        whenMissing: null,
      })
      if (!reply.ok) return reply
      if (reply.value === null) return ok(null)
      const body = reply.value
      if (isError(body) && !isReport(body)) {
        return UNKNOWN_TOKEN.has(body.error) ? ok(null) : fail('upstream_refused', `${http.provider} has no report`)
      }
      if (!isReport(body) || body.mint !== mint) {
        return fail('upstream_failed', `${http.provider} answered in an unexpected shape`)
      }
      return ok(toReport(http.provider, body))
    },
  }
}

function toReport(provider: string, report: RugcheckReport): SecurityReport {
  const rugged = report.rugged ?? null
  const risk = report.score_normalised ?? null
  const notes: string[] = []
  if (risk === null) notes.push('no score')
  if (!report.markets || report.markets.length === 0) notes.push('no market known')
  if (!report.topHolders) notes.push('no holders listed')
  const facts = toFacts(report)
  return {
    provider,
    scoreSafe0to100: rugged === true ? 0 : risk === null ? null : Math.min(100, Math.max(0, 100 - risk)),
    rugged,
    facts,
    checks: toChecks(report, facts),
    notes,
  }
}

function toFacts(report: RugcheckReport): SecurityFacts {
  const { token } = report
  const feePct = report.transferFee?.pct ?? null
  const feeAuthority = report.transferFee?.authority ?? null
  const creatorHistory = report.risks?.some(({ name }) => CREATOR_HISTORY.test(name)) ?? false
  return {
    ...NO_SECURITY_FACTS,
    mintable: isHeld(token?.mintAuthority),
    mintAuthority: addressOrNull(token?.mintAuthority),
    freezable: isHeld(token?.freezeAuthority),
    freezeAuthority: addressOrNull(token?.freezeAuthority),
    transferFeePct: feePct,
    transferFeeMutable: feeAuthority === null ? null : feeAuthority !== NO_AUTHORITY,
    ...extensionFacts(report.token_extensions),
    metadataMutable: report.tokenMeta?.mutable ?? null,
    lpLockedPct: deepestMarket(report)?.lp?.lpLockedPct ?? null,
    creator: report.creator ?? null,
    creatorMalicious: report.risks ? creatorHistory : null,
    creatorTokens: report.creatorTokens?.length ?? null,
    insidersDetected: report.graphInsidersDetected ?? null,
    holderCount: report.totalHolders ?? null,
    top10Pct: topTenPct(report),
    liquidityUsd: report.totalMarketLiquidity ?? null,
    // The provider prices what it has no market for at 0.
    priceUsd: report.price ? report.price : null,
    trusted: report.verification?.jup_verified ?? null,
  }
}

/** Null says that no one holds it, a missing member says nothing. An authority that is no address is one all the
 *  same. */
function isHeld(authority: string | null | undefined): boolean | null {
  return authority === undefined ? null : authority !== null
}

/** Null means a mint without extensions. The object's members are documented nowhere: presence is what we read. */
function extensionFacts(
  extensions: unknown,
): Partial<Pick<SecurityFacts, 'nonTransferable' | 'defaultFrozen' | 'hook' | 'permanentDelegate'>> {
  if (typeof extensions !== 'object' || Array.isArray(extensions)) return {}
  const members = new Map<string, unknown>(Object.entries(extensions ?? {}))
  const has = (name: string): boolean => (members.get(name) ?? null) !== null && members.get(name) !== false
  return {
    nonTransferable: has('nonTransferable'),
    hook: has('transferHook'),
    permanentDelegate: has('permanentDelegate'),
    defaultFrozen: isFrozen(members.get('defaultAccountState')),
  }
}

/** Without the extension accounts begin usable; of a state that has no such name nothing is known. */
const ACCOUNT_STATES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['frozen', true],
  [2, true],
  ['initialized', false],
  [1, false],
  ['uninitialized', false],
  [0, false],
])

function isFrozen(extension: unknown): boolean | null {
  if (extension === undefined || extension === null) return false
  const state = typeof extension === 'object' ? (extension as { readonly state?: unknown }).state : extension
  return ACCOUNT_STATES.get(state) ?? null
}

type Market = NonNullable<RugcheckReport['markets']>[number]

/** Null where one of several has a depth that cannot be: it may be the deepest, and another's lock is not its own. */
function deepestMarket({ markets }: RugcheckReport): Market | null {
  let deepest: Market | null = null
  let deepestUsd = -1
  for (const market of markets ?? []) {
    const usd = depthUsd(market)
    if (usd === null && markets!.length > 1) return null
    if ((usd ?? 0) > deepestUsd) [deepest, deepestUsd] = [market, usd ?? 0]
  }
  return deepest
}

function depthUsd({ lp }: Market): number | null {
  const { baseUSD = 0, quoteUSD = 0 } = lp ?? {}
  return baseUSD === null || quoteUSD === null ? null : baseUSD + quoteUSD
}

/** All of a supply, and what rounding adds. */
const MOST_SUM_PCT = 101

function topTenPct({ topHolders, knownAccounts }: RugcheckReport): number | null {
  if (!topHolders || topHolders.length === 0) return null
  const isCollective = (address: string | null | undefined): boolean =>
    COLLECTIVE_HOLDERS.has((address && knownAccounts?.[address]?.type) || '')
  const shares = topHolders
    .filter(({ address, owner }) => !isCollective(owner) && !isCollective(address))
    .map(({ pct }) => pct ?? null)
  // A share that cannot be was left out of its row: what is left is no sum of ten.
  if (shares.includes(null)) return null
  const sum = (shares as number[])
    .sort((a, b) => b - a)
    .slice(0, 10)
    .reduce((total, pct) => total + pct, 0)
  return sum > MOST_SUM_PCT ? null : Math.min(100, sum)
}

function toChecks(report: RugcheckReport, facts: SecurityFacts): SecurityCheck[] {
  const checks: SecurityCheck[] = []
  if (report.rugged != null)
    checks.push(
      securityCheck('rugged', !report.rugged, 'critical', { fine: 'Not known as rugged', fault: 'Known as rugged' }),
    )
  if (facts.insidersDetected !== null) {
    const few = facts.insidersDetected < MANY_INSIDERS
    const detail = `${counted(facts.insidersDetected, 'insider')} found`
    checks.push(
      securityCheck(
        'insider_network',
        few,
        'high',
        { fine: 'No large network of insiders', fault: 'A large network of insiders' },
        detail,
      ),
    )
  }
  if (facts.lpLockedPct !== null) {
    const locked = facts.lpLockedPct >= LP_LOCKED_ENOUGH_PCT
    const detail = `${facts.lpLockedPct.toFixed(1)} % of the deepest market's liquidity tokens`
    checks.push(
      securityCheck(
        'lp_locked',
        locked,
        'high',
        { fine: 'Liquidity is locked or burned', fault: 'Liquidity is not locked or burned' },
        detail,
      ),
    )
  }
  if (facts.creatorMalicious !== null) {
    const detail = facts.creatorTokens === null ? '' : `${counted(facts.creatorTokens, 'other token')} of this creator`
    const label = {
      fine: 'Creator has no history of rugged tokens',
      fault: 'Creator has a history of rugged tokens',
    }
    checks.push(securityCheck('creator_history', !facts.creatorMalicious, 'high', label, detail))
  }
  const seen = new Set(checks.map(({ id }) => id))
  for (const { name, value, description, level } of (report.risks ?? []).slice(0, MAX_RISKS)) {
    const id = `risk_${name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .slice(0, 60)}`
    if (CREATOR_HISTORY.test(name) || seen.has(id)) continue
    seen.add(id)
    const severity = SEVERITY_OF_LEVEL[level ?? ''] ?? 'medium'
    const detail = [value, description].filter((text) => text).join(': ')
    checks.push(securityCheck(id, level === 'good' || level === 'info', severity, name, detail))
  }
  return checks
}

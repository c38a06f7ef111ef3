import { PROVIDERS } from '../config/providers.ts'
import { fail, ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { compileReply } from '../runtime/reply-check.ts'
import type { CheckSeverity, Security, SecurityCheck, SecurityFacts, SecurityReport } from './capabilities.ts'
import { HIGH_FEE_PCT, toFacts, transferBan } from './goplus-facts.ts'
import { isFrozen, isMalicious, isSet, yes } from './goplus-figures.ts'
import { type GoplusFlag, type GoplusNamed, GoplusRecord, GoplusReply } from './goplus-replies.ts'
import { type OutcomeLabels, securityCheck } from './security-check.ts'
import { addressOrNull } from './solana-address.ts'

/** The envelope's own codes; HTTP says 200 to all of them. */
const CODE = { success: 1, partial: 2, badAddress: 2004, notAContract: 2020, noInfo: 2021, tooOften: 4029 } as const
const UNKNOWN_TOKEN: ReadonlySet<number> = new Set([CODE.badAddress, CODE.notAContract, CODE.noInfo])
const KEY_REFUSED: ReadonlySet<number> = new Set([4010, 4011, 4012, 4022, 4023])
const TRUSTED_SCORE = 90
/** A window of the free plan is a minute; the remaining calls are not reported. */
const RETRY_AFTER_SEC = 60

const isRecord = compileReply(GoplusRecord).matches

/** Which findings cost how much of 100 (our weights). */
const PENALTIES: Readonly<Record<string, number>> = {
  mintable: 25,
  freezable: 25,
  balance_mutable: 40,
  closable: 40,
  non_transferable: 100,
  default_account_state: 100,
  transfer_fee: 20,
  transfer_hook: 25,
  metadata_mutable: 5,
  creator_malicious: 60,
}

/** Token security of GoPlus (Solana, beta), one mint a call. Source: its SDK, recorded answers. */
export function createGoplusSecurity(http: HttpClient): Security {
  const { provider } = http
  const unexpected = () => fail('upstream_failed', `${provider} answered in an unexpected shape`)
  return {
    provider,
    async securityReport(mint) {
      const reply = await http.getJson({
        path: '/api/v1/solana/token_security',
        query: { contract_addresses: mint },
        timeoutMs: PROVIDERS.goplus.timeoutMs,
        schema: GoplusReply,
      })
      if (!reply.ok) return reply
      const { code, result } = reply.value
      if (UNKNOWN_TOKEN.has(code)) return ok(null)
      if (code === CODE.tooOften)
        return fail('upstream_rate_limited', `${provider} answers that its rate limit is reached`, RETRY_AFTER_SEC)
      if (KEY_REFUSED.has(code)) return fail('upstream_refused', `${provider} refuses the key`)
      if (code !== CODE.success && code !== CODE.partial) return fail('upstream_failed', `${provider} answered ${code}`)
      const records = Object.values(result ?? {})
      // Asked for one, so the only row is it even when its key was folded to lower case.
      const record = result?.[mint] ?? (records.length === 1 ? records[0] : undefined)
      if (record === undefined || record === null) return ok(null)
      return isRecord(record) ? ok(toReport(provider, record, code === CODE.partial)) : unexpected()
    },
  }
}

function toReport(provider: string, record: GoplusRecord, isPartial: boolean): SecurityReport {
  const facts = toFacts(record)
  const checks = toChecks(record, facts)
  const notes: string[] = []
  if (isPartial) notes.push('the provider is still collecting data')
  const asked = ['mintable', 'freezable', 'balance_mutable', 'closable', 'non_transferable', 'transfer_fee'] as const
  const missing = asked.filter((id) => !checks.some((check) => check.id === id))
  if (missing.length > 0) notes.push(`no data about ${missing.join(', ')}`)
  const unread = unreadFlags(record, facts)
  if (unread.length > 0) notes.push(`the data about ${unread.join(', ')} cannot be read`)
  const lost = checks.reduce((sum, { id, ok }) => sum + (ok ? 0 : (PENALTIES[id] ?? 0)), 0)
  const score = Math.max(facts.trusted === true ? TRUSTED_SCORE : 0, 100 - lost)
  // A record that answers none of the questions is no clean bill, and an answer that cannot be read may be the bad one.
  const isJudged = checks.length > 0 && unread.length === 0
  return { provider, scoreSafe0to100: isJudged ? score : null, rugged: null, facts, checks, notes }
}

/** Members that are there, but neither "0" nor "1". */
function unreadFlags(record: GoplusRecord, facts: SecurityFacts): string[] {
  const isUnread = (value: string | number | null | undefined) => value !== undefined && yes(value) === null
  const flags = {
    mintable: record.mintable?.status,
    freezable: record.freezable?.status,
    balance_mutable: record.balance_mutable_authority?.status,
    closable: record.closable?.status,
    non_transferable: transferBan(record),
    metadata_mutable: record.metadata_mutable?.status,
  }
  const unread = Object.entries(flags).flatMap(([id, value]) => (isUnread(value) ? [id] : []))
  const { default_account_state: state, creators, transfer_fee: fee } = record
  if (state !== undefined && isFrozen(state) === null) unread.push('default_account_state')
  if (fee != null && facts.transferFeePct === null) unread.push('transfer_fee')
  if (creators != null && !creators.some(isMalicious) && creators.some((one) => isUnread(one.malicious_address)))
    unread.push('creators')
  return unread
}

function toChecks(record: GoplusRecord, facts: SecurityFacts): SecurityCheck[] {
  const checks: SecurityCheck[] = []
  const add = (id: string, bad: boolean | null, severity: CheckSeverity, label: OutcomeLabels, detail = ''): void => {
    if (bad !== null) checks.push(securityCheck(id, !bad, severity, label, bad ? detail : ''))
  }
  const flag = (id: string, of: GoplusFlag | null | undefined, severity: CheckSeverity, label: OutcomeLabels): void =>
    add(id, isSet(of), severity, label, describe(of?.authority ?? of?.metadata_upgrade_authority))
  flag('mintable', record.mintable, 'high', { fine: 'Supply cannot be increased', fault: 'Supply can be increased' })
  flag('freezable', record.freezable, 'high', { fine: 'Accounts cannot be frozen', fault: 'Accounts can be frozen' })
  flag('balance_mutable', record.balance_mutable_authority, 'critical', {
    fine: 'Nobody else can move balances',
    fault: 'Someone else can move balances',
  })
  flag('closable', record.closable, 'critical', { fine: 'The mint cannot be closed', fault: 'The mint can be closed' })
  add('non_transferable', facts.nonTransferable, 'critical', {
    fine: 'The token can be transferred',
    fault: 'The token cannot be transferred',
  })
  add('default_account_state', facts.defaultFrozen, 'critical', {
    fine: 'New accounts are not frozen',
    fault: 'New accounts are frozen',
  })
  const fee = transferFee(facts)
  add('transfer_fee', fee.isHigh, 'high', TRANSFER_FEE_LABELS, fee.detail)
  add(
    'transfer_hook',
    facts.hook,
    'high',
    { fine: 'Transfers run no program of the issuer', fault: 'Transfers run a program of the issuer' },
    describe(record.transfer_hook),
  )
  flag('transfer_fee_upgradable', record.transfer_fee_upgradable, 'low', {
    fine: 'The transfer fee is fixed',
    fault: 'The transfer fee can be changed',
  })
  flag('transfer_hook_upgradable', record.transfer_hook_upgradable, 'low', {
    fine: 'The transfer hook is fixed',
    fault: 'The transfer hook can be changed',
  })
  flag('default_account_state_upgradable', record.default_account_state_upgradable, 'low', {
    fine: 'The state of new accounts is fixed',
    fault: 'The state of new accounts can be changed',
  })
  flag('metadata_mutable', record.metadata_mutable, 'low', {
    fine: 'Metadata is fixed',
    fault: 'Metadata can be changed',
  })
  add(
    'creator_malicious',
    facts.creatorMalicious,
    'critical',
    { fine: 'Creator is not listed', fault: 'Creator is listed as malicious' },
    describe(record.creators),
  )
  return checks
}

const TRANSFER_FEE_LABELS: OutcomeLabels = {
  fine: `Transfer fee is ${HIGH_FEE_PCT} % or less`,
  fault: `Transfer fee is above ${HIGH_FEE_PCT} %`,
}

/** Of the fee now and the scheduled one, the higher counts; null where neither is known to be high and that of now is
 *  unknown. */
function transferFee(facts: SecurityFacts): { readonly isHigh: boolean | null; readonly detail: string } {
  const { transferFeePct, scheduledTransferFeePct } = facts
  const feePct = Math.max(transferFeePct ?? 0, scheduledTransferFeePct ?? 0)
  const [nowText, laterText] = [transferFeePct ?? 'unknown', scheduledTransferFeePct ?? 'nothing'].map((pct) =>
    typeof pct === 'number' ? `${pct} %` : pct,
  )
  return {
    isHigh: feePct > HIGH_FEE_PCT || (transferFeePct === null ? null : false),
    detail: `${nowText} now, ${laterText} scheduled`,
  }
}

function describe(named: readonly GoplusNamed[] | null | undefined): string {
  return (named ?? [])
    .slice(0, 3)
    .map((one) => `${addressOrNull(one.address) ?? 'unnamed'}${isMalicious(one) ? ' (listed as malicious)' : ''}`)
    .join(', ')
}

import type { ProbeRow } from '../../chain/evm/security/probe-call.ts'
import { type Finding, found, percent } from './finding.ts'
import { buyTaxOf, EXTREME_TAX_BPS, HIGH_TAX_BPS, saleTaxOf, transferTaxOf } from './measure-losses.ts'
import { isRefused, isSound, type ShownRows, said } from './shown-rows.ts'

/** What is refused, taxed or gone only after some time. */
export function judgeLater(shown: ShownRows, ahead: ShownRows): readonly Finding[] {
  const findings: Finding[] = []
  const buy = ahead.of('buy')
  if (shown.isDone('buy') && buy !== undefined && isRefused(buy) && buy.stage !== 'pay' && isSound(buy))
    findings.push(found('danger', 'refused_later', `after some time nobody can buy${said(buy)}`, ahead.names('buy')))
  else if (shown.isDone('sellAll') && ahead.isRefused('sellAll'))
    findings.push(
      found(
        'danger',
        'refused_later',
        `after some time nobody can sell${said(ahead.of('sellAll'))}`,
        ahead.names('sellAll'),
      ),
    )
  const holders = ahead.all('sellOfHolder').filter(isSound)
  const blocked = holders.filter(isRefused)
  const couldSell = shown.all('sellOfHolder').some(({ stage }) => stage === 'done')
  if (findings.length === 0 && couldSell && blocked.length > 0 && blocked.length === holders.length)
    findings.push(
      found(
        'danger',
        'refused_later',
        `after some time earlier buyers cannot sell${said(blocked[0])}`,
        blocked.map(ahead.name),
      ),
    )
  const rises = [
    { name: 'sellAll', now: saleTaxOf(shown.of('sellAll')), later: saleTaxOf(ahead.of('sellAll')) },
    { name: 'transfer', now: transferTaxOf(shown), later: transferTaxOf(ahead) },
    { name: 'buy', now: buyTaxOf(shown), later: buyTaxOf(ahead) },
    ...holderTaxes(shown, ahead),
  ] as const
  const risen = rises.find((one) => one.now !== null && one.later !== null && one.later >= one.now + HIGH_TAX_BPS)
  if (risen !== undefined)
    findings.push(
      found(
        risen.later! >= EXTREME_TAX_BPS ? 'danger' : 'warning',
        'tax_rises_later',
        `after some time ${percent(risen.later!)} is taken instead of ${percent(risen.now!)}`,
        [...shown.names(risen.name), ...ahead.names(risen.name)],
      ),
    )
  const fallen = fallenHolder(shown, ahead)
  if (fallen !== undefined)
    findings.push(
      found('danger', 'balance_falls', 'the balance of an earlier buyer falls with time', [
        shown.name(fallen),
        `later:sellOfHolder ${fallen.index}`,
      ]),
    )
  return findings
}

function holderTaxes(shown: ShownRows, ahead: ShownRows) {
  return shown.all('sellOfHolder').map((row) => {
    const later = ahead.all('sellOfHolder').find(({ index }) => index === row.index) ?? null
    return { name: 'sellOfHolder' as const, now: saleTaxOf(row), later: saleTaxOf(later) }
  })
}

function fallenHolder(shown: ShownRows, ahead: ShownRows): ProbeRow | undefined {
  return shown.all('sellOfHolder').find((row) => {
    const later = ahead.all('sellOfHolder').find(({ index }) => index === row.index)
    return row.sent > 0n && later !== undefined && later.sent * 10n < row.sent * 9n
  })
}

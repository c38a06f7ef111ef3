import type { ProbeCase } from '../../chain/evm/security/probe-call.ts'
import { type Finding, found, percent } from './finding.ts'
import { judgeRefusedSale } from './judge-refused-sale.ts'
import {
  buyTaxOf,
  EXTREME_TAX_BPS,
  HIGH_TAX_BPS,
  isTooLittleToSwap,
  paysLess,
  saleTaxOf,
  transferTaxOf,
} from './measure-losses.ts'
import { isRefused, isSound, type ShownRows, said } from './shown-rows.ts'

/** Balances that are off by more are no rounding, no rebase of one block and no fee shared among holders. */
const MAX_DRIFT_BPS = 100
/** A purchase is tried with a thousandth of what lies in the pool, then with a tenth of that, and so on. */
const TINY_ATTEMPT = 2

/** What the rows of the newest block show; `ahead` are those of the same trades as if some time had passed, or null. */
export function judgePresent(
  shown: ShownRows,
  { isHooked, ahead }: { readonly isHooked: boolean; readonly ahead: ShownRows | null },
): readonly Finding[] {
  return [
    ...judgePurchase(shown, isHooked),
    ...judgeSale(shown, ahead),
    ...judgeTransfer(shown),
    ...judgeTaxes(shown),
    ...judgeBalances(shown),
    ...judgeEarlierBuyers(shown),
  ]
}

function judgePurchase(shown: ShownRows, isHooked: boolean): readonly Finding[] {
  const tried = shown.all('buy')
  const last = tried.at(-1)
  if (last === undefined || last.stage === 'pay' || !isSound(last)) return []
  const names = shown.names('buy')
  if (last.stage === 'nothingArrived')
    return [found('danger', 'buy_gives_nothing', 'nothing of a purchase reaches the buyer', names)]
  // What a hook refuses to a contract that it does not know may be open to others.
  const isDoubtful = isHooked && last.stage === 'swap'
  if (last.stage !== 'done')
    return [found(isDoubtful ? 'warning' : 'danger', 'buy_refused', `no purchase goes through${said(last)}`, names)]
  if (tried.length === 1) return []
  const severity = tried.length > TINY_ATTEMPT ? 'danger' : 'warning'
  const label = `purchases of more than ${last.sent} of the quote are refused${said(tried[0])}`
  return [found(severity, 'buy_limited', label, names)]
}

function judgeSale(shown: ShownRows, ahead: ShownRows | null): readonly Finding[] {
  if (!shown.isDone('buy')) return []
  if (shown.isRefused('sellAll')) return [judgeRefusedSale(shown, ahead)]
  if (!shown.isDone('sellAll')) return []
  const findings: Finding[] = []
  if (shown.isDone('buyMore') && shown.isRefused('sellMore'))
    findings.push(
      found(
        'danger',
        'sale_limited',
        `what one purchase gave cannot be sold at once${said(shown.of('sellMore'))}`,
        shown.names('buyMore', 'sellMore', 'sellAll'),
      ),
    )
  if (shown.isRefused('sellTwice'))
    findings.push(
      found(
        'warning',
        'second_sale_refused',
        `a second sale in one block is refused${said(shown.of('sellTwice'))}`,
        shown.names('sellTwice'),
      ),
    )
  if (paysLess(shown))
    findings.push(
      found(
        'danger',
        'sale_pays_less',
        'the pool pays less than half of what it owes for what arrived',
        shown.names('buy', 'sellAll'),
      ),
    )
  return findings
}

function judgeTransfer(shown: ShownRows): readonly Finding[] {
  const row = shown.of('transfer')
  if (row === undefined || !shown.isDone('buy')) return []
  if (row.stage === 'nothingArrived' && row.sent > 0n)
    return [
      found('danger', 'transfer_gives_nothing', 'a transfer goes through and nothing arrives', shown.names('transfer')),
    ]
  if (isRefused(row))
    return [
      found(
        'warning',
        'transfer_refused',
        `a transfer to another account is refused${said(row)}`,
        shown.names('transfer'),
      ),
    ]
  if (row.stage !== 'done' || !shown.isDone('sellAll')) return []
  if (shown.isRefused('sellAfterTransfer'))
    return [
      found(
        'danger',
        'sale_refused_after_transfer',
        `who has sent some of it on cannot sell the rest${said(shown.of('sellAfterTransfer'))}`,
        shown.names('sellAfterTransfer', 'sellAll'),
      ),
    ]
  return shown.isRefused('sellReceived')
    ? [
        found(
          'danger',
          'receiver_cannot_sell',
          `who received it from a buyer cannot sell${said(shown.of('sellReceived'))}`,
          shown.names('sellReceived', 'sellAll'),
        ),
      ]
    : []
}

const SALES = ['sellAll', 'sellHalf', 'sellSmall', 'sellMore', 'sellReceived', 'sellAfterTransfer'] as const

function judgeTaxes(shown: ShownRows): readonly Finding[] {
  const findings: Finding[] = []
  const tell = (bps: number | null, what: string, name: ProbeCase): void => {
    if (bps === null || bps < HIGH_TAX_BPS) return
    const isExtreme = bps >= EXTREME_TAX_BPS
    const [id, severity] = isExtreme ? (['extreme_tax', 'danger'] as const) : (['high_tax', 'warning'] as const)
    findings.push(found(severity, id, `${percent(bps)} of a ${what} is taken`, shown.names(name)))
  }
  tell(buyTaxOf(shown), 'purchase', 'buy')
  tell(saleTaxOf(shown.of('sellAll')), 'sale', 'sellAll')
  tell(transferTaxOf(shown), 'transfer', 'transfer')
  if (isTooLittleToSwap(shown.of('sellAll')))
    findings.push(found('danger', 'extreme_tax', 'next to nothing of a sale reaches the pool', shown.names('sellAll')))
  return [...findings, ...judgeByAmount(shown)]
}

function judgeByAmount(shown: ShownRows): readonly Finding[] {
  const taxed = SALES.flatMap((name) => {
    const bps = saleTaxOf(shown.of(name))
    return bps === null ? [] : [{ name, bps }]
  })
  if (taxed.length < 2) return []
  const least = taxed.reduce((low, one) => (one.bps < low.bps ? one : low))
  const most = taxed.reduce((high, one) => (one.bps > high.bps ? one : high))
  if (most.bps - least.bps < HIGH_TAX_BPS) return []
  const severity = most.bps >= EXTREME_TAX_BPS ? 'danger' : 'warning'
  const label = `sales are taxed by ${percent(least.bps)} to ${percent(most.bps)}, by amount or by who sells`
  return [found(severity, 'tax_by_amount', label, shown.names(least.name, most.name))]
}

function isOff(from: bigint, to: bigint): boolean {
  const gap = from > to ? from - to : to - from
  return gap * 10_000n > (from > to ? from : to) * BigInt(MAX_DRIFT_BPS) && gap > 1n
}

function judgeBalances(shown: ShownRows): readonly Finding[] {
  const findings: Finding[] = []
  const balances = shown.of('balances')
  const buy = shown.of('buy')
  if (balances !== undefined && balances.sent > 0n)
    findings.push(
      found(
        'danger',
        'balance_from_nothing',
        'an account that nothing was ever sent to has a balance',
        shown.names('balances'),
      ),
    )
  if (buy?.stage === 'done' && buy.arrived > buy.expected && isOff(buy.arrived, buy.expected))
    findings.push(
      found('danger', 'balance_lies', 'the balance of a buyer rises by more than the pool gave', shown.names('buy')),
    )
  if (balances !== undefined && buy?.stage === 'done' && isOff(buy.arrived, balances.arrived))
    findings.push(
      found(
        'danger',
        'balance_lies',
        'the balance of a buyer changes without a transfer',
        shown.names('buy', 'balances'),
      ),
    )
  const transfer = shown.of('transfer')
  if (transfer?.stage === 'done' && transfer.left > transfer.sent && isOff(transfer.left, transfer.sent))
    findings.push(
      found('danger', 'balance_falls', 'a transfer takes more from its sender than was sent', shown.names('transfer')),
    )
  return findings
}

/** Holders act with code of ours: where accounts with code are refused, that says nothing. */
function judgeEarlierBuyers(shown: ShownRows): readonly Finding[] {
  if (!shown.isDone('sellAll')) return []
  if (isRefused(shown.of('sellAsSender')))
    return [
      found(
        'warning',
        'contracts_refused',
        `accounts with code cannot sell${said(shown.of('sellAsSender'))}`,
        shown.names('sellAsSender', 'sellAll'),
      ),
    ]
  const holders = shown.all('sellOfHolder').filter(isSound)
  const refused = holders.filter(isRefused)
  const findings: Finding[] = []
  if (refused.length > 0) {
    const isEach = refused.length === holders.length && holders.length > 1
    findings.push(
      found(
        isEach ? 'danger' : 'warning',
        'earlier_buyers_blocked',
        `${isEach ? 'those who bought before' : 'one who bought before'} cannot sell${said(refused[0])}`,
        refused.map(shown.name),
      ),
    )
  }
  const taxed = holders.filter((row) => (saleTaxOf(row) ?? 0) >= EXTREME_TAX_BPS)
  if (taxed.length > 0 && (saleTaxOf(shown.of('sellAll')!) ?? 0) < EXTREME_TAX_BPS)
    findings.push(
      found(
        taxed.length > 1 || holders.length === 1 ? 'danger' : 'warning',
        'earlier_buyers_taxed',
        `${percent(saleTaxOf(taxed[0]!)!)} is taken of the sale of those who bought before`,
        taxed.map(shown.name),
      ),
    )
  return findings
}

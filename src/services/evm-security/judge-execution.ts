import type { ProbeCase, ProbeRow } from '../../chain/evm/security/probe-call.ts'

/* What executed trades prove of a token. Pure: the same rows give the same findings. A danger is told only where the rows
 * show it; what other causes explain as well is a warning. */

/** From here on a tax is a warning, and a danger. */
const HIGH_TAX_BPS = 1_000
const EXTREME_TAX_BPS = 5_000
/** Balances that are off by more are no rounding, no rebase of one block and no fee shared among holders. */
const MAX_DRIFT_BPS = 100
/** A purchase is tried with a thousandth of what lies in the pool, then with a tenth of that, and so on. */
const TINY_ATTEMPT = 2

export type FindingId =
  | 'buy_refused'
  | 'buy_gives_nothing'
  | 'buy_limited'
  | 'sale_refused'
  | 'sale_refused_at_once'
  | 'sale_refused_to_some'
  | 'sale_limited'
  | 'sale_only_by_sender'
  | 'sale_only_through_router'
  | 'sale_pays_less'
  | 'second_sale_refused'
  | 'sale_refused_after_transfer'
  | 'receiver_cannot_sell'
  | 'transfer_refused'
  | 'transfer_gives_nothing'
  | 'pull_blocked'
  | 'approve_lies'
  | 'only_owner_can_sell'
  | 'extreme_tax'
  | 'high_tax'
  | 'tax_by_amount'
  | 'balance_from_nothing'
  | 'balance_lies'
  | 'balance_falls'
  | 'earlier_buyers_blocked'
  | 'earlier_buyers_taxed'
  | 'refused_later'
  | 'tax_rises_later'
  | 'contracts_refused'

export type Finding = {
  readonly id: FindingId
  readonly severity: 'danger' | 'warning' | 'info'
  readonly label: string
  /** The rows that show it, as `now:sellAll` or `later:sellOfHolder 1`. */
  readonly shownBy: readonly string[]
}

export type ExecutionVerdict = {
  readonly sellable: 'sellable' | 'honeypot' | 'unknown'
  /** Hundredths of a percent; null where the trade did not go through. */
  readonly buyTaxBps: number | null
  readonly sellTaxBps: number | null
  readonly transferTaxBps: number | null
  readonly findings: readonly Finding[]
}

/** Rows of one call at a block, and of the same call as if some time had passed; null where the node does not run that. */
export type Executed = { readonly now: readonly ProbeRow[]; readonly later: readonly ProbeRow[] | null }

/** A honeypot is a token of which a purchase goes through and no way to sell is left, or next to nothing arrives. */
export function judgeExecution({ now, later }: Executed): ExecutionVerdict {
  const shown = look('now', now)
  const ahead = later === null ? null : look('later', later)
  const findings = [
    ...judgePurchase(shown),
    ...judgeSale(shown),
    ...judgeTransfer(shown),
    ...judgeTaxes(shown),
    ...judgeBalances(shown, ahead),
    ...judgeEarlierBuyers(shown),
    ...(ahead === null ? [] : judgeLater(shown, ahead)),
  ]
  return {
    sellable: sellableOf(shown, findings),
    buyTaxBps: buyTaxOf(shown),
    sellTaxBps: saleTaxOf(shown.of('sellAll') ?? null),
    transferTaxBps: transferTaxOf(shown),
    findings,
  }
}

type Look = {
  readonly at: 'now' | 'later'
  readonly rows: readonly ProbeRow[]
  /** The last row of a case. */
  of(name: ProbeCase): ProbeRow | undefined
  all(name: ProbeCase): readonly ProbeRow[]
  isDone(name: ProbeCase): boolean
  isRefused(name: ProbeCase): boolean
  name(row: ProbeRow): string
  names(...cases: readonly ProbeCase[]): readonly string[]
}

function look(at: Look['at'], rows: readonly ProbeRow[]): Look {
  const of = (name: ProbeCase) => rows.findLast((row) => row.case === name)
  const all = (name: ProbeCase) => rows.filter((row) => row.case === name)
  const name = (row: ProbeRow) => `${at}:${row.case}${row.case === 'sellOfHolder' ? ` ${row.index}` : ''}`
  return {
    ...{ at, rows, of, all, name },
    isDone: (one) => of(one)?.stage === 'done',
    isRefused: (one) => isRefused(of(one)),
    names: (...cases) => cases.flatMap(all).map(name),
  }
}

const UNTRIED = new Set<ProbeRow['stage']>(['done', 'nothingHeld', 'skipped'])

function isRefused(row: ProbeRow | undefined): boolean {
  return row !== undefined && !UNTRIED.has(row.stage)
}

function found(severity: Finding['severity'], id: FindingId, label: string, shownBy: readonly string[]): Finding {
  return { id, severity, label, shownBy }
}

/** `: ` and what the contract said. */
function said(row: ProbeRow | undefined): string {
  return row?.reason == null ? '' : `: ${row.reason}`
}

function percent(bps: number): string {
  return `${bps / 100} %`
}

/** Of a purchase the pool gave something to nobody: its own emptiness, not the token's doing. */
function isPoolEmpty(row: ProbeRow): boolean {
  return row.stage === 'nothingArrived' && row.expected === 0n && row.left === 0n
}

function judgePurchase(shown: Look): readonly Finding[] {
  const tried = shown.all('buy')
  const last = tried.at(-1)
  if (last === undefined || last.stage === 'pay' || !isSound(last)) return []
  const names = shown.names('buy')
  if (last.stage === 'nothingArrived')
    return [found('danger', 'buy_gives_nothing', 'nothing of a purchase reaches the buyer', names)]
  if (last.stage !== 'done') return [found('danger', 'buy_refused', `no purchase goes through${said(last)}`, names)]
  if (tried.length === 1) return []
  const severity = tried.length > TINY_ATTEMPT ? 'danger' : 'warning'
  const label = `purchases of more than ${last.sent} of the quote are refused${said(tried[0])}`
  return [found(severity, 'buy_limited', label, names)]
}

/** Whether the row says something about the token. */
function isSound(row: ProbeRow): boolean {
  return row.stage !== 'nothingHeld' && row.stage !== 'skipped' && !isPoolEmpty(row)
}

function judgeSale(shown: Look): readonly Finding[] {
  if (!shown.isDone('buy')) return []
  if (shown.isRefused('sellAll')) return [whyRefused(shown)]
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
  const sale = shown.of('sellAll')!
  const due = sale.expected * BigInt(10_000 - (saleTaxOf(sale) ?? 0))
  if (sale.got * 20_000n < due)
    findings.push(
      found(
        'danger',
        'sale_pays_less',
        'the pool pays less than half of what it owes for what arrived',
        shown.names('sellAll'),
      ),
    )
  return findings
}

/** Why the sale of all that was just bought is refused: ways that go through are looked for first. */
function whyRefused(shown: Look): Finding {
  const refused = shown.of('sellAll')!
  const smaller = (['sellHalf', 'sellSmall'] as const).find((name) => shown.isDone(name))
  if (smaller !== undefined)
    return found(
      'danger',
      'sale_limited',
      `no more than a part of a purchase can be sold${said(refused)}`,
      shown.names('sellAll', 'sellHalf', 'sellSmall'),
    )
  if (shown.isDone('sellThroughRouter'))
    return found(
      'info',
      'sale_only_through_router',
      `sales go through the router of the DEX only${said(refused)}`,
      shown.names('sellAll', 'sellThroughRouter'),
    )
  if (shown.isDone('sellAsSender'))
    return found(
      'warning',
      'sale_only_by_sender',
      `only the sender of the transaction can sell${said(refused)}`,
      shown.names('sellAll', 'sellAsSender'),
    )
  return whyRefusedToAll(shown, refused)
}

function whyRefusedToAll(shown: Look, refused: ProbeRow): Finding {
  const holders = shown.all('sellOfHolder').filter(isSound)
  const sold = holders.filter(({ stage }) => stage === 'done')
  const names = shown.names('sellAll', 'sellReceived', 'sellOfHolder')
  if (sold.length > 0 && sold.length === holders.length)
    return found('warning', 'sale_refused_at_once', `a sale right after the purchase is refused${said(refused)}`, names)
  if (sold.length > 0)
    return found('danger', 'sale_refused_to_some', `some who bought cannot sell${said(refused)}`, names)
  if (holders.length === 0 && shown.isDone('sellReceived'))
    return found(
      'warning',
      'sale_refused_at_once',
      `who bought cannot sell in the same block, and nobody is known who bought before${said(refused)}`,
      names,
    )
  if (refused.stage === 'pull' && shown.isDone('sellDirectly'))
    return found(
      'danger',
      'pull_blocked',
      `no router can take the token from a seller${said(refused)}`,
      shown.names('sellAll', 'sellDirectly'),
    )
  const allowance = shown.of('allowance')
  if (allowance?.stage === 'done' && allowance.arrived < allowance.sent)
    return found(
      'danger',
      'approve_lies',
      'an approval says that it was given and gives nothing',
      shown.names('allowance', 'sellAll'),
    )
  if (shown.isDone('sellOfOwner') && !shown.isDone('sellGift'))
    return found(
      'danger',
      'only_owner_can_sell',
      `the owner can sell and who buys cannot${said(refused)}`,
      shown.names('sellOfOwner', 'sellAll', 'sellReceived', 'sellOfHolder'),
    )
  return found('danger', 'sale_refused', `${whomRefused(shown)} cannot sell${said(refused)}`, names)
}

function whomRefused(shown: Look): string {
  if (shown.isDone('sellGift')) return 'who buys'
  if (shown.isRefused('sellReceived')) return 'who buys and who receives'
  return 'who buys'
}

function judgeTransfer(shown: Look): readonly Finding[] {
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

/** To the nearest hundredth of a percent. */
function taxOf(sent: bigint, arrived: bigint): number | null {
  if (sent <= 0n) return null
  return arrived >= sent ? 0 : Number(((sent - arrived) * 20_000n + sent) / (2n * sent))
}

function buyTaxOf(shown: Look): number | null {
  const row = shown.of('buy')
  return row?.stage === 'done' ? taxOf(row.expected, row.arrived) : null
}

/** What left the seller counts, where that is more than was sent. */
function saleTaxOf(row: ProbeRow | null): number | null {
  if (row === null || row.stage !== 'done') return null
  return taxOf(row.left > row.sent ? row.left : row.sent, row.arrived)
}

function transferTaxOf(shown: Look): number | null {
  const row = shown.of('transfer')
  return row?.stage === 'done' ? taxOf(row.sent, row.arrived) : null
}

const SALES = ['sellAll', 'sellHalf', 'sellSmall', 'sellMore', 'sellReceived', 'sellAfterTransfer'] as const

function judgeTaxes(shown: Look): readonly Finding[] {
  const findings: Finding[] = []
  const tell = (bps: number | null, what: string, name: ProbeCase): void => {
    if (bps === null || bps < HIGH_TAX_BPS) return
    const isExtreme = bps >= EXTREME_TAX_BPS
    const [id, severity] = isExtreme ? (['extreme_tax', 'danger'] as const) : (['high_tax', 'warning'] as const)
    findings.push(found(severity, id, `${percent(bps)} of a ${what} is taken`, shown.names(name)))
  }
  tell(buyTaxOf(shown), 'purchase', 'buy')
  tell(saleTaxOf(shown.of('sellAll') ?? null), 'sale', 'sellAll')
  tell(transferTaxOf(shown), 'transfer', 'transfer')
  // Next to nothing arrived: too little for the pool to give anything.
  const all = shown.of('sellAll')
  if (all?.stage === 'nothingHeld' && all.arrived > 0n && all.expected > 0n)
    findings.push(found('danger', 'extreme_tax', 'next to nothing of a sale reaches the pool', shown.names('sellAll')))
  return [...findings, ...judgeByAmount(shown)]
}

function judgeByAmount(shown: Look): readonly Finding[] {
  const taxed = SALES.flatMap((name) => {
    const bps = saleTaxOf(shown.of(name) ?? null)
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

function judgeBalances(shown: Look, ahead: Look | null): readonly Finding[] {
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
  const fallen = ahead === null ? undefined : fallenHolder(shown, ahead)
  if (fallen !== undefined)
    findings.push(
      found('danger', 'balance_falls', 'the balance of an earlier buyer falls with time', [
        shown.name(fallen),
        `later:sellOfHolder ${fallen.index}`,
      ]),
    )
  return findings
}

function fallenHolder(shown: Look, ahead: Look): ProbeRow | undefined {
  return shown.all('sellOfHolder').find((row) => {
    const later = ahead.all('sellOfHolder').find(({ index }) => index === row.index)
    return row.sent > 0n && later !== undefined && later.sent * 10n < row.sent * 9n
  })
}

/** Holders act with code of ours: where accounts with code are refused, that says nothing. */
function judgeEarlierBuyers(shown: Look): readonly Finding[] {
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

/** What is refused or taxed only after some time. */
function judgeLater(shown: Look, ahead: Look): readonly Finding[] {
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
    { name: 'sellAll', now: saleTaxOf(shown.of('sellAll') ?? null), later: saleTaxOf(ahead.of('sellAll') ?? null) },
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
  return findings
}

function holderTaxes(shown: Look, ahead: Look) {
  return shown.all('sellOfHolder').map((row) => {
    const later = ahead.all('sellOfHolder').find(({ index }) => index === row.index) ?? null
    return { name: 'sellOfHolder' as const, now: saleTaxOf(row), later: saleTaxOf(later) }
  })
}

const UNSELLABLE = new Set<FindingId>([
  'sale_refused',
  'sale_refused_to_some',
  'sale_limited',
  'pull_blocked',
  'approve_lies',
  'only_owner_can_sell',
  'buy_gives_nothing',
])
const LOST_TAX_BPS = 9_000

function sellableOf(shown: Look, findings: readonly Finding[]): ExecutionVerdict['sellable'] {
  const tax = saleTaxOf(shown.of('sellAll') ?? null)
  if (tax !== null && tax >= LOST_TAX_BPS) return 'honeypot'
  if (findings.some(({ id, severity }) => severity === 'danger' && UNSELLABLE.has(id))) return 'honeypot'
  const ways = ['sellAll', 'sellThroughRouter', 'sellAsSender', 'sellOfHolder'] as const
  return ways.some((name) => shown.all(name).some(({ stage }) => stage === 'done')) ? 'sellable' : 'unknown'
}

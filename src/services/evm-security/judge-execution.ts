import type { ProbeRow } from '../../chain/evm/security/probe-call.ts'
import type { Finding, FindingId } from './finding.ts'
import { judgeLater } from './judge-later.ts'
import { judgePresent } from './judge-present.ts'
import { buyTaxOf, isNextToNothing, saleTaxOf, transferTaxOf } from './measure-losses.ts'
import { type ShownRows, showRows } from './shown-rows.ts'

/* What executed trades prove of a token. Pure: the same rows give the same findings. A danger is told only where the rows
 * show it; what other causes explain as well is a warning. */

type ExecutionVerdict = {
  readonly sellable: 'sellable' | 'honeypot' | 'unknown'
  /** Hundredths of a percent; null where the trade did not go through. */
  readonly buyTaxBps: number | null
  readonly sellTaxBps: number | null
  readonly transferTaxBps: number | null
  readonly findings: readonly Finding[]
}

/** Rows of one call at a block, and of the same call as if some time had passed; null where the node does not run that. */
type Executed = {
  readonly now: readonly ProbeRow[]
  readonly later: readonly ProbeRow[] | null
  /** Whether a hook decides in the pool: it may trade with the routers only that it knows. */
  readonly isHooked?: boolean
}

/** A honeypot is a token of which a purchase goes through and no way to sell is left, or whose sale returns less than a
 *  tenth of what is due. */
export function judgeExecution({ now, later, isHooked = false }: Executed): ExecutionVerdict {
  const shown = showRows('now', now)
  const ahead = later === null ? null : showRows('later', later)
  const findings = [...judgePresent(shown, { isHooked, ahead }), ...(ahead === null ? [] : judgeLater(shown, ahead))]
  return {
    sellable: sellableOf(shown, findings),
    buyTaxBps: buyTaxOf(shown),
    sellTaxBps: saleTaxOf(shown.of('sellAll')),
    transferTaxBps: transferTaxOf(shown),
    findings,
  }
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

function sellableOf(shown: ShownRows, findings: readonly Finding[]): ExecutionVerdict['sellable'] {
  if (isNextToNothing(shown)) return 'honeypot'
  if (findings.some(({ id, severity }) => severity === 'danger' && UNSELLABLE.has(id))) return 'honeypot'
  const ways = ['sellAll', 'sellThroughRouter', 'sellAsSender', 'sellOfHolder'] as const
  return ways.some((name) => shown.all(name).some(({ stage }) => stage === 'done')) ? 'sellable' : 'unknown'
}

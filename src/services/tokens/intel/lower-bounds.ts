import type { IntelRecord } from '../../../contract/intel.ts'
import type { SupplyShares } from './shares.ts'
import type { IntelSources } from './sources.ts'

/** Shares of a record that may be less than the truth. Launch facts tie wallets by the launch slot and two hops of
 *  money alone, so that further wallets of the same people are missed until a map has looked for them; of a window that
 *  holds more purchases than are read, all three lack some. */
export function lowerBounds(
  { launch }: Pick<IntelSources, 'launch'>,
  shares: SupplyShares | undefined,
): IntelRecord['distribution']['lower_bounds'] {
  if (shares === undefined || launch.value?.status !== 'found') return []
  const isCut = launch.value.capped || !launch.value.complete
  const bounds: IntelRecord['distribution']['lower_bounds'] = []
  if (shares.insidersPct !== null && (isCut || launch.basis === 'launch')) bounds.push('insiders_pct')
  if (shares.bundlersPct !== null && (isCut || launch.basis === 'launch')) bounds.push('bundlers_pct')
  if (shares.snipersPct !== null && isCut) bounds.push('snipers_pct')
  return bounds
}

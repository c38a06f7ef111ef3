import type { TokenFlag } from '../../contract/intel.ts'
import type { ChipFlag } from '../../contract/safety-chip.ts'
import { layer as contractLayer } from '../deep-scan/layers/contract.ts'

/** What a mint can do to its holders, as intel flags it. Named and weighed as the scan's contract layer names and
 *  weighs it, so that the scan that follows only adds to it. */
export function mintChipFlags(flags: readonly TokenFlag[]): readonly ChipFlag[] {
  const raised: ReadonlySet<string> = new Set(flags)
  return contractLayer.rules
    .filter(({ id }) => raised.has(id))
    .map(({ id, label, severity }) => ({
      id: `contract.${id}`,
      label,
      detail: 'the mint says so; a scan weighs it',
      severity: severity === 'warning' ? ('low' as const) : severity,
    }))
}

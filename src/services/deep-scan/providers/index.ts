import type { Check } from '../../../contract/check.ts'
import { PROVIDER_NAMES, type ProviderReport, type SecurityProviderName } from '../../../contract/deep-scan.ts'
import type { SecurityReport } from '../../../upstreams/capabilities.ts'
import type { Gathered, InputBundle } from '../../evidence-bundle/input-bundle.ts'

/** Outside opinions in report order. They are shown, compared and listed among the flags; the score rests on our own
 *  layers, so that it is the same with or without them. */
export function reportProviders(bundle: InputBundle): Record<SecurityProviderName, ProviderReport> {
  const entries = PROVIDER_NAMES.map((name) => [name, toProviderReport(bundle.providers[name])] as const)
  return Object.fromEntries(entries) as Record<SecurityProviderName, ProviderReport>
}

function toProviderReport({ value, gap, configured }: Gathered<SecurityReport>): ProviderReport {
  if (!configured)
    return { ok: false, available: false, scoreSafe0to100: null, checks: [], errors: [], _notConfigured: true }
  if (value === null)
    return { ok: false, available: true, scoreSafe0to100: null, checks: [], errors: [gap ?? 'no answer'] }
  const checks: Check[] = value.checks.map(({ id, ok, severity, label, detail }) => ({
    id,
    ok,
    severity,
    label,
    detail,
  }))
  return {
    ok: true,
    available: true,
    scoreSafe0to100: value.scoreSafe0to100,
    checks,
    errors: [...value.notes],
  }
}

import type { InputBundle } from '../evidence-bundle/input-bundle.ts'

/** Recorded inputs of a Bubble Map: those of a deep scan without what the map does not look at. */
export type MapBundle = Pick<InputBundle, 'format' | 'mint' | 'generatedAtMs' | 'rules' | 'evidence'>

/** Members in the order in which they are written and hashed. */
export function mapBundleOf({ format, mint, generatedAtMs, rules, evidence }: MapBundle): MapBundle {
  return { format, mint, generatedAtMs, rules, evidence }
}

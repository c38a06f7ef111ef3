import type { CohortAnalysis } from '../../contract/cohort.ts'
import type { CohortBundle } from './cohort-bundle.ts'
import { judgeCohort } from './judge-cohort.ts'

/** Compute-thread entry: the bytes of recorded inputs in, the analysis out. */
export default function task({ bundle }: { readonly bundle: Uint8Array }): CohortAnalysis {
  const text = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.byteLength).toString('utf8')
  return judgeCohort(JSON.parse(text) as CohortBundle)
}

import { createHash } from 'node:crypto'
import { COHORT } from '../../config/cohort.ts'
import type { Context } from '../../context.ts'
import type { CohortAnalysis } from '../../contract/cohort.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import { gatherEvidence } from '../evidence/gather-evidence.ts'
import { inScanQueue } from '../evidence/scan-queue.ts'
import { encodeBundle } from '../evidence-bundle/encode-bundle.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { findLabels } from '../whales/get-labels.ts'
import type { CohortBundle } from './cohort-bundle.ts'
import { gatherOwn, type Report } from './gather-own.ts'
import { commonTokens } from './shared-tokens.ts'

/** What ties wallets to each other: gathered from a node, judged on a compute thread. Some twenty calls a wallet, and a
 *  few hundred for each of at most `COHORT.tokens` common tokens. Fails `unconfigured` without a node, as the node fails
 *  when it does not even return its slot, as the compute pool fails, and `cancelled`. */
export async function analyseCohort(
  ctx: Context,
  members: readonly string[],
  signal: AbortSignal,
  report: Report,
): Promise<Outcome<CohortAnalysis>> {
  if (ctx.chain.rpc === null) return fail('unconfigured', 'no node configured')
  const { rpc } = ctx.parts.tokenReads.open(ctx.chain.rpc, `cohort ${digestOf(members)}`)
  const own = await gatherOwn(rpc, members, signal, report)
  if (!own.ok) return own
  const common = commonTokens(own.value, new Set(members)).slice(0, COHORT.namedTokens)
  const chosen = common.slice(0, COHORT.tokens)
  const tokens: TokenEvidence[] = []
  const gaps: string[] = []
  for (const [i, { mint }] of chosen.entries()) {
    report('tokens', i, chosen.length)
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(COHORT.tokenMs)])
    const read = await inScanQueue(ctx, mint, bounded, () => gatherEvidence(ctx, mint, bounded), COHORT.tokenMs)
    if (signal.aborted) return fail('cancelled', 'the job was cancelled')
    if (read.ok && read.value.mintInfo !== null) tokens.push(read.value)
    else gaps.push(`${mint}: ${read.ok ? 'no mint' : read.message}`)
  }
  report('judging', 0, 1)
  const { said } = await findLabels(
    { ...ctx, upstreams: { ...ctx.upstreams, labels: null } },
    namedBy(members, own.value),
  )
  const gathered = new Set(tokens.map(({ mint }) => mint))
  const input: CohortBundle = {
    members,
    own: own.value,
    tokens,
    common: common.map(({ mint, members: count }) => ({ mint, members: count, gathered: gathered.has(mint) })),
    names: Object.fromEntries(
      [...said].flatMap(([wallet, known]) => {
        const name = known.map(({ record }) => record.label ?? record.entity).find((one) => one !== null)
        return name === undefined || name === null ? [] : [[wallet, name]]
      }),
    ),
    gaps,
  }
  const { bytes } = await encodeBundle(input)
  return ctx.workers.run('judgeCohort', { bundle: new Uint8Array(bytes) }, { signal })
}

function namedBy(members: readonly string[], { wallets }: TokenEvidence): readonly string[] {
  const funders = wallets.flatMap(({ funding }) => (funding === null ? [] : [funding.from]))
  return [...new Set([...members, ...funders])]
}

export function digestOf(members: readonly string[]): string {
  return createHash('sha256')
    .update([...members].sort().join(' '))
    .digest('hex')
}

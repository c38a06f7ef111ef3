import { identifyOwner, knownAddress } from '../../chain/solana/labels.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { WhaleLabel, WhaleLabelsReply } from '../../contract/whales.ts'
import type { ProvidedLabel } from '../../upstreams/market-capabilities.ts'
import { type LabelRecord, toRecord } from './label-record.ts'

/** A record and who said it, `pack:<name>`, `project` or `provider:<name>`. */
export type Said = { readonly source: string; readonly record: LabelRecord }
export type FoundLabels = {
  /** What each source says of each wallet, in order of precedence; wallets of which nothing is known are absent. */
  readonly said: ReadonlyMap<string, readonly Said[]>
  /** What the provider would not give. */
  readonly missing: string | null
}

const MEMBERS = ['entity', 'entityType', 'entityLogo', 'platform'] as const
const NO_POOLS = new Map<string, string>()

/** Names of wallets: the operator's packs, then the list that comes with the server, then the provider. Never fails: a
 *  provider that does not answer leaves what the others know, and the answer says so. */
export async function findLabels(
  ctx: Pick<Context, 'parts' | 'upstreams' | 'clock'>,
  wallets: readonly string[],
  signal?: AbortSignal,
): Promise<FoundLabels> {
  const { labels } = ctx.upstreams
  const [provided] = await Promise.all([
    labels === null ? null : labels.labelsOf(wallets, signal),
    ctx.parts.labelPacks.ready(),
  ])
  const said = new Map<string, readonly Said[]>()
  const local = localLabels(ctx, wallets)
  for (const [i, wallet] of wallets.entries()) {
    const known = [...local[i]!]
    const one = provided?.ok ? provided.value.get(wallet) : undefined
    if (one !== undefined) known.push({ source: `provider:${labels!.provider}`, record: fromProvider(one) })
    if (known.length > 0) said.set(wallet, known)
  }
  return { said, missing: provided === null || provided.ok ? null : `labels of the provider: ${provided.message}` }
}

/** What is known in memory, aligned with the wallets. */
export function localLabels(
  { parts, clock }: Pick<Context, 'parts' | 'clock'>,
  wallets: readonly string[],
): readonly (readonly Said[])[] {
  const packs = parts.labelPacks.find(wallets, clock.nowMs())
  return wallets.map((wallet, i) => {
    const said: Said[] = packs[i]!.map(({ pack, record }) => ({ source: `pack:${pack}`, record }))
    const project = projectRecord(wallet)
    return project === null ? said : [...said, { source: 'project', record: project }]
  })
}

/** What the list that comes with the server says. */
export function projectRecord(wallet: string): LabelRecord | null {
  const known = knownAddress(wallet)
  if (known === null) return null
  const { entityType } = identifyOwner(wallet, null, NO_POOLS)
  const { entity, label, kind } = known
  const category = kind === 'cex' || kind === 'mm' || kind === 'validator' ? kind : null
  return { ...toRecord({}), entity, label, entityType, category }
}

/** Of each member the first that is said; flags of the first that names any. */
export function joinSaid(wallet: string, said: readonly Said[]): WhaleLabel {
  const sources: Record<string, string> = {}
  const label: WhaleLabel = {
    wallet,
    entity: null,
    entityType: null,
    entityLogo: null,
    platform: null,
    flags: [],
    sources,
  }
  for (const member of MEMBERS) {
    const first = said.find(({ record }) => record[member] !== null)
    if (first === undefined) continue
    label[member] = first.record[member]
    sources[member] = first.source
  }
  const flagged = said.find(({ record }) => record.flags.length > 0)
  if (flagged !== undefined) {
    label.flags = [...flagged.record.flags]
    sources['flags'] = flagged.source
  }
  return label
}

/** Spec 4.4 labels: not memoised, wallets without a record are omitted. */
export async function getLabels(
  ctx: Context,
  wallets: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<WhaleLabelsReply>> {
  const { said, missing } = await findLabels(ctx, wallets, signal)
  const labels: Record<string, WhaleLabel> = {}
  for (const [wallet, known] of said) labels[wallet] = joinSaid(wallet, known)
  return ok({ count: said.size, labels, ...missingOf([missing]) })
}

function fromProvider({ entityLogoUrl, entityTwitterUrl, ...said }: ProvidedLabel): LabelRecord {
  return { ...toRecord({ ...said, entityLogo: entityLogoUrl, entityTwitter: entityTwitterUrl }), flags: said.flags }
}

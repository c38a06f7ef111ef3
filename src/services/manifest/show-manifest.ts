import type { Manifest } from './manifest.ts'

/** A manifest as it is shown (`ManifestReply`). */
export type ShownManifest = ReturnType<typeof showManifest>

export function showManifest(manifest: Manifest) {
  const { adapter, slot, computeUnits, owners, authorities, programs, maxOutflow } = manifest
  return {
    adapter,
    slot,
    compute_units: computeUnits,
    owners: owners.map(({ owner, lamports, tokens }) => ({ owner, lamports: String(lamports), tokens: show(tokens) })),
    authorities: authorities.map(({ account, kind, before, after }) => ({ account, kind, before, after })),
    programs: [...programs],
    max_outflow: { lamports: String(maxOutflow.lamports), tokens: show(maxOutflow.tokens) },
  }
}

function show(tokens: ReadonlyMap<string, bigint>) {
  return [...tokens].map(([mint, raw]) => ({ mint, amount: String(raw) }))
}

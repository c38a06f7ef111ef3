import type { SeenTransaction } from './trade-lab.ts'

/** Changes by owner, told from what the node says of a transaction on the chain and from nothing of ours: token
 *  accounts belong to the owner that the node names for them, a durable nonce to its authority (`nonces`). */
export function observeDeltas(
  { transaction, meta }: SeenTransaction,
  nonces: ReadonlyMap<string, string> = new Map(),
): Map<string, OwnerChange> {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const keys = [...transaction.message.accountKeys, ...writable, ...readonly]
  const ownersBefore = new Map(meta.preTokenBalances.map((one) => [one.accountIndex, one]))
  const ownersAfter = new Map(meta.postTokenBalances.map((one) => [one.accountIndex, one]))
  const changes = new Map<string, { lamports: bigint; tokens: Map<string, bigint> }>()
  const of = (owner: string) => {
    const known = changes.get(owner) ?? { lamports: 0n, tokens: new Map() }
    changes.set(owner, known)
    return known
  }
  for (const [at, key] of keys.entries()) {
    const other = nonces.get(key) ?? key
    for (const [sign, lamports, holding] of [
      [-1n, meta.preBalances[at]!, ownersBefore.get(at)],
      [1n, meta.postBalances[at]!, ownersAfter.get(at)],
    ] as const) {
      const holder = of(holding?.owner ?? other)
      holder.lamports += sign * BigInt(lamports)
      if (holding === undefined) continue
      const raw = BigInt(holding.uiTokenAmount.amount)
      holder.tokens.set(holding.mint, (holder.tokens.get(holding.mint) ?? 0n) + sign * raw)
    }
  }
  for (const [owner, { lamports, tokens }] of changes) {
    for (const [mint, raw] of tokens) if (raw === 0n) tokens.delete(mint)
    if (lamports === 0n && tokens.size === 0) changes.delete(owner)
  }
  return changes
}

export type OwnerChange = { readonly lamports: bigint; readonly tokens: ReadonlyMap<string, bigint> }

/** The same out of a manifest as the API shows it. */
export function shownDeltas(
  owners: readonly { owner: string; lamports: string; tokens: readonly { mint: string; amount: string }[] }[],
): Map<string, OwnerChange> {
  return new Map(
    owners.map(({ owner, lamports, tokens }) => [
      owner,
      {
        lamports: BigInt(lamports),
        tokens: new Map(tokens.map(({ mint, amount }) => [mint, BigInt(amount)])),
      },
    ]),
  )
}

/** One line for every figure in which two accounts of the same transaction differ. */
export function differences(shown: ReadonlyMap<string, OwnerChange>, seen: ReadonlyMap<string, OwnerChange>): string[] {
  const lines: string[] = []
  for (const owner of new Set([...shown.keys(), ...seen.keys()])) {
    const [a, b] = [shown.get(owner), seen.get(owner)]
    if ((a?.lamports ?? 0n) !== (b?.lamports ?? 0n))
      lines.push(`${owner}: lamports shown ${a?.lamports ?? 0n}, seen ${b?.lamports ?? 0n}`)
    for (const mint of new Set([...(a?.tokens.keys() ?? []), ...(b?.tokens.keys() ?? [])])) {
      const [x, y] = [a?.tokens.get(mint) ?? 0n, b?.tokens.get(mint) ?? 0n]
      if (x !== y) lines.push(`${owner}: ${mint} shown ${x}, seen ${y}`)
    }
  }
  return lines
}

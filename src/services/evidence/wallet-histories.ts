import type { SignatureRow, SolanaRpc } from '../../chain/solana/rpc.ts'
import { SIGNATURES_PER_PAGE } from '../../chain/solana/signature-pages.ts'
import { LIMITS } from '../../config/limits.ts'
import { UPSTREAM_BATCHES } from '../../config/upstream-limits.ts'
import { chunksOf, inParallel } from '../../runtime/in-parallel.ts'

/** Signatures of a wallet, at most one page. */
export type WalletHistory = {
  /** Newest first. */
  readonly rows: readonly SignatureRow[]
  /** A full page: its beginning lies further back. */
  readonly isBusy: boolean
}

/** Long pages are read one by one: an array of them would be a reply of megabytes to take apart in one go. */
const PAGES_IN_PARALLEL = 8

/** In one array: a hundred rows are about 15 kB. */
const PROBES_TOGETHER = 10

/** Signatures of each wallet, up to a page: the newest few of all together, then the rest of those that have more.
 *  Wallets the node fails on are absent. */
export async function readWalletHistories(
  rpc: SolanaRpc,
  wallets: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, WalletHistory>> {
  const limit = LIMITS.evidenceWalletProbe
  const histories = new Map<string, WalletHistory>()
  const chunks = chunksOf(wallets, PROBES_TOGETHER)
  const probes = (
    await inParallel(chunks, UPSTREAM_BATCHES.chunksInParallel, (chunk) =>
      rpc.signaturesOfMany(chunk, { limit, signal }),
    )
  ).flat()
  const longer: { wallet: string; newest: readonly SignatureRow[] }[] = []
  wallets.forEach((wallet, i) => {
    const probe = probes[i]!
    if (!probe.ok) return
    if (probe.value.length < limit) histories.set(wallet, { rows: probe.value, isBusy: false })
    else longer.push({ wallet, newest: probe.value })
  })
  await inParallel(longer, PAGES_IN_PARALLEL, async ({ wallet, newest }) => {
    const rest = SIGNATURES_PER_PAGE - newest.length
    const older = await rpc.signaturesOf(wallet, { limit: rest, before: newest.at(-1)!.signature, signal })
    // A node without older history returns the same page again.
    const known = new Set(newest.map(({ signature }) => signature))
    if (!older.ok || older.value.some(({ signature }) => known.has(signature))) return
    histories.set(wallet, { rows: [...newest, ...older.value], isBusy: older.value.length >= rest })
  })
  return histories
}

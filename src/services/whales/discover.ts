import { identifyOwner, isVault } from '../../chain/solana/labels.ts'
import { type LargestRow, readLargestAccounts } from '../../chain/solana/largest-accounts.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { decodeTokenHolding } from '../../chain/solana/token-holdings.ts'
import { WHALES } from '../../config/labels.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { DiscoveredWhale, DiscoverReply } from '../../contract/whales.ts'
import { degradedNow } from '../degraded-now.ts'
import { pctOf } from '../tokens/intel/shares.ts'
import { findLabels, joinSaid, type Said } from './get-labels.ts'

type Owner = { readonly wallet: string; amountRaw: bigint; accounts: number }
type Found = { readonly owners: readonly Owner[]; readonly supplyRaw: bigint | null; readonly missing: string | null }

const SUPPLY = { offset: 36, length: 8 } as const
const NO_POOLS = new Map<string, string>()

/** Spec 4.4 discover: owners of the largest token accounts of a mint. With packs or a provider of labels, those that
 *  have a label or a name; without, all of them, named where the list of the server names them. A node that does not
 *  list the accounts leaves an empty answer that says so. Fails `unconfigured` without a node. */
export function discoverWhales(ctx: Context, mint: string, signal: AbortSignal): Promise<Outcome<DiscoverReply>> {
  return ctx.store.memo<DiscoverReply>('whaleDiscover', mint, async () => {
    const { rpc } = ctx.chain
    if (rpc === null) return fail('unconfigured', 'no node configured')
    const found = await largestOwners(rpc, mint, signal)
    if (signal.aborted) return fail('cancelled', 'the request was cancelled')
    const wallets = found.owners.map(({ wallet }) => wallet)
    const labels = wallets.length === 0 ? null : await findLabels(ctx, wallets, signal)
    const identities = await identitiesOf(rpc, wallets, signal)
    const isLabelled = ctx.upstreams.labels !== null || ctx.parts.labelPacks.names.length > 0
    const whales = found.owners.flatMap((owner) => {
      const said = labels?.said.get(owner.wallet) ?? []
      if (
        isLabelled &&
        !said.some(({ record }) => record.flags.length > 0 || record.entity !== null || record.label !== null)
      )
        return []
      return [toWhale(owner, [...said, ...(identities.get(owner.wallet) ?? [])], found.supplyRaw)]
    })
    const missing = [found.missing, labels?.missing ?? null, identities.missing]
    const reply: DiscoverReply = { mint, count: whales.length, whales, ...missingOf(missing) }
    // Spec 4.4: an empty answer does not say when it was built.
    const said = whales.length === 0 ? reply : { ...reply, generatedAt: ctx.clock.nowMs() }
    return ok(said, missing.some((one) => one !== null) ? degradedNow(ctx) : undefined)
  })
}

/** The largest accounts by owner, largest first; an owner of several counts once. */
async function largestOwners(rpc: SolanaRpc, mint: string, signal: AbortSignal): Promise<Found> {
  const largest = await readLargestAccounts(rpc, mint, signal)
  if (!largest.ok) return { owners: [], supplyRaw: null, missing: `largest accounts: ${largest.message}` }
  const rows = largest.value.slice(0, WHALES.largestAccounts).filter(({ amount }) => BigInt(amount) > 0n)
  if (rows.length === 0) return { owners: [], supplyRaw: null, missing: null }
  const [accounts, mints] = await Promise.all([
    rpc.accounts(
      rows.map(({ address }) => address),
      { signal },
    ),
    rpc.accounts([mint], { dataSlice: SUPPLY, signal }),
  ])
  if (!accounts.ok) return { owners: [], supplyRaw: null, missing: `owners: ${accounts.message}` }
  const supply = mints.ok ? (mints.value.accounts[0]?.data ?? null) : null
  const supplyRaw = supply?.length === SUPPLY.length ? Buffer.from(supply).readBigUInt64LE(0) : null
  return { ...joinOwners(rows, accounts.value.accounts, mint), supplyRaw }
}

function joinOwners(
  rows: readonly LargestRow[],
  accounts: readonly (Parameters<typeof decodeTokenHolding>[0] | null)[],
  mint: string,
): Pick<Found, 'owners' | 'missing'> {
  const owners = new Map<string, Owner>()
  let unread = 0
  for (const [i] of rows.entries()) {
    const account = accounts[i] ?? null
    const holding = account === null ? null : decodeTokenHolding(account)
    // An account that was emptied meanwhile is no large one; one of another mint is a false row.
    if (holding === null || holding.mint !== mint) {
      unread++
      continue
    }
    if (holding.amountRaw === 0n) continue
    const owner = owners.get(holding.owner) ?? { wallet: holding.owner, amountRaw: 0n, accounts: 0 }
    owner.amountRaw += holding.amountRaw
    owner.accounts++
    owners.set(holding.owner, owner)
  }
  const sorted = [...owners.values()].sort((a, b) =>
    a.amountRaw < b.amountRaw ? 1 : a.amountRaw > b.amountRaw ? -1 : 0,
  )
  return { owners: sorted, missing: unread === 0 ? null : `owners of ${counted(unread, 'account')} could not be read` }
}

type Identities = { get(wallet: string): readonly Said[] | undefined; readonly missing: string | null }

/** What the chain says owners are: pools, programs, or wallets. */
async function identitiesOf(rpc: SolanaRpc, wallets: readonly string[], signal: AbortSignal): Promise<Identities> {
  if (wallets.length === 0) return { get: () => undefined, missing: null }
  const read = await rpc.accounts(wallets, { dataSlice: { offset: 0, length: 0 }, signal })
  if (!read.ok) return { get: () => undefined, missing: `kinds of owners: ${read.message}` }
  const said = new Map<string, readonly Said[]>()
  for (const [i, wallet] of wallets.entries()) {
    const identity = identifyOwner(wallet, read.value.accounts[i] ?? null, NO_POOLS)
    const { entity, entityType } = identity
    const record = { entity: isVault(entityType) ? entity : null, entityType }
    said.set(wallet, [{ source: 'chain', record: { ...NOTHING_SAID, ...record } }])
  }
  return { get: (wallet) => said.get(wallet), missing: null }
}

const NOTHING_SAID = {
  entityLogo: null,
  entityTwitter: null,
  platform: null,
  label: null,
  category: null,
  flags: [],
} as const

function toWhale(
  { wallet, amountRaw, accounts }: Owner,
  said: readonly Said[],
  supplyRaw: bigint | null,
): DiscoveredWhale {
  return {
    ...joinSaid(wallet, said),
    amountRaw: amountRaw.toString(),
    pctSupply: supplyRaw === null || supplyRaw === 0n ? null : pctOf(amountRaw, supplyRaw),
    accounts,
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import { readOwnedSlices } from '../../chain/solana/owned-slices.ts'
import { readOwnerBalances } from '../../chain/solana/owner-balances.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { SignatureRow, SolanaRpc } from '../../chain/solana/rpc.ts'
import { TOKEN_READS_TTL_MS } from '../../config/cache-ttls.ts'
import { LIMITS } from '../../config/limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import type { EvidenceOptions } from '../evidence/gather-evidence.ts'
import { createTransactionLog } from '../evidence/transaction-log.ts'
import { readWalletHistories, type WalletHistory } from '../evidence/wallet-histories.ts'
import { within } from '../evidence/within.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { hasGap } from '../evidence-bundle/has-gap.ts'
import type { SniperEvidence } from '../evidence-bundle/input-bundle.ts'
import { balancesNow } from '../evidence-bundle/launch-shares.ts'
import { type OtherBuy, otherBuysOf } from './other-buys.ts'
import { createActsReader } from './transaction-acts.ts'

type Sampled = SniperEvidence['sampled'][number]
type Read = { readonly value: SniperEvidence; readonly complete: boolean }

/** A second look at who bought in the launch window, 120 s: what else the snipers hold and which other launches they
 *  sniped, and what wallets of the launch hold that the list of holders does not reach. Null when the launch is not
 *  known. Bounded by `LIMITS.sniper*`. Fails `cancelled`, and as the node fails when nothing could be read. */
export async function gatherSnipers(
  ctx: Context,
  evidence: TokenEvidence,
  caller: AbortSignal,
  { deadlineScale = 1 }: EvidenceOptions = {},
): Promise<Outcome<SniperEvidence | null>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no chain node is configured')
  const { launch } = evidence
  if (launch === null || launch.status !== 'found') return ok(null)
  const key = `${evidence.mint}/${launch.windowSlots}`
  return ctx.store.memo<SniperEvidence | null>('sniperEvidence', key, async () => {
    const reads = ctx.parts.tokenReads.open(rpc, evidence.mint, TOKEN_READS_TTL_MS)
    const signal = within(caller, TIMEOUTS.sniperEvidenceMs * deadlineScale)
    const read = await readSnipers(reads.rpc, evidence, signal)
    if (caller.aborted) return fail('cancelled', 'the request was cancelled')
    if (!read.ok) return read
    const isWhole = read.value.complete && !hasGap(evidence, 'launch', 'history', 'holders')
    return isWhole ? ok(read.value.value) : ok(read.value.value, degradedNow(ctx))
  })
}

async function readSnipers(rpc: SolanaRpc, evidence: TokenEvidence, signal: AbortSignal): Promise<Outcome<Read>> {
  const wallets = sampleOf(evidence)
  const [fungibles, histories, balances] = await Promise.all([
    countFungibles(rpc, wallets, signal),
    readWalletHistories(rpc, wallets, signal),
    readBalances(rpc, evidence, signal),
  ])
  if (wallets.length > 0 && histories.size === 0)
    return fail('upstream_failed', 'the history of not one sniper could be read')
  const snipes = await readOtherSnipes(rpc, evidence, histories, signal)
  const sampled = wallets.map((address): Sampled => {
    const history = histories.get(address)
    const own = snipes.get(address) ?? null
    return {
      address,
      fungibles: fungibles.get(address) ?? null,
      signatureCount: history?.rows.length ?? 0,
      isBusy: history?.isBusy ?? false,
      otherSnipes: own?.snipes ?? null,
      otherBuys: own?.buys ?? null,
    }
  })
  const complete = balances !== null && sampled.every((one) => one.fungibles !== null && one.otherSnipes !== null)
  return ok({ value: { sampled, balances: balances ?? [] }, complete })
}

/** Launch slot first, in order of the chain; after the snipers the bundlers, for a professional with several wallets looks
 *  like one, and only what it does elsewhere shows it. */
function sampleOf({ launch }: TokenEvidence): readonly string[] {
  const snipers = new Set(launch!.snipers)
  const ordered = [...new Set(launch!.buyers.map(({ wallet }) => wallet))]
  const others = ordered.filter((wallet) => !snipers.has(wallet))
  return [...ordered.filter((wallet) => snipers.has(wallet)), ...others].slice(0, LIMITS.snipersSampled)
}

/** Token accounts with a balance, of both token programs. Wallets the node fails on are absent. */
async function countFungibles(
  rpc: SolanaRpc,
  wallets: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const config = { encoding: 'base64', dataSlice: { offset: 64, length: 8 }, commitment: 'confirmed' }
  const programs = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
  const calls = wallets.flatMap((wallet) =>
    programs.map((programId) => ({ method: 'getTokenAccountsByOwner', params: [wallet, { programId }, config] })),
  )
  const answers = await rpc.callMany<unknown>(calls, { signal })
  const counts = new Map<string, number>()
  for (const [i, wallet] of wallets.entries()) {
    const own = answers.slice(i * programs.length, (i + 1) * programs.length).map(readOwnedSlices)
    if (!own.every((slices) => slices.ok)) continue
    const amounts = own.flatMap((slices) => (slices.ok ? slices.value : []))
    counts.set(wallet, amounts.filter((amount) => !isZero(amount)).length)
  }
  return counts
}

function isZero(amount: Uint8Array): boolean {
  return amount.every((byte) => byte === 0)
}

/** What wallets of the launch hold now where the list of holders ends before them. Null when the node failed. */
async function readBalances(
  rpc: SolanaRpc,
  { mint, holders, launch }: TokenEvidence,
  signal: AbortSignal,
): Promise<SniperEvidence['balances'] | null> {
  const balanceOf = balancesNow(holders, [])
  const { snipers, bundlers, insiders, dev } = launch!
  const all = [...new Set([...snipers, ...bundlers, ...insiders, ...(dev === null ? [] : [dev])])].sort()
  const unknown = all.filter((wallet) => balanceOf(wallet) === null).slice(0, LIMITS.launchTransactions)
  if (unknown.length === 0) return []
  const read = await readOwnerBalances(rpc, mint, unknown, signal)
  if (!read.ok) return null
  return unknown.map((owner) => ({ owner, amountRaw: read.value.get(owner)!.toString() }))
}

type OtherSnipes = { readonly snipes: NonNullable<Sampled['otherSnipes']>; readonly buys: number }

/** Other tokens each of them bought within the window of their launch. Wallets of which a part could not be read are
 *  absent. */
async function readOtherSnipes(
  rpc: SolanaRpc,
  evidence: TokenEvidence,
  histories: ReadonlyMap<string, WalletHistory>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OtherSnipes>> {
  const log = createTransactionLog(rpc, evidence.mint)
  const readActs = createActsReader(log)
  const newest = new Map([...histories].map(([wallet, { rows }]) => [wallet, newestOf(rows)] as const))
  await log.read([...newest.values()].flat(), signal)
  const buys = new Map<string, readonly OtherBuy[]>()
  for (const [wallet, signatures] of newest) {
    const acts = await readActs(signatures)
    if (acts.length === 0 && signatures.length > 0) continue
    buys.set(wallet, otherBuysOf(wallet, evidence.mint, acts))
  }
  const looked = [...new Set([...buys.values()].flatMap((own) => own.slice(0, LIMITS.sniperOtherTokens)))]
  const launchSlots = await readLaunchSlots(rpc, [...new Set(looked.map(({ mint }) => mint))], signal)
  const found = new Map<string, OtherSnipes>()
  for (const [wallet, own] of buys) {
    const wanted = own.slice(0, LIMITS.sniperOtherTokens)
    if (wanted.some(({ mint }) => launchSlots.get(mint) === undefined)) continue
    const snipes = wanted.flatMap(({ mint, slot, signature }) => {
      const launchSlot = launchSlots.get(mint) ?? null
      const slotsAfterLaunch = launchSlot === null ? -1 : slot - launchSlot
      const isSnipe = slotsAfterLaunch >= 0 && slotsAfterLaunch <= evidence.launch!.windowSlots
      return isSnipe ? [{ mint, signature, slotsAfterLaunch }] : []
    })
    found.set(wallet, { snipes, buys: own.length })
  }
  return found
}

function newestOf(rows: readonly SignatureRow[]): readonly string[] {
  return rows
    .filter(({ err }) => err === null)
    .slice(0, LIMITS.sniperTransactions)
    .map(({ signature }) => signature)
}

/** The slot in which a token's curve, or else its first pool, saw its first transaction: its launch. Null where that
 *  lies beyond a page, or where no such address is: then no one there is called a sniper. Tokens the node fails on are
 *  absent. */
async function readLaunchSlots(
  rpc: SolanaRpc,
  mints: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number | null>> {
  const places: (readonly string[])[] = []
  for (const [i, mint] of mints.entries()) {
    // Deriving an address takes a good part of a millisecond.
    if (i % 4 === 3) await nextTurn()
    places.push(DEXES.map((dex) => dex.launchAddress(mint)).filter((address) => address !== null))
  }
  const histories = await readWalletHistories(rpc, places.flat(), signal)
  const slots = new Map<string, number | null>()
  mints.forEach((mint, i) => {
    const own = places[i]!.map((address) => histories.get(address))
    if (own.includes(undefined)) return
    const history = own.find((one) => one!.rows.length > 0)
    const first = history?.rows.findLast(({ err }) => err === null)
    slots.set(mint, history === undefined || history.isBusy || first === undefined ? null : first.slot)
  })
  return slots
}

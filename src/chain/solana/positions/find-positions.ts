import { setImmediate as nextTurn } from 'node:timers/promises'
import { POSITIONS } from '../../../config/positions.ts'
import { type Failure, type Outcome, ok } from '../../../contract/outcome.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import type { Position, PositionsFound } from '../../holdings-port.ts'
import { decodeMintInfo } from '../mint-info.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'
import { readTokenHoldings, type TokenHolding } from '../token-holdings.ts'
import { findNamed } from './find-named.ts'
import type { PoolsOfShares } from './find-share-pools.ts'
import { POSITION_READERS, SHARE_READERS } from './index.ts'
import type { HeldToken, Moment, PositionReader, Reading, ShareReader } from './reader.ts'
import { readSingleStakeShare, SINGLE_STAKE_POOLS } from './single-stake-pools.ts'
import { readStakeShare } from './stake-pools.ts'

const ADDRESS_BYTES = 32

type Asked = { readonly nowSec: number; readonly signal: AbortSignal }

/** Deriving the addresses that a token may stand for takes up to a millisecond. */
const DERIVED_PER_TURN = 3

/** Everything that a wallet has in the protocols of `index.ts` and in stake pools. Token accounts, mints and candidates are
 *  three reads; the readings then go side by side, a read for all of them a round. Fails as the node fails when the
 *  token accounts cannot be had; a protocol whose accounts the node does not list is `missing`. */
export async function findPositions(
  rpc: SolanaRpc,
  shares: PoolsOfShares,
  asked: Asked & { readonly wallet: string },
): Promise<Outcome<PositionsFound>> {
  const { wallet, nowSec, signal } = asked
  const notes = createNotes()
  const [holdings, scanned] = await Promise.all([
    readTokenHoldings(rpc, wallet, signal),
    scanAccounts(rpc, wallet, { signal, notes }),
  ])
  if (!holdings.ok) return holdings
  const tokens = await readHeld(rpc, holdings.value, { signal, notes })
  if (!tokens.ok) return tokens
  const started = await startReadings(rpc, { tokens: tokens.value, shares, moment: { nowSec }, signal, notes })
  if (!started.ok) return started
  const moment: Moment = { nowSec }
  const readings = [
    ...scanned.flatMap(({ reader, views }) => views.map((view) => reader.read(view, moment))),
    ...started.value,
  ].filter((reading) => reading !== null)
  const positions = await runReadings(rpc, readings, { signal, notes })
  if (!positions.ok) return positions
  return ok({ positions: positions.value.sort(byProtocol), ...notes.said() })
}

type Notes = ReturnType<typeof createNotes>
type Around = { readonly signal: AbortSignal; readonly notes: Notes }

function createNotes() {
  const missing: string[] = []
  let isDegraded = false
  return {
    add(sentence: string): void {
      missing.push(sentence)
    },
    failed(what: string, failure: Failure): void {
      const isRefused = failure.code === 'upstream_refused'
      missing.push(`${what}: the node ${isRefused ? 'does not list the accounts of the program' : 'did not answer'}.`)
      isDegraded ||= !isRefused
    },
    said: () => ({ missing: [...new Set(missing)], isDegraded }),
  }
}

async function scanAccounts(rpc: SolanaRpc, wallet: string, { signal, notes }: Around) {
  const found = await Promise.all(
    POSITION_READERS.map(async (reader): Promise<{ reader: PositionReader; views: readonly AccountView[] }> => {
      const scan = reader.scanOf?.(wallet)
      if (scan === undefined) return { reader, views: [] }
      const read = await rpc.programAccounts(scan.program, { filters: scan.filters, signal })
      if (!read.ok) notes.failed(`Positions of ${reader.protocol}`, read)
      return { reader, views: read.ok ? read.value.slice(0, POSITIONS.most) : [] }
    }),
  )
  return found.filter(({ views }) => views.length > 0)
}

/** What the wallet holds of, with what the mints say. */
async function readHeld(
  rpc: SolanaRpc,
  holdings: readonly TokenHolding[],
  { signal, notes }: Around,
): Promise<Outcome<readonly HeldToken[]>> {
  const held = holdings.filter(({ amountRaw, isNative }) => amountRaw > 0n && !isNative)
  const looked = held.slice(0, POSITIONS.tokens)
  if (looked.length < held.length)
    notes.add(`Of ${held.length} token accounts the first ${looked.length} were looked at.`)
  const mints = [...new Set(looked.map(({ mint }) => mint))]
  const read = await rpc.accounts(mints, { signal })
  if (!read.ok) return read
  const byMint = new Map(
    read.value.accounts.flatMap((view) => (view === null ? [] : [[view.address, decodeMintInfo(view)]])),
  )
  return ok(
    looked.flatMap(({ account, mint, tokenProgram, amountRaw }) => {
      const info = byMint.get(mint) ?? null
      if (info === null) return []
      const { supplyRaw, decimals, mintAuthority } = info
      return [{ account, mint, tokenProgram, amountRaw, supplyRaw, decimals, mintAuthority }]
    }),
  )
}

/** Readings of what tokens stand for: NFTs of positions, shares of pools, liquid stake. */
async function startReadings(
  rpc: SolanaRpc,
  start: Around & { readonly tokens: readonly HeldToken[]; readonly shares: PoolsOfShares; readonly moment: Moment },
): Promise<Outcome<readonly Reading[]>> {
  const { tokens, shares, moment, signal, notes } = start
  const nfts = tokens.filter((one) => one.decimals === 0 && one.supplyRaw === 1n && mayBePosition(one.mintAuthority))
  const fungible = tokens.filter((one) => one.supplyRaw > 1n)
  const stakePools = await shares.stakePools(fungible, moment.nowSec, signal)
  for (const failure of stakePools.failures) notes.failed('Stake pools beside the known ones', failure)
  const candidates = await candidatesOf(nfts.slice(0, POSITIONS.most))
  const named = await findNamed(rpc, nfts.slice(0, POSITIONS.most), { signal, notes })
  if (!named.ok) return named
  if (nfts.length > POSITIONS.most)
    notes.add(`Of ${nfts.length} tokens that may be positions ${POSITIONS.most} were looked at.`)
  const authorities = fungible.flatMap(({ mintAuthority }) => mintAuthority ?? [])
  const singles = SINGLE_STAKE_POOLS.filter((one) => fungible.some(({ mint }) => mint === one.mint))
  const wanted = [
    ...new Set([
      ...candidates.keys(),
      ...authorities,
      ...stakePools.pools.values(),
      ...singles.map(({ pool }) => pool),
    ]),
  ]
  const read = await rpc.accounts(wanted, { signal })
  if (!read.ok) return read
  const views = new Map(read.value.accounts.flatMap((view) => (view === null ? [] : [[view.address, view]])))
  const readings: (Reading | null)[] = named.value.map(({ reader, view }) => reader.read(view, moment))
  for (const [address, reader] of candidates) {
    const view = views.get(address)
    if (view !== undefined && reader.programs.includes(view.owner)) readings.push(reader.read(view, moment))
  }
  const poolShares: { token: HeldToken; reader: ShareReader; pool: string | null }[] = []
  for (const token of fungible) {
    const stakePool = views.get(stakePools.pools.get(token.mint) ?? '')
    if (stakePool !== undefined) {
      readings.push(readStakeShare(stakePool, token))
      continue
    }
    const single = singles.find(({ mint }) => mint === token.mint)
    const singlePool = views.get(single?.pool ?? '')
    if (single !== undefined && singlePool !== undefined) {
      readings.push(readSingleStakeShare(single, singlePool, token))
      continue
    }
    const authority = token.mintAuthority === null ? null : (views.get(token.mintAuthority) ?? null)
    const reader = SHARE_READERS.find((one) => one.mayBe(token, authority))
    if (reader !== undefined)
      poolShares.push({ token, reader, pool: reader.isAuthorityPool ? token.mintAuthority : null })
  }
  const pools = await readPools(rpc, poolShares, { shares, signal, notes })
  if (!pools.ok) return pools
  for (const { token, reader, views: found } of pools.value)
    for (const view of found) if (view.owner === reader.program) readings.push(reader.read(view, token, moment))
  return ok(readings.filter((reading) => reading !== null))
}

/** An ordinary NFT leaves its master edition as the authority over its mint. Over that of a position nobody is left, or the
 *  program that made it. */
function mayBePosition(mintAuthority: string | null): boolean {
  return mintAuthority === null || POSITION_READERS.some(({ nftAuthority }) => nftAuthority === mintAuthority)
}

async function candidatesOf(nfts: readonly HeldToken[]): Promise<ReadonlyMap<string, PositionReader>> {
  const candidates = new Map<string, PositionReader>()
  for (const [at, nft] of nfts.entries()) {
    if (at % DERIVED_PER_TURN === DERIVED_PER_TURN - 1) await nextTurn()
    for (const reader of POSITION_READERS.filter(({ nftAuthority }) =>
      [null, nftAuthority].includes(nft.mintAuthority),
    ))
      for (const address of reader.accountsOf?.(nft) ?? []) candidates.set(address, reader)
  }
  return candidates
}

async function readPools(
  rpc: SolanaRpc,
  shown: readonly { readonly token: HeldToken; readonly reader: ShareReader; readonly pool: string | null }[],
  { shares, signal, notes }: Around & { readonly shares: PoolsOfShares },
): Promise<Outcome<readonly { token: HeldToken; reader: ShareReader; views: readonly AccountView[] }[]>> {
  const looked = shown.slice(0, POSITIONS.shares)
  if (looked.length < shown.length) notes.add(`Of ${shown.length} tokens of pools ${looked.length} were looked at.`)
  const named = await Promise.all(
    looked.map(async ({ token, reader, pool }) => {
      if (pool !== null) return { token, reader, pools: [pool], isGuessed: false }
      const found = await shares.poolsOf(reader, token.mint, signal)
      if (!found.ok) notes.failed(`A pool of ${reader.protocol}`, found)
      const { addresses, isListed } = found.ok ? found.value : { addresses: [], isListed: true }
      return { token, reader, pools: addresses, isGuessed: !isListed }
    }),
  )
  const read = await rpc.accounts([...new Set(named.flatMap(({ pools }) => pools))], { signal })
  if (!read.ok) return read
  const views = new Map(read.value.accounts.flatMap((view) => (view === null ? [] : [[view.address, view]])))
  return ok(
    named.map(({ token, reader, pools, isGuessed }) => {
      const found = pools.flatMap((one) => views.get(one) ?? [])
      const own = isGuessed ? found.find((view) => isPoolOf(reader, view, token.mint)) : undefined
      if (own !== undefined) shares.confirm(token.mint, own.address)
      else if (isGuessed) notes.add(unnamedPool(reader, token.mint))
      return { token, reader, views: found }
    }),
  )
}

function isPoolOf({ program, mintOffset }: ShareReader, { owner, data }: AccountView, mint: string): boolean {
  return owner === program && encodeBase58(data.subarray(mintOffset, mintOffset + ADDRESS_BYTES)) === mint
}

function unnamedPool({ protocol }: ShareReader, mint: string): string {
  return `A pool of ${protocol}: the node does not list the accounts of the program, and the newest transactions of ${mint} do not name it.`
}

/** Runs readings side by side: in each round every one names accounts, and all of them are read together. What does not fit
 *  into a question is left out, and said. */
/** Goes on with all readings side by side, a read for all of them a round. */
export async function runReadings(
  rpc: SolanaRpc,
  readings: readonly Reading[],
  { signal, notes }: Around,
): Promise<Outcome<Position[]>> {
  const positions: Position[] = []
  const most = readings.slice(0, POSITIONS.most)
  if (most.length < readings.length) notes.add(`Of ${readings.length} positions ${most.length} were read.`)
  let open = most.map((reading) => ({ reading, step: reading.next() }))
  for (let round = 0; round < POSITIONS.rounds && open.length > 0; round++) {
    const asking: { reading: Reading; addresses: readonly string[] }[] = []
    for (const { reading, step } of open)
      if (step.done) positions.push(...step.value)
      else asking.push({ reading, addresses: step.value })
    const wanted = [...new Set(asking.flatMap(({ addresses }) => addresses))]
    const read = await rpc.accounts(wanted.slice(0, POSITIONS.accountsPerRound), { signal })
    if (!read.ok) return read
    const views = new Map(read.value.accounts.flatMap((view) => (view === null ? [] : [[view.address, view]])))
    if (wanted.length > POSITIONS.accountsPerRound) notes.add('Positions with more accounts than one question reads.')
    const within = new Set(wanted.slice(0, POSITIONS.accountsPerRound))
    open = []
    for (const { reading, addresses } of asking) {
      if (!addresses.every((address) => within.has(address))) continue
      open.push({ reading, step: reading.next(views) })
      await nextTurn()
    }
  }
  return ok(positions)
}

function byProtocol(one: Position, other: Position): number {
  if (one.protocol !== other.protocol) return one.protocol < other.protocol ? -1 : 1
  return one.address < other.address ? -1 : 1
}

import { setImmediate } from 'node:timers/promises'
import type { Dex } from '../../src/chain/solana/dexes/dex.ts'
import { NATIVE_MINT } from '../../src/chain/solana/program-ids.ts'
import { USDC_MINT, USDT_MINT, WSOL_MINT } from '../../src/contract/mints.ts'
import type { SandboxChain } from '../chain/types.ts'
import { createMarket } from '../providers/market.ts'
import { watchMarket } from '../providers/watch-market.ts'
import { createAccountWriter, writeNft, writeStakes, writeToken, writeWallets } from './build-accounts.ts'
import { writePool, writeUsdcFeeAccounts } from './build-pools.ts'
import { createKeyRing } from './key-ring.ts'
import { performAction, type Version } from './perform.ts'
import type { Action, Moment, TokenArchetype } from './plan-types.ts'
import type { DrawnWorld } from './plan-world.ts'
import type { Temper } from './planned-history.ts'
import { createTokenFaces, faceOfPlan, wrappedSolFace } from './token-faces.ts'
import type { World } from './world.ts'

/** Where the world's history lies in slots: the boot slot is fixed, so that a seed gives the same slots each time. */
export const BOOT_SLOT = 460_000_000

/** The ledger begins this long before boot: a little before the first event of the plan. */
export const LEDGER_START_SECS = 31 * 86_400

/** Slot in which something happened that many seconds before boot. */
export function slotOfHistory(secsAgo: number, slotMs: number): number {
  return BOOT_SLOT - Math.round((secsAgo * 1_000) / slotMs)
}

export type WorldOptions = {
  readonly dexes: readonly Dex[]
  readonly slotMs: number
  /** Unix time at which history ends. */
  readonly bootSec: number
}

/** Builds the planned world on a fresh chain: accounts older than the ledger first, then the timeline as real
 *  transactions at their own slots and times, ending at `BOOT_SLOT`. All in one go. @internal Tests build it. */
export function buildWorld(chain: SandboxChain, plan: DrawnWorld, options: WorldOptions): World {
  const steps = worldSteps(chain, plan, options)
  while (true) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** As `buildWorld`, with turns of the event loop in between: without them the runtime's results are not freed, and a
 *  large world takes several times the memory. */
export async function buildWorldInTurns(chain: SandboxChain, plan: DrawnWorld, options: WorldOptions): Promise<World> {
  const steps = worldSteps(chain, plan, options)
  while (true) {
    const step = steps.next()
    if (step.done === true) return step.value
    await setImmediate()
  }
}

const MOMENTS_PER_TURN = 50

function* worldSteps(chain: SandboxChain, plan: DrawnWorld, options: WorldOptions): Generator<void, World, void> {
  const { bootSec, slotMs, dexes } = options
  const refused: string[] = []
  const world = peopleWorld(chain, plan, { bootSec, refused })
  writeOpening(world, slotMs)
  watchMarket(chain, world.market, { dexes, recentPools: world.recentPools })
  for (const [i, moment] of plan.timeline.entries()) {
    playMoment(world, moment, slotMs, refused)
    if (i % MOMENTS_PER_TURN === 0) yield
  }
  chain.warpTo(BOOT_SLOT, bootSec)
  chain.endHistory()
  return world
}

/** A world in which nothing has happened: who is who, with their keys. */
export function peopleWorld(
  chain: SandboxChain,
  plan: DrawnWorld,
  { bootSec, refused }: { readonly bootSec: number; readonly refused: readonly string[] },
): World {
  const keys = createKeyRing()
  const faces = createTokenFaces(chain)
  for (const { address, keySeed } of plan.wallets) if (keySeed !== null) keys.add(address, keySeed)
  for (const { mint, mintKeySeed } of plan.tokens) if (mintKeySeed !== null) keys.add(mint, mintKeySeed)
  faces.add(wrappedSolFace(NATIVE_MINT))
  for (const token of plan.tokens) faces.add(faceOfPlan(token, bootSec))
  return {
    chain,
    plan,
    market: createMarket(chain, { seed: plan.seed, bootSec }),
    faces,
    keys,
    lookupTables: [],
    labelledTables: new Map(),
    bootSec,
    launches: new Map(),
    laterTokens: [],
    recentPools: [],
    refused,
  }
}

function writeOpening(world: World, slotMs: number): void {
  const { chain, plan, market, bootSec } = world
  const writer = createAccountWriter(chain)
  writeWallets(writer, plan)
  for (const token of plan.tokens) if (token.origin === 'snapshot') writeToken(writer, token)
  writeUsdcFeeAccounts(writer)
  for (const pool of plan.snapshotPools) {
    const { baseMint, quoteMint, creator, createdSecsAgo } = pool
    market.addPool({
      address: writePool(writer, pool),
      dex: 'pumpswap',
      baseMint,
      quoteMint,
      creator,
      createdSec: bootSec - createdSecsAgo,
      temper: temperOf(world, baseMint),
    })
  }
  for (const nft of plan.nfts) writeNft(writer, nft, plan.nfts[0]!.owner)
  writeStakes(writer, plan, (secsAgo) => slotOfHistory(secsAgo, slotMs))
}

const TEMPERS: Readonly<Partial<Record<TokenArchetype, Temper>>> = {
  stablecoin: 'stable',
  bluechip: 'major',
  healthy: 'listed',
}

/** Honeypots have no past of their own: no one trades them but their victims. */
function temperOf(world: World, mint: string): Temper | null {
  if (mint === WSOL_MINT) return 'major'
  if (mint === USDC_MINT || mint === USDT_MINT) return 'stable'
  const archetype = world.faces.of(mint)?.archetype
  return (archetype === undefined ? undefined : TEMPERS[archetype as TokenArchetype]) ?? null
}

/** One moment is one slot; moments of the same second follow each other slot by slot. */
function playMoment(world: World, moment: Moment, slotMs: number, refused: string[]): void {
  const { chain } = world
  const slot = Math.max(slotOfHistory(moment.secsAgo, slotMs), chain.slot() + 1)
  const timeSec = Math.max(world.bootSec - moment.secsAgo, chain.unixTimeSec())
  chain.warpTo(slot, timeSec)
  playActions(world, moment.actions, moment.version ?? 'legacy', refused)
  for (const { slotsLater, actions } of moment.following ?? []) {
    const elapsedSec = Math.floor(((chain.slot() + slotsLater - slot) * slotMs) / 1_000)
    chain.warpTo(chain.slot() + slotsLater, timeSec + elapsedSec)
    playActions(world, actions, moment.version ?? 'legacy', refused)
  }
}

function playActions(world: World, actions: readonly Action[], version: Version, refused: string[]): void {
  for (const action of actions) {
    const done = performAction(world, action, version)
    if (action.do === 'launch')
      world.launches.set(action.mint, { mint: action.mint, slot: world.chain.slot(), dev: action.dev })
    if (done === null) refused.push(`${action.do}: nothing to do ${describe(action)}`)
    else if (!done.ok) refused.push(`${action.do}: ${done.message} ${describe(action)}`)
    else if (done.transaction.err !== null)
      refused.push(`${action.do}: ${JSON.stringify(done.transaction.err)} ${describe(action)}`)
  }
}

function describe(action: object): string {
  return JSON.stringify(action, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}

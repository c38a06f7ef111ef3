import type { EvmChain } from '../../src/chain/evm/contracts.ts'
import { createSeededRandom, type SeededRandom } from '../world/seeded-random.ts'
import { bloomOf } from './bloom.ts'
import { type EmittedLog, topics } from './emitted.ts'
import { addressNamed, named, words } from './hex.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { amountsWorth, type ChainPlan, kindsOn, planChain, poolOf } from './plan.ts'
import { carryOut, creationLog, isqrt, type SandboxPool } from './pools.ts'
import { headerHash, headerMembers, receiptsRootOf } from './sealed.ts'
import { createWorldState } from './state.ts'

export type PlacedLog = EmittedLog & { readonly logIndex: number }
export type SandboxTransaction = {
  readonly hash: string
  readonly from: string
  readonly to: string
  readonly logs: readonly PlacedLog[]
}
export type SandboxBlock = {
  readonly chain: EvmChain
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly timeSec: number
  readonly logsBloom: string
  readonly receiptsRoot: string
  /** Tells blocks of two branches apart, whatever is in them. */
  readonly mix: string
  readonly transactions: readonly SandboxTransaction[]
  /** What pools gained and lost by its swaps, in their order, as their balances tell. */
  readonly swaps: readonly TrueSwap[]
}
export type TrueSwap = {
  readonly txHash: string
  readonly logIndex: number
  readonly pool: SandboxPool
  readonly maker: string
  readonly moved0: bigint
  readonly moved1: bigint
}

export type WorldOptions = {
  readonly chain: EvmChain
  readonly seed: string
  /** Of the first block; the next ones follow each in its time. */
  readonly startNumber?: number
  readonly startSec?: number
  readonly swapsPerBlock?: number
}

export type EvmWorld = {
  readonly chain: EvmChain
  readonly plan: ChainPlan
  readonly pools: () => readonly SandboxPool[]
  /** The first of all; the world begins to trade long after it. */
  readonly genesis: SandboxBlock
  /** Ascending, from the oldest that is kept. */
  readonly blocks: () => readonly SandboxBlock[]
  /** What a pool holds now, its fees outside of it included. */
  holdings(pool: SandboxPool): { readonly held0: bigint; readonly held1: bigint }
  mine(count?: number): void
  /** Replaces the newest blocks by as many others. Half of their transactions come again, at other places. */
  reorg(depth: number): void
}

/** What someone wants to do, wherever it is put on the chain. */
type Intent = { readonly hash: string; readonly from: string; readonly seed: string }

/** Between two blocks. */
export const BLOCK_SECS: Readonly<Record<EvmChain, number>> = { ethereum: 12, base: 2 }
/** The managers of pools of both chains are older. */
const START_NUMBER = 32_000_000
const START_SEC = Date.UTC(2026, 10, 20, 12) / 1_000
const SWAPS_PER_BLOCK = 40
const TRADERS = 200
/** A yETH: emits the swap of Aerodrome and is no pool. */
const VAULT = addressNamed('a vault that emits the topic of Aerodrome')
/** Says that it is a pool of a known factory, which does not know it. */
export const LIAR = addressNamed('a liar')

/** A chain that trades: deterministic for its options and the order of what is asked of it. */
export function createEvmWorld(options: WorldOptions): EvmWorld {
  const { chain, seed, startNumber = START_NUMBER, startSec = START_SEC, swapsPerBlock = SWAPS_PER_BLOCK } = options
  const random = createSeededRandom(`${chain} ${seed}`)
  const plan = planChain(chain, random.fork('plan'))
  const state = createWorldState()
  const managers = new Map<string, string>()
  const ledger = createLedger(state, plan.tokens, (holder) => managers.get(holder) ?? holder)
  let blocks: SandboxBlock[] = []
  let forks = 0
  let intents = 0
  const { pools, makePool } = createMarkets(chain, plan, ledger, startNumber, managers)
  const intend = (): Intent => {
    const number = ++intents
    const from = addressNamed(`${seed} trader ${random.integer(1, TRADERS)}`)
    return { hash: named(`${chain} ${seed} transaction ${number}`), from, seed: `${seed} intent ${number}` }
  }

  function mineOne(wanted: readonly Intent[]): void {
    state.begin()
    const number = blocks.length === 0 ? startNumber : blocks.at(-1)!.number + 1
    const parentHash = blocks.at(-1)?.hash ?? named(`${chain} ${seed} before everything`)
    const made = { ledger, number, pools: () => pools.map(({ pool }) => pool), makePool }
    const { transactions, swaps } = execute(made, wanted)
    const block = {
      ...{ chain, number, parentHash, transactions },
      timeSec: startSec + (number - startNumber) * BLOCK_SECS[chain],
      logsBloom: bloomOf(transactions.flatMap(({ logs }) => logs)),
      receiptsRoot: receiptsRootOf(chain, transactions),
      mix: named(`${chain} ${seed} ${forks} ${number} ${parentHash}`),
    }
    blocks.push({ ...block, hash: headerHash(headerMembers(block)), swaps })
  }
  const newIntents = () => Array.from({ length: Math.max(1, Math.round(swapsPerBlock / 1.5)) }, intend)

  return {
    chain,
    plan,
    pools: () => pools.map(({ pool }) => pool),
    genesis: genesisOf(chain, seed),
    blocks: () => blocks,
    holdings: (pool) => holdingsOf(ledger, pool),
    mine(count = 1) {
      for (let made = 0; made < count; made++) mineOne(newIntents())
    },
    reorg(depth) {
      if (depth < 1 || depth >= blocks.length) throw new RangeError(`a reorganisation of ${depth} blocks`)
      const gone = blocks.slice(-depth)
      blocks = blocks.slice(0, -depth)
      for (const { number } of gone.toReversed()) {
        while (pools.at(-1)!.since === number && number > startNumber) pools.pop()
        state.undo()
      }
      forks++
      const again = gone.flatMap(({ transactions }) => transactions).filter(() => random.chance(0.5))
      const back = again.map(({ hash, from }) => ({ hash, from, seed: `${seed} again ${hash}` }))
      for (let made = 0; made < depth; made++)
        mineOne([...back.splice(0, Math.ceil(again.length / depth)), ...newIntents()])
    },
  }
}

function genesisOf(chain: EvmChain, seed: string): SandboxBlock {
  const block = {
    ...{ chain, number: 0, parentHash: words(0), timeSec: 0, logsBloom: bloomOf([]), transactions: [] },
    receiptsRoot: receiptsRootOf(chain, []),
    mix: named(`${chain} ${seed} genesis`),
  }
  return { ...block, hash: headerHash(headerMembers(block)), swaps: [] }
}

/** The pools that there are, each with the number of the block that made it. */
function createMarkets(
  chain: EvmChain,
  plan: ChainPlan,
  ledger: Ledger,
  startNumber: number,
  managers: Map<string, string>,
) {
  const pools: { readonly pool: SandboxPool; readonly since: number }[] = []
  const open = (pool: SandboxPool, amount0: bigint, amount1: bigint, since: number): bigint => {
    if (pool.id.length > 42) managers.set(pool.holder, pool.maker)
    const root = fill(ledger, pool, amount0, amount1)
    pools.push({ pool, since })
    return root
  }
  for (const { pool, amount0, amount1 } of plan.pools) open(pool, amount0, amount1, startNumber)
  return {
    pools,
    /** What its factory emits for a new one; null when there is one of this kind and pair. */
    makePool(from: SeededRandom, number: number): EmittedLog | null {
      const tokens = from.sample([...plan.tokens.keys()], 2) as [string, string]
      const pool = poolOf(chain, from.pick(kindsOn(chain).filter((kind) => kind !== 'aerodrome_stable')), tokens)
      if (pools.some((one) => one.pool.id === pool.id)) return null
      const { amount0, amount1 } = amountsWorth(plan, pool, from.between(1e4, 1e6))
      return creationLog(pool, open(pool, amount0, amount1, number))
    },
  }
}

/** Gives a pool what it begins with; the root of its price. */
function fill(ledger: Ledger, pool: SandboxPool, amount0: bigint, amount1: bigint): bigint {
  const root = isqrt((amount1 << 192n) / amount0)
  ledger.state.set(`${pool.token0} of ${pool.holder}`, amount0)
  ledger.state.set(`${pool.token1} of ${pool.holder}`, amount1)
  ledger.state.set(`${pool.id} root`, root)
  ledger.state.set(`${pool.id} liquidity`, isqrt(amount0 * amount1))
  return root
}

function holdingsOf(ledger: Ledger, { token0, token1, holder, feeVault }: SandboxPool) {
  const held = (token: string): bigint => ledger.balance(token, holder) + ledger.balance(token, feeVault)
  return { held0: held(token0), held1: held(token1) }
}

type Making = {
  readonly ledger: Ledger
  readonly number: number
  pools(): readonly SandboxPool[]
  makePool(random: SeededRandom, number: number): EmittedLog | null
}

/** Runs the transactions of a block, with what else goes on in one: transfers of NFTs, swaps of contracts that are no
 *  pools, new pools. */
function execute(making: Making, wanted: readonly Intent[]): Pick<SandboxBlock, 'transactions' | 'swaps'> {
  const transactions: SandboxTransaction[] = []
  const swaps: TrueSwap[] = []
  let logIndex = 0
  for (const { hash, from, seed } of wanted) {
    const random = createSeededRandom(seed)
    const logs: PlacedLog[] = []
    const put = (emitted: readonly EmittedLog[]): void => {
      for (const one of emitted) logs.push({ ...one, logIndex: logIndex++ })
    }
    if (random.chance(0.1)) put(noise(random))
    if (random.chance(0.01)) {
      const created = making.makePool(random, making.number)
      if (created !== null) put([created])
    }
    for (let left = random.integer(1, 2); left > 0; left--) {
      const done = swapOnce(making, random, from)
      if (done === null) continue
      put(done.logs)
      swaps.push({ ...done.truth, txHash: hash, logIndex: logIndex - 1, maker: from })
    }
    transactions.push({ hash, from, to: addressNamed('router'), logs })
  }
  return { transactions, swaps }
}

function swapOnce(
  { ledger, pools }: Making,
  random: SeededRandom,
  trader: string,
): { readonly logs: readonly EmittedLog[]; readonly truth: Pick<TrueSwap, 'pool' | 'moved0' | 'moved1'> } | null {
  const pool = random.pick(pools())
  const isZeroIn = random.chance(0.5)
  const held = ledger.balance(isZeroIn ? pool.token0 : pool.token1, pool.holder)
  const amountIn = (held * BigInt(random.integer(1, 20_000))) / 1_000_000n
  const other = ledger.balance(isZeroIn ? pool.token1 : pool.token0, pool.holder)
  const alsoIn = pool.kind.endsWith('_v2') && random.chance(0.02) ? other / 1_000_000n : 0n
  const before = holdingsOf(ledger, pool)
  const done = carryOut(ledger, { pool, isZeroIn, amountIn, trader, alsoIn })
  if (done === null) return null
  const after = holdingsOf(ledger, pool)
  const truth = { pool, moved0: after.held0 - before.held0, moved1: after.held1 - before.held1 }
  return { logs: done.logs, truth }
}

function noise(random: SeededRandom): readonly EmittedLog[] {
  const who = words(addressNamed('someone'))
  const amounts = [random.integer(1, 1e9), 0, 0, random.integer(1, 1e9)]
  return [
    // An NFT: the topic of a token, with its number among the topics.
    { address: addressNamed('an nft'), topics: [topics.transfer, who, who, words(random.integer(1, 1e6))], data: '0x' },
    { address: VAULT, topics: [topics.swapAerodrome, who, who], data: words(...amounts) },
    { address: LIAR, topics: [topics.swapV2, who, who], data: words(...amounts) },
    // Of no form at all.
    { address: LIAR, topics: [topics.swapV3, who], data: '0x00' },
  ]
}

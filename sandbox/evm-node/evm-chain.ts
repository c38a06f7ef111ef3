import type { EvmChain } from '../../src/chain/evm/contracts.ts'
import type { Clock } from '../../src/runtime/clock.ts'
import type { Logger } from '../../src/runtime/log.ts'
import { createSeededRandom } from '../world/seeded-random.ts'
import { readBytecode } from './bytecode.ts'
import { drawPlan, type EvmPlan } from './draw-plan.ts'
import { type BlockMaker, createBlockMaker } from './mine-block.ts'
import { type OpenPool, openMarket } from './open-market.ts'
import { placesOf } from './places.ts'
import { startAnvil } from './start-anvil.ts'
import { createTraders, type Traders } from './traders.ts'

/** A chain with a market on a real EVM. */
export type EvmSandboxChain = {
  readonly chain: EvmChain
  readonly url: string
  readonly wsUrl: string
  readonly plan: EvmPlan
  readonly pools: readonly OpenPool[]
  /** Number of the newest block. */
  head(): number
  /** So many blocks more, now. */
  mine(count: number): Promise<void>
  /** Replaces the newest `depth` blocks by others of the same times, with other transactions. */
  fork(depth: number): Promise<void>
  /** The most that `fork` takes now. */
  maxDepth(): number
  /** From now on blocks come in their time; until then only `mine` makes some. */
  start(): void
  pause(): void
  isPaused(): boolean
  close(): void
}

export type EvmChainOptions = {
  readonly chain: EvmChain
  /** The node's own, from `findNodeProgram`. */
  readonly program: string
  readonly seed: string
  /** 0 takes a free one. */
  readonly port: number
  /** Null: as the chain does. */
  readonly blockMs: number | null
  /** Whether anyone trades. */
  readonly agents: boolean
  readonly clock: Clock
  readonly log: Logger
}

/** As the chains do, and how many swaps a block gets. */
const PACES: Readonly<Record<EvmChain, { readonly blockMs: number; readonly swaps: number }>> = {
  ethereum: { blockMs: 12_000, swaps: 16 },
  base: { blockMs: 2_000, swaps: 6 },
}
/** Blocks before the first one of now: those in which the market opens, and some trade after it. */
const HISTORY_BLOCKS = 48
/** Further back nothing is replaced: the node calls blocks final that are 64 below its head. */
const MAX_FORK = 48

/** Starts a node, opens a market on it and lets it trade up to now. Rejects when the node cannot be had or refuses. */
export async function openEvmChain(options: EvmChainOptions): Promise<EvmSandboxChain> {
  const { chain, seed, clock, log, program, port } = options
  const startMs = clock.monotonicMs()
  const places = placesOf(chain)
  const blockMs = options.blockMs ?? PACES[chain].blockMs
  const blockSecs = Math.ceil(blockMs / 1_000)
  const nowSec = (): number => Math.floor(clock.nowMs() / 1_000)
  const startSec = nowSec() - HISTORY_BLOCKS * blockSecs
  const anvil = await startAnvil({ program, chainId: places.chainId, startSec, port, clock })
  try {
    const { calls } = anvil
    const maker = createBlockMaker(calls)
    const plan = drawPlan(`${seed} ${chain}`)
    let timeSec = startSec
    const nextSec = (): number => {
      timeSec += blockSecs
      return timeSec
    }
    const pools = await openMarket({ calls, maker, places, bytecode: readBytecode(), plan, nextSec })
    const traders = createTraders({ calls, places, plan, pools, random: createSeededRandom(`${seed} ${chain} trades`) })
    await maker.mine(nextSec(), traders.buyAll())
    const opened = (await maker.head()).number
    const swaps = options.agents ? PACES[chain].swaps : 0
    const blocks = createBlocks({ maker, traders, swaps, opened, nowSec })
    while (timeSec + blockSecs <= nowSec()) await blocks.mineAt(nextSec())
    log.debug({ chain, url: anvil.url, ms: Math.round(clock.monotonicMs() - startMs) }, 'an EVM chain is open')
    const pace = createPace({ blocks, blockMs, log, chain })
    anvil.ended.then((said) => {
      if (pace.isClosed()) return
      pace.close()
      log.error({ chain, said }, 'the EVM node ended: what needs it fails until the sandbox starts again')
    })
    return {
      ...{ chain, url: anvil.url, wsUrl: anvil.wsUrl, plan, pools },
      ...{ head: blocks.head, mine: blocks.mine, fork: blocks.fork, maxDepth: blocks.maxDepth },
      ...{ start: pace.start, pause: pace.pause, isPaused: pace.isPaused },
      close() {
        pace.close()
        anvil.close()
      },
    }
  } catch (error) {
    anvil.close()
    throw error
  }
}

type Blocks = Pick<EvmSandboxChain, 'head' | 'mine' | 'fork' | 'maxDepth'> & { mineAt(timeSec: number): Promise<void> }

/** One after the other, whoever asks. */
function createBlocks(parts: {
  readonly maker: BlockMaker
  readonly traders: Traders
  readonly swaps: number
  /** The newest block. */
  readonly opened: number
  readonly nowSec: () => number
}): Blocks {
  const { maker, traders, swaps, opened, nowSec } = parts
  let number = opened
  let queue: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }
  async function mineOne(timeSec: number, count = swaps): Promise<void> {
    await maker.mine(timeSec, count === 0 ? [] : await traders.act(count))
    number++
  }
  const maxDepth = (): number => Math.min(MAX_FORK, number - opened)
  return {
    head: () => number,
    maxDepth,
    mineAt: (timeSec) => inTurn(() => mineOne(timeSec)),
    mine: (count) =>
      inTurn(async () => {
        for (let mined = 0; mined < count; mined++) await mineOne(Math.max(nowSec(), (await maker.head()).timeSec + 1))
      }),
    fork: (depth) =>
      inTurn(async () => {
        if (depth < 1 || depth > maxDepth()) throw new RangeError(`a fork takes back 1 to ${maxDepth()} blocks`)
        const times = await maker.takeBack(depth)
        number -= depth
        traders.forget()
        // Empty blocks of the same times would be the same blocks again.
        for (const timeSec of times) await mineOne(timeSec, Math.max(1, swaps))
      }),
  }
}

type Pace = Pick<EvmSandboxChain, 'start' | 'pause' | 'isPaused' | 'close'> & { isClosed(): boolean }

function createPace(parts: {
  readonly blocks: Pick<Blocks, 'mine'>
  readonly blockMs: number
  readonly log: Logger
  readonly chain: EvmChain
}): Pace {
  const { blocks, blockMs, log, chain } = parts
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  let isBusy = false
  const tick = (): void => {
    // A machine that is too slow has fewer blocks, not ever more that wait.
    if (isBusy) return
    isBusy = true
    blocks
      .mine(1)
      .catch((error: unknown) => {
        if (!isClosed) log.error({ err: error, chain }, 'a block of the EVM node was not made')
      })
      .finally(() => {
        isBusy = false
      })
  }
  const pause = (): void => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  return {
    start() {
      if (timer === null && !isClosed) timer = setInterval(tick, blockMs)
    },
    pause,
    isPaused: () => timer === null,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      pause()
    },
  }
}

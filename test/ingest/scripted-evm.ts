import { createHash } from 'node:crypto'
import type { ChainListener, ChainPort, ChainReader, Fetched, Missing } from '../../src/chain/port.ts'
import type { BlockHead, ChainFact, EvmTapeChain } from '../../src/contract/tape-event.ts'
import { eventIdOf } from '../../src/store/tape/slot-digest.ts'

/** A chain of another family behind the port, as simple as can be: numbered blocks named by a hash in hex, logs instead
 *  of instructions, amounts of up to 256 bits, heads by subscription and blocks by request, several blocks deep
 *  reorganised. */

export type EvmLog = {
  readonly txHash: string
  readonly logIndex: number
  readonly amountRaw: bigint
  readonly makesPool: boolean
}
export type EvmBlock = BlockHead & { readonly chain: EvmTapeChain; readonly logs: readonly EvmLog[] }

export const hexOf = (name: string, bytes = 32): string =>
  `0x${createHash('sha512')
    .update(name)
    .digest('hex')
    .slice(0, 2 * bytes)}`
/** A pool of Uniswap v4 has an id of 32 bytes. */
export const POOL = hexOf('pool')
/** Here and there in the case of EIP-55. */
export const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
export const TOKEN_EIP55 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const MAKER = hexOf('maker', 20)
const WETH = hexOf('weth', 20)
const FIRST_NUMBER = 1_000
const START_SEC = Date.UTC(2026, 10, 20, 12) / 1_000
const BLOCK_SECS = 12
/** With `launches`, the first log of each block with a number that this divides makes a pool. */
const LAUNCH_EVERY = 4
/** More than a node of any chain sends as a number. */
export const AMOUNT = 2n ** 255n - 19n

export type ScriptedEvm = ReturnType<typeof createScriptedEvm>

export function createScriptedEvm(
  options: {
    readonly chain?: EvmTapeChain
    readonly startSec?: number
    readonly blockSecs?: number
    readonly launches?: boolean
  } = {},
) {
  const { chain = 'ethereum', startSec = START_SEC, blockSecs = BLOCK_SECS, launches = false } = options
  let blocks: EvmBlock[] = []
  let made = 0
  let finalNumber = FIRST_NUMBER - 1
  let listener: ChainListener<EvmBlock> | null = null

  const find = (number: number) => blocks.find(({ slot }) => slot === number)
  async function fetch(number: number): Promise<Fetched<EvmBlock> | Missing> {
    const block = find(number)
    if (block !== undefined) return { slot: number, block, lost: null }
    return { fromSlot: number, slot: number, reason: 'unknown block' }
  }
  const reader: ChainReader<EvmBlock> = {
    genesisHash: async () => hexOf(`genesis of ${chain}`),
    head: async (commitment) => (commitment === 'finalized' ? finalNumber : (blocks.at(-1)?.slot ?? FIRST_NUMBER)),
    firstAvailable: async () => FIRST_NUMBER,
    mayHaveSeveral: async () => false,
    list: async (from, to) => blocks.map(({ slot }) => slot).filter((slot) => slot >= from && slot <= to),
    async fetchMany(numbers) {
      const fetched: Fetched<EvmBlock>[] = []
      for (const number of numbers) {
        const got = await fetch(number)
        if ('fromSlot' in got) return { fetched, missing: got }
        fetched.push(got)
      }
      return { fetched, missing: null }
    },
    fetch,
    servesOneOf: async (numbers) => numbers.some((number) => find(number) !== undefined),
    finalHeader: async (number) => (number <= finalNumber ? (find(number) ?? 'none') : null),
  }
  const port: ChainPort<EvmBlock> = {
    chain,
    follow(given) {
      listener = given
      setImmediate(() => given.onBlocksServed(false))
      return {
        close() {
          listener = null
        },
      }
    },
    read: () => reader,
    async decode(block) {
      const { logs: _, ...head } = block
      return { ...head, chain, events: factsOf(block) }
    },
    // Its hash covers its transactions.
    isEmpty: () => false,
    withTime: (block, blockTimeSec) => ({ ...block, blockTimeSec }),
  }

  return {
    port,
    blocks: (): readonly EvmBlock[] => blocks,
    add(logs: number): EvmBlock {
      const parent = blocks.at(-1)
      const name = `${chain} block ${made++}`
      const slot = (parent?.slot ?? FIRST_NUMBER - 1) + 1
      const block: EvmBlock = {
        chain,
        slot,
        blockHash: hexOf(name),
        parentSlot: slot - 1,
        parentHash: parent?.blockHash ?? hexOf(`genesis of ${chain}`),
        blockTimeSec: startSec + (slot - FIRST_NUMBER) * blockSecs,
        logs: Array.from({ length: logs }, (_, at) => ({
          txHash: hexOf(`${name} transaction ${at >> 1}`),
          logIndex: at,
          makesPool: launches && at === 0 && slot % LAUNCH_EVERY === 0,
          amountRaw: AMOUNT - BigInt(made + at),
        })),
      }
      blocks.push(block)
      listener?.onSlot(slot)
      return block
    },
    /** Takes the newest blocks away; the next ones have their numbers and other hashes. */
    reorganise(depth: number): readonly EvmBlock[] {
      const gone = blocks.slice(-depth)
      blocks = blocks.slice(0, -depth)
      return gone
    },
    finalize(number: number): void {
      finalNumber = number
    },
  }
}

/** One swap for each log; its place is transaction and log index, its identity the hash of the block besides. */
export function factsOf({ chain, blockHash, slot, blockTimeSec, logs }: EvmBlock): ChainFact[] {
  return logs.map(({ txHash, logIndex, amountRaw, makesPool }) => {
    const path = [logIndex, -1] as const
    const type = makesPool ? 'launch' : 'trade'
    const placed = {
      eventId: eventIdOf({ chain, blockHash, signature: txHash, path, type }),
      ...{ chain, slot, blockTimeSec, txIndex: logIndex >> 1, path, signature: txHash },
      ...{ pool: POOL, mint: TOKEN, quoteMint: WETH },
    }
    if (type === 'launch')
      return { type, ...placed, dex: 'uniswap_v4', kind: 'pool', creator: MAKER, name: null, symbol: 'TKN', uri: null }
    return {
      type,
      ...placed,
      dex: 'uniswap_v4',
      ...{ side: logIndex % 3 === 2 ? 'sell' : 'buy', maker: MAKER },
      ...{ amountRaw, quoteAmountRaw: 10n ** 18n, decimals: 18, quoteDecimals: 18 },
      ...{ priceUsd: 2 + Number(BigInt(txHash) % 97n) / 8, amountUsd: 3_000 },
      ...{ reserveRaw: null, quoteReserveRaw: 2n ** 112n - 1n },
    }
  })
}

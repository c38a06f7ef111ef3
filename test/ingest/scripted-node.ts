import { createHash } from 'node:crypto'
import type { ChainListener as Listener } from '../../src/chain/port.ts'
import type { RawBlock, SolanaRpc } from '../../src/chain/solana/rpc.ts'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import type { ChainFact } from '../../src/contract/tape-event.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { FactReader } from '../../src/ingest/solana/read-facts.ts'
import { eventIdOf } from '../../src/store/tape/slot-digest.ts'

/** A node without a network whose chain grows, forks, hides blocks and refuses methods as a test says. Trades are the
 *  names of its transactions, so that what is on the tape can only have come from the blocks. */

type ChainListener = Listener<RawBlock>

const FIRST_SLOT = 100
const START_SEC = Date.UTC(2026, 10, 20, 11, 59, 30) / 1_000
const POOLS = 3
const NOT_AVAILABLE = -32004
const SKIPPED = -32007
const NOT_FOUND = -32601

export function textOf(name: string): string {
  return encodeBase58(createHash('sha256').update(name).digest())
}

export type ScriptedNode = ReturnType<typeof createScriptedNode>

export function createScriptedNode() {
  let genesis = textOf('genesis')
  let blocks: RawBlock[] = []
  let made = 0
  let nextSlot = FIRST_SLOT
  let highestSlot = FIRST_SLOT
  let finalizedSlot = FIRST_SLOT - 1
  let listener: ChainListener | null = null
  let listening = 0
  const hidden = new Map<number, number>()
  const refused = new Set<string>()
  const calls: string[] = []
  const state = {
    servesBlocks: true,
    isDown: false,
    /** The RPC side stands this many blocks behind the subscription. */
    rpcBehind: 0,
    /** Blocks are announced and not sent. */
    losesNotices: false,
    /** Whether slots may have several blocks, as the node says. */
    isAlpenglow: false,
    /** Which block `getBlock` answers for a slot with several: requests name slots, not hashes. */
    servesBank: 'last' as 'first' | 'last',
    /** What the RPC side makes of a block that it serves. */
    answersBlock: (block: RawBlock): RawBlock => block,
    /** What the subscription makes of a block that it sends. */
    sendsBlock: (block: RawBlock): RawBlock => block,
    firstAvailable: FIRST_SLOT,
  }

  const seen = () => (state.rpcBehind === 0 ? blocks : blocks.slice(0, -state.rpcBehind))
  const headOf = (list: readonly RawBlock[]) => list.at(-1)?.slot ?? FIRST_SLOT

  function answer(method: string, params: readonly unknown[]): Outcome<unknown> {
    calls.push(method)
    if (state.isDown) return fail('upstream_failed', 'the node is away')
    if (refused.has(method)) return { ...fail('upstream_failed', `${method} refused`), rpcCode: NOT_FOUND }
    switch (method) {
      case 'getGenesisHash':
        return ok(genesis)
      case 'getAgGenesisCert':
        return ok(state.isAlpenglow ? { certificate: 'made up' } : null)
      case 'getFirstAvailableBlock':
        return ok(state.firstAvailable)
      case 'getSlot': {
        const { commitment } = params[0] as { commitment: string }
        return ok(commitment === 'finalized' ? finalizedSlot : headOf(seen()))
      }
      case 'getBlocks': {
        const [from, to] = params as [number, number]
        const listed = seen().filter(({ slot }) => slot >= from && slot <= to)
        return ok([...new Set(listed.map(({ slot }) => slot))])
      }
      case 'getBlock': {
        const slot = params[0] as number
        const hiding = hidden.get(slot)
        if (slot < state.firstAvailable) return { ...fail('upstream_failed', 'cleaned up'), rpcCode: -32001 }
        if (hiding !== undefined) return { ...fail('upstream_failed', `no block ${slot} now`), rpcCode: hiding }
        const banks = seen().filter((one) => one.slot === slot)
        const block = banks.at(state.servesBank === 'first' ? 0 : -1)
        if (block !== undefined) return ok(state.answersBlock(block))
        const code = slot > headOf(seen()) ? NOT_AVAILABLE : SKIPPED
        return { ...fail('upstream_failed', `no block ${slot}`), rpcCode: code }
      }
    }
    throw new Error(`unexpected call ${method}`)
  }

  const pause = () => new Promise((resolve) => setImmediate(resolve))
  const rpc = {
    async call(method: string, params: readonly unknown[]) {
      await pause()
      const outcome = answer(method, params)
      return method === 'getBlock' && outcome.ok ? ok(asSent(outcome.value as RawBlock)) : outcome
    },
    async block(slot: number, { wants }: { wants?: (text: string) => boolean } = {}) {
      await pause()
      const outcome = answer('getBlock', [slot])
      if (!outcome.ok) return outcome.rpcCode === SKIPPED ? ok(null) : outcome
      const block = outcome.value as RawBlock
      for (const { transaction } of block.transactions) wants?.(transaction[0])
      return outcome
    },
  } as unknown as SolanaRpc

  function send(block: RawBlock): void {
    if (listener === null || state.isDown) return
    listener.onSlot(block.slot)
    if (state.servesBlocks && !state.losesNotices)
      listener.onBlock(state.sendsBlock(block), block.transactions.length * 100)
  }

  function grow(slot: number, trades: number): RawBlock {
    const parent = blocks.at(-1)
    const name = `${genesis} block ${made++}`
    highestSlot = Math.max(highestSlot, slot)
    const blockTime = START_SEC + (slot - FIRST_SLOT) * 3
    const block: RawBlock = {
      slot,
      blockHash: textOf(name),
      parentHash: parent?.blockHash ?? genesis,
      parentSlot: parent?.slot ?? FIRST_SLOT - 1,
      blockHeight: blocks.length,
      blockTimeSec: blockTime,
      transactions: Array.from({ length: trades }, (_, at) => ({
        slot,
        blockTime,
        transactionIndex: at,
        transaction: [textOf(`${name} ${at}`), 'base64'] as const,
        meta: null,
      })),
    }
    blocks.push(block)
    send(block)
    return block
  }

  return {
    rpc,
    state,
    refused,
    calls,
    chain: {
      listen(_wants: unknown, given: ChainListener) {
        listener = given
        listening++
        const own = given
        setImmediate(() => {
          if (listener !== own) return
          if (state.isDown) {
            listener = null
            own.onClosed('cannot connect')
          } else own.onBlocksServed(state.servesBlocks)
        })
        return {
          close() {
            if (listener === own) listener = null
          },
        }
      },
    },
    blocks: (): readonly RawBlock[] => blocks,
    finalizedSlot: () => finalizedSlot,
    /** The newest slot of all branches. */
    highestSlot: () => highestSlot,
    connections: () => listening,
    /** A block with so many trades, after so many skipped slots. */
    add(trades: number, skips = 0): RawBlock {
      nextSlot += skips
      return grow(nextSlot++, trades)
    },
    /** One more block in the slot of the newest, on top of it. */
    addBank: (trades: number): RawBlock => grow(headOf(blocks), trades),
    /** Drops the newest block alone; what it stood on may be of the same slot. */
    dropNewest(): void {
      blocks = blocks.slice(0, -1)
    },
    /** Drops what is above a slot; the next block comes at `slot + 1` or later. */
    fork(aboveSlot: number, isLater: boolean): void {
      blocks = blocks.filter(({ slot }) => slot <= aboveSlot)
      if (!isLater) nextSlot = headOf(blocks) + 1
    },
    finalize(slot: number): void {
      finalizedSlot = Math.max(finalizedSlot, blocks.findLast((block) => block.slot <= slot)?.slot ?? finalizedSlot)
    },
    hide: (slot: number, code = NOT_AVAILABLE) => void hidden.set(slot, code),
    show: (slot: number) => void hidden.delete(slot),
    resend: (slot: number) => {
      const block = blocks.find((one) => one.slot === slot)
      if (block !== undefined) send(block)
    },
    disconnect() {
      const ended = listener
      listener = null
      ended?.onClosed('closed (1006)')
    },
    /** Another world at the same address. */
    beginWorld(name: string, firstSlot = FIRST_SLOT) {
      genesis = textOf(name)
      blocks = []
      nextSlot = firstSlot
      finalizedSlot = FIRST_SLOT - 1
      highestSlot = firstSlot
      hidden.clear()
    },
    listener: () => listener,
  }
}

/** Its head as a node spells it. */
export function asSent({
  blockHash,
  parentHash,
  parentSlot,
}: Pick<RawBlock, 'blockHash' | 'parentHash' | 'parentSlot'>): object {
  return { blockhash: blockHash, previousBlockhash: parentHash, parentSlot }
}

export function factsOf(block: RawBlock): ChainFact[] {
  return block.transactions.map(({ transaction: [signature] }, at) => {
    const place = { chain: 'solana', blockHash: block.blockHash, signature, path: [0, -1], type: 'trade' } as const
    const seed = signature.charCodeAt(5) + signature.charCodeAt(9)
    const amountUsd = (seed % 37) + 1
    return {
      ...place,
      type: 'trade',
      eventId: eventIdOf(place),
      slot: block.slot,
      blockTimeSec: block.blockTimeSec,
      txIndex: at,
      dex: 'pumpfun',
      pool: textOf(`pool ${seed % POOLS}`),
      mint: textOf(`mint ${seed % POOLS}`),
      quoteMint: textOf('quote'),
      side: seed % 2 === 0 ? 'buy' : 'sell',
      maker: textOf(`maker ${seed % 5}`),
      amountRaw: BigInt(seed),
      quoteAmountRaw: 1n,
      decimals: 6,
      quoteDecimals: 9,
      priceUsd: seed % 7 === 0 ? null : amountUsd / seed,
      amountUsd: seed % 7 === 0 ? null : amountUsd,
      reserveRaw: null,
      quoteReserveRaw: null,
    }
  })
}

export const scriptedFacts: FactReader = {
  wants: () => true,
  async read(block) {
    const { slot, blockHash, parentSlot, parentHash, blockTimeSec } = block
    return { chain: 'solana', slot, blockHash, parentSlot, parentHash, blockTimeSec, events: factsOf(block) }
  },
}

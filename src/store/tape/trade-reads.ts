import { TAPE } from '../../config/tape.ts'
import { TAPE_CHAINS, type TradeEvent } from '../../contract/tape-event.ts'
import { EVENT_CODES } from '../../hot-paths/event-block.ts'
import { addressHash, findInIndex } from './block-index.ts'
import type { OpenedBlock } from './blocks.ts'
import type { ReadParts } from './read-parts.ts'
import type { EventScope, StoredTapeReader } from './types.ts'

/** Reads the trades of one mint, pool or wallet over the index of addresses. */
export function createTradeReads({ state, newestFirst, survivesSeq }: ReadParts): Pick<StoredTapeReader, 'trades'> {
  /** Blocks that may mention an address, newest first, from those that begin before `beforeSeq`. */
  function* indexedBlocks(address: string, beforeSeq: number, isKept: boolean): Generator<OpenedBlock> {
    const hash = addressHash(address)
    for (const day of newestFirst())
      for (const firstSeq of findInIndex(day.segments, hash, beforeSeq)) {
        const opened = isKept ? state.blocks.get(day, firstSeq) : state.blocks.peek(day, firstSeq)
        if (opened !== undefined) yield opened
      }
  }

  return {
    trades(scope, { limit, beforeSeq = Number.MAX_SAFE_INTEGER, fromTimeSec, toTimeSec, blocks }) {
      const trades: TradeEvent[] = []
      const mostBlocks = blocks ?? TAPE.blocksPerRead
      // No other chain has the addresses of Solana.
      const isOfAny = scope.chain === undefined || scope.chain === 'solana'
      const chain = isOfAny ? -1 : TAPE_CHAINS.indexOf(scope.chain)
      let looked = 0
      for (const opened of indexedBlocks(scope.address, beforeSeq, blocks === undefined)) {
        const { block } = opened
        const place = block.textIndex(scope.address)
        if (++looked > mostBlocks) return { trades, nextBeforeSeq: block.firstSeq + block.count }
        if (place === -1) continue
        const matches = placeReader(block, scope)
        for (let index = block.count - 1; index >= 0; index--) {
          const seq = block.firstSeq + index
          if (seq >= beforeSeq || block.codeAt(index) !== EVENT_CODES.trade || matches(index) !== place) continue
          if (!isOfAny && block.chainAt(index) !== chain) continue
          const timeSec = block.blockTimeAt(index)
          if (toTimeSec !== undefined && (timeSec === null || timeSec > toTimeSec)) continue
          if (fromTimeSec !== undefined && timeSec !== null && timeSec < fromTimeSec)
            return { trades, nextBeforeSeq: null }
          if (!survivesSeq(seq)) continue
          if (trades.length >= limit) return { trades, nextBeforeSeq: seq + 1 }
          trades.push(opened.eventAt(index) as TradeEvent)
        }
      }
      return { trades, nextBeforeSeq: null }
    },
  }
}

function placeReader(block: OpenedBlock['block'], scope: EventScope): (index: number) => number {
  if (scope.by === 'mint') return block.mintAt
  return scope.by === 'pool' ? block.poolAt : block.walletAt
}

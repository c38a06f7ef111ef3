import { createHash } from 'node:crypto'
import type { TradeFacts } from '../../src/contract/tape-event.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { eventIdOf } from '../../src/store/tape/slot-digest.ts'
import type { NewSlot } from '../../src/store/tape/types.ts'

/** Events of a slot: one full block of the tape. */
export const EVENTS_PER_SLOT = 256
const WSOL = 'So11111111111111111111111111111111111111112'
const FIRST_SECOND = 1_795_132_800
const SLOT_SEC = 0.4
/** Every eighth trade is of the busiest pool; the rest spread over the others. */
const POOLS = 2_000
const WALLETS = 20_000
const DEXES = ['pumpfun', 'pumpswap', 'raydium', 'raydium_cpmm', 'meteora', 'meteora_damm_v2', 'orca', 'bonk'] as const

const digest = (text: string): Buffer => createHash('sha512').update(text).digest()
const addressOf = (name: string): string => encodeBase58(digest(name).subarray(0, 32))

/** Slots of 256 trades each with signatures of their own, over 2,000 pools and 20,000 wallets. The same seedless draw
 *  every time: the first `count` slots without those before `first`. */
export function makeSlots(count: number, first = 0): NewSlot[] {
  const pools = Array.from({ length: POOLS }, (_, at) => ({
    pool: addressOf(`pool ${at}`),
    mint: addressOf(`mint ${at}`),
  }))
  const wallets = Array.from({ length: WALLETS }, (_, at) => addressOf(`wallet ${at}`))
  return Array.from({ length: count - first }, (_, at) => makeSlot(460_000_000 + first + at, pools, wallets))
}

function makeSlot(
  slot: number,
  pools: readonly { readonly pool: string; readonly mint: string }[],
  wallets: readonly string[],
): NewSlot {
  const blockHash = addressOf(`block ${slot}`)
  const blockTimeSec = FIRST_SECOND + Math.floor((slot - 460_000_000) * SLOT_SEC)
  const events = Array.from({ length: EVENTS_PER_SLOT }, (_, txIndex): TradeFacts => {
    const drawn = digest(`trade ${slot} ${txIndex}`)
    const { pool, mint } = pools[txIndex % 8 === 0 ? 0 : drawn.readUInt32LE(0) % POOLS]!
    const place = { signature: encodeBase58(drawn), path: [2 + (drawn[4]! % 3), (drawn[5]! % 6) - 1] as const }
    return {
      type: 'trade',
      eventId: eventIdOf({ chain: 'solana', blockHash, type: 'trade', ...place }),
      chain: 'solana',
      slot,
      blockTimeSec,
      txIndex,
      ...place,
      dex: DEXES[drawn[6]! % DEXES.length]!,
      pool,
      mint,
      quoteMint: WSOL,
      side: drawn[7]! % 2 === 0 ? 'buy' : 'sell',
      maker: wallets[drawn.readUInt32LE(8) % WALLETS]!,
      amountRaw: drawn.readBigUInt64LE(12) >> 16n,
      quoteAmountRaw: drawn.readBigUInt64LE(20) >> 28n,
      decimals: 6,
      quoteDecimals: 9,
      priceUsd: drawn.readUInt32LE(28) / 2 ** 40,
      amountUsd: drawn.readUInt32LE(32) / 2 ** 20,
      reserveRaw: drawn.readBigUInt64LE(36) >> 14n,
      quoteReserveRaw: drawn.readBigUInt64LE(44) >> 20n,
    }
  })
  return {
    chain: 'solana',
    slot,
    blockHash,
    parentSlot: slot - 1,
    parentHash: addressOf(`block ${slot - 1}`),
    blockTimeSec,
    events,
  }
}

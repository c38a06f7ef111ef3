import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ChainFact, LaunchFacts, TradeFacts } from '../../src/contract/tape-event.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { eventIdOf } from '../../src/store/tape/slot-digest.ts'
import { openTape } from '../../src/store/tape/tape.ts'
import type { NewSlot, Tape } from '../../src/store/tape/types.ts'

/** Made-up facts for tests of the tape and of what reads it. Names make addresses: the same name, the same address. */
export const addressOf = (name: string): string => encodeBase58(createHash('sha256').update(name).digest())
export const signatureOf = (name: string): string => encodeBase58(createHash('sha512').update(name).digest())

/** 2026-11-20 00:00 UTC. */
export const FIRST_SECOND = 1_795_132_800
const WSOL = 'So11111111111111111111111111111111111111112'

type Overrides<T> = Partial<Omit<T, 'eventId'>> & { readonly branch?: string }

/** A trade of slot and position; everything else has a plausible default. `branch` names the block when a fork has
 *  another one at the same slot. */
export function tradeFact(slot: number, txIndex: number, overrides: Overrides<TradeFacts> = {}): TradeFacts {
  const { branch = '', ...given } = overrides
  const fact = {
    type: 'trade' as const,
    chain: 'solana' as const,
    slot,
    blockTimeSec: FIRST_SECOND + Math.floor(slot * 0.4),
    txIndex,
    path: [2, -1] as const,
    signature: signatureOf(`${branch}${slot}/${txIndex}`),
    dex: 'pumpswap' as const,
    pool: addressOf('pool'),
    mint: addressOf('mint'),
    quoteMint: WSOL,
    side: 'buy' as const,
    maker: addressOf('maker'),
    amountRaw: 1_000_000n,
    quoteAmountRaw: 10_000_000n,
    decimals: 6,
    quoteDecimals: 9,
    priceUsd: 1.5,
    amountUsd: 1.5,
    reserveRaw: null,
    quoteReserveRaw: null,
    ...given,
  }
  return { ...fact, eventId: idOf(fact, branch) }
}

export function launchFact(slot: number, txIndex: number, overrides: Overrides<LaunchFacts> = {}): LaunchFacts {
  const { branch = '', ...given } = overrides
  const fact = {
    type: 'launch' as const,
    chain: 'solana' as const,
    slot,
    blockTimeSec: FIRST_SECOND + Math.floor(slot * 0.4),
    txIndex,
    path: [1, -1] as const,
    signature: signatureOf(`${branch}${slot}/${txIndex}`),
    dex: 'pumpfun' as const,
    pool: addressOf('curve'),
    mint: addressOf('mint'),
    quoteMint: WSOL,
    kind: 'launch' as const,
    creator: addressOf('creator'),
    name: 'A coin',
    symbol: 'COIN',
    uri: null,
    ...given,
  }
  return { ...fact, eventId: idOf(fact, branch) }
}

function idOf(fact: Pick<ChainFact, 'slot' | 'signature' | 'path' | 'type'>, branch: string): string {
  const { slot, signature, path, type } = fact
  return eventIdOf({ chain: 'solana', blockHash: blockHashOf(slot, branch), signature, path, type })
}

export const blockHashOf = (slot: number, branch = ''): string => addressOf(`block ${branch}${slot}`)

/** A block with these facts on the block of the slot before. */
export function slotOf(
  slot: number,
  events: readonly ChainFact[],
  overrides: Partial<NewSlot> & { branch?: string } = {},
): NewSlot {
  const { branch = '', ...given } = overrides
  return {
    chain: 'solana',
    slot,
    blockHash: blockHashOf(slot, branch),
    parentSlot: slot - 1,
    parentHash: blockHashOf(slot - 1, branch),
    blockTimeSec: FIRST_SECOND + Math.floor(slot * 0.4),
    events,
    ...given,
  }
}

/** A tape of its own that the test writes; ends with the test. */
export function openTestTape(
  t: TestContext,
  options: {
    readonly folder?: string
    readonly writes?: boolean
    readonly keepDays?: number
    readonly keepBytes?: number
  } = {},
): Tape & { readonly folder: string } {
  const folder = options.folder ?? tempFolder(t)
  const tape = openTape({
    folder,
    mapBytes: 2 ** 32,
    clock: systemClock(),
    log: createLogger({ level: 'silent', process: 'test' }),
    writes: options.writes ?? true,
    keepDays: options.keepDays ?? 14,
    keepBytes: options.keepBytes ?? Number.POSITIVE_INFINITY,
  })
  t.after(() => tape.close())
  return Object.defineProperties({ folder }, Object.getOwnPropertyDescriptors(tape)) as Tape & { folder: string }
}

export function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-tape-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

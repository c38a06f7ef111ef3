import { LAUNCHLAB_PROGRAM } from '../../../src/chain/solana/dexes/bonk/addresses.ts'
import { PUMP_PROGRAM } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { PUMPSWAP_PROGRAM } from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { RAYDIUM_PROGRAM } from '../../../src/chain/solana/dexes/raydium/addresses.ts'
import { CPMM_PROGRAM } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { intBytes } from '../byte-fields.ts'
import { DAMM_V1_PROGRAM } from '../meteora/damm-v1-layout.ts'
import { DLMM_PROGRAM } from '../meteora/dlmm-layout.ts'
import { DAMM_V2_PROGRAM } from '../meteora-damm-v2/layout.ts'
import { DBC_PROGRAM } from '../meteora-dbc/layout.ts'
import { WHIRLPOOL_PROGRAM } from '../orca/layout.ts'
import { CLMM_PROGRAM } from '../raydium-clmm/layout.ts'
import { keyBytes, ownAddress, text } from '../token-moves.ts'

/* Jupiter's router: program ids, own addresses, the swaps it knows and how it writes a route. Numbers of the swaps are
 * those of its published interface. */

export const AGGREGATOR_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
export const ROUTE_TAG = Buffer.from('e517cb977ae3ad2a', 'hex')
export const ROUTE_V2_TAG = Buffer.from('bb64facc31c4af14', 'hex')
/** The first form of a route has one byte for the platform's fee. */
export const MAX_V1_FEE_BPS = 255
const EVENT_AUTHORITY_SEED = '__event_authority'
const WHOLE_PCT = 100
const WHOLE_BPS = 10_000

/** One kind of swap: its number, its program, and its arguments. */
export type SwapKind = {
  readonly variant: number
  readonly programId: string
  readonly label: string
  /** What follows the number in a route: fields of the variant. */
  readonly fieldBytes: number
  /** Pump's curves pay and are paid in lamports; everything else moves tokens. */
  readonly lamports: 'in' | 'out' | null
}

export const SWAP_KINDS: readonly SwapKind[] = [
  { variant: 7, programId: RAYDIUM_PROGRAM, label: 'Raydium', fieldBytes: 0, lamports: null },
  { variant: 19, programId: DAMM_V1_PROGRAM, label: 'Meteora', fieldBytes: 0, lamports: null },
  { variant: 40, programId: CLMM_PROGRAM, label: 'Raydium CLMM', fieldBytes: 0, lamports: null },
  { variant: 46, programId: CPMM_PROGRAM, label: 'Raydium CP', fieldBytes: 0, lamports: null },
  // Direction, and no list of further accounts.
  { variant: 47, programId: WHIRLPOOL_PROGRAM, label: 'Whirlpool', fieldBytes: 2, lamports: null },
  { variant: 49, programId: PUMP_PROGRAM, label: 'Pump.fun', fieldBytes: 0, lamports: 'in' },
  { variant: 50, programId: PUMP_PROGRAM, label: 'Pump.fun', fieldBytes: 0, lamports: 'out' },
  { variant: 72, programId: PUMPSWAP_PROGRAM, label: 'Pump.fun Amm', fieldBytes: 0, lamports: null },
  { variant: 73, programId: PUMPSWAP_PROGRAM, label: 'Pump.fun Amm', fieldBytes: 0, lamports: null },
  // A list of further accounts without entries.
  { variant: 75, programId: DLMM_PROGRAM, label: 'Meteora DLMM', fieldBytes: 4, lamports: null },
  { variant: 77, programId: DAMM_V2_PROGRAM, label: 'Meteora DAMM v2', fieldBytes: 0, lamports: null },
  { variant: 78, programId: DBC_PROGRAM, label: 'Dynamic Bonding Curve', fieldBytes: 0, lamports: null },
  // A share of the fee for whoever sends the trade.
  { variant: 81, programId: LAUNCHLAB_PROGRAM, label: 'Raydium Launchlab', fieldBytes: 8, lamports: null },
  { variant: 82, programId: LAUNCHLAB_PROGRAM, label: 'Raydium Launchlab', fieldBytes: 8, lamports: null },
]
const BY_VARIANT = new Map(SWAP_KINDS.map((kind) => [kind.variant, kind]))
/** Swaps whose number depends on the direction, by the first byte of the DEX's own instruction. */
const SELL_TAG_BYTE: Readonly<Record<string, number>> = {
  [PUMP_PROGRAM]: 0x33,
  [PUMPSWAP_PROGRAM]: 0x33,
  [LAUNCHLAB_PROGRAM]: 0x95,
}

export type RouteStep = { readonly kind: SwapKind; readonly fields: Uint8Array }
export type RouteArgs = {
  readonly steps: readonly RouteStep[]
  readonly inAmount: bigint
  readonly quotedOut: bigint
  readonly slippageBps: number
  readonly feeBps: number
}

/** The swap that makes this instruction of a DEX; null for instructions that are no swap. */
export function stepOf({ programId, data }: Instruction): RouteStep | null {
  const kinds = SWAP_KINDS.filter((kind) => kind.programId === programId)
  const isSell = data[0] === SELL_TAG_BYTE[programId]
  const kind = kinds.length > 1 && isSell ? kinds[1] : kinds[0]
  if (kind === undefined) return null
  const fields = new Uint8Array(kind.fieldBytes)
  // The direction is the last byte but one of the pool's own instruction.
  if (programId === WHIRLPOOL_PROGRAM) fields[0] = data.at(-2)!
  return { kind, fields }
}

/** Data of the DEX's instruction for an amount, at any price: the router holds the limit itself. */
export function swapData({ kind, fields }: RouteStep, amount: bigint, accounts: number): Uint8Array {
  const order = (tag: string, least = 0, ...tail: Uint8Array[]): Buffer =>
    Buffer.concat([Buffer.from(tag, 'hex'), intBytes(8, amount), intBytes(8, least), ...tail])
  switch (kind.variant) {
    case 7:
      return order(accounts > SHORT_RAYDIUM_ACCOUNTS ? '09' : '10')
    case 19:
    case 78:
      return order('f8c69e91e17587c8')
    case 40:
      return order('2b04ed0b1ac91e62', 0, new Uint8Array(16), Uint8Array.of(1))
    case 46:
      return order('8fbe5adac41e33de')
    case 47:
      return order('2b04ed0b1ac91e62', 0, new Uint8Array(16), Uint8Array.of(1, fields[0]!, 0))
    case 49:
      return order('38fc74089edfcd5f', 1, Uint8Array.of(1))
    case 72:
      return order('c62e1552b4d9e870', 1, Uint8Array.of(1))
    case 50:
    case 73:
      return order('33e685a4017f83ad')
    case 75:
      return order('414b3f4ceb5b5b88', 0, new Uint8Array(4))
    case 77:
      return order('414b3f4ceb5b5b88', 0, new Uint8Array(1))
    case 81:
      return order('faea0d7bd59c13ec', 1, fields)
    default:
      return order('9527de9bd37c981a', 0, fields)
  }
}

const SHORT_RAYDIUM_ACCOUNTS = 8

/** Data of a route; its first form unless the fee needs the second. */
export function encodeRoute({ steps, inAmount, quotedOut, slippageBps, feeBps }: RouteArgs, form: 1 | 2): Uint8Array {
  const plan = steps.map(({ kind, fields }, at) =>
    Buffer.concat([
      Uint8Array.of(kind.variant),
      fields,
      form === 1 ? Uint8Array.of(WHOLE_PCT) : intBytes(2, WHOLE_BPS),
      Uint8Array.of(at, at + 1),
    ]),
  )
  const list = Buffer.concat([intBytes(4, steps.length), ...plan])
  const order = [intBytes(8, inAmount), intBytes(8, quotedOut), intBytes(2, slippageBps)]
  if (form === 1) return Buffer.concat([ROUTE_TAG, list, ...order, intBytes(1, feeBps)])
  return Buffer.concat([ROUTE_V2_TAG, ...order, intBytes(2, feeBps), intBytes(2, 0), list])
}

/** Reads the plan of a route from its bytes; null when it does not follow the interface, names swaps that are not known
 *  here, or is no single path. */
export function readPlan(data: Uint8Array, start: number, form: 1 | 2): { steps: RouteStep[]; end: number } | null {
  const count = data.length < start + 4 ? MAX_STEPS + 1 : data[start]!
  if (count === 0 || count > MAX_STEPS || data[start + 1] !== 0) return null
  const steps: RouteStep[] = []
  let at = start + 4
  for (let step = 0; step < count; step++) {
    const kind = BY_VARIANT.get(data[at] ?? -1)
    if (kind === undefined) return null
    const fields = data.slice(at + 1, at + 1 + kind.fieldBytes)
    at += 1 + kind.fieldBytes + form
    if (data[at] !== step || data[at + 1] !== step + 1) return null
    at += 2
    steps.push({ kind, fields })
  }
  return at > data.length ? null : { steps, end: at }
}

export const MAX_STEPS = 4

let eventAuthorityOf: ReturnType<typeof ownAddress> | null = null

/** The address whose signature marks the router's own events. */
export function aggregatorEventAuthority(): ReturnType<typeof ownAddress> {
  eventAuthorityOf ??= ownAddress(AGGREGATOR_PROGRAM, text(EVENT_AUTHORITY_SEED))
  return eventAuthorityOf
}

/** Where wrapped SOL is unwrapped on its way into a curve that takes lamports. */
export function unwrapAddress(user: string): ReturnType<typeof ownAddress> {
  return ownAddress(AGGREGATOR_PROGRAM, text('wsol'), keyBytes(user))
}

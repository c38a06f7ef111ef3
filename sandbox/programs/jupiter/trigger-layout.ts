import { accountList } from '../../../src/chain/solana/account-list.ts'
import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { intBytes, keyAt, readArgs, uintAt } from '../byte-fields.ts'
import { ownAddress, text } from '../token-moves.ts'

/* Jupiter's limit orders on chain: instructions as its recorded transactions write them, accounts as its documentation
 * shows them. How keepers fill is this sandbox's own. */

export const TRIGGER_PROGRAM = 'j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X'
export const TRIGGER_TAGS = {
  initializeOrder: Buffer.from('856e4aaf709ff59f', 'hex'),
  cancelOrder: Buffer.from('5f81edf00831df84', 'hex'),
  fillOrder: Buffer.from('e87a7319c78f88a2', 'hex'),
} as const
const ORDER_TAG = Buffer.from('86addfb94d561c33', 'hex')
export const TRADE_EVENT_TAG = Buffer.from('bddb7fd34ee661ee', 'hex')
export const ORDER_BYTES = 384
/** What Jupiter keeps of every fill. */
export const ORDER_FEE_BPS = 10n

export const INITIALIZE_ORDER_ACCOUNTS = accountList([
  'payer:ws',
  'maker:s',
  'order:w',
  'inputMintReserve:w',
  'makerInputMintAccount:w',
  'fee',
  'referral',
  'inputMint',
  'outputMint',
  'inputTokenProgram',
  'outputTokenProgram',
  'systemProgram',
  'associatedTokenProgram',
  'eventAuthority',
  'program',
])
export const CANCEL_ORDER_ACCOUNTS = accountList([
  'signer:s',
  'maker:w',
  'order:w',
  'inputMintReserve:w',
  'makerInputMintAccount:w',
  'inputMint',
  'inputTokenProgram',
  'eventAuthority',
  'program',
])
export const FILL_ORDER_ACCOUNTS = accountList([
  'keeper:ws',
  'maker:w',
  'order:w',
  'inputMintReserve:w',
  'keeperInputAccount:w',
  'keeperOutputAccount:w',
  'makerOutputAccount:w',
  'feeAccount:w',
  'inputMint',
  'outputMint',
  'inputTokenProgram',
  'outputTokenProgram',
  'systemProgram',
  'eventAuthority',
  'program',
])

export type TriggerTerms = {
  readonly uniqueId: bigint
  readonly makingRaw: bigint
  readonly takingRaw: bigint
  readonly expiredAtSec: bigint | null
  readonly slippageBps: number
}
/** An order as its account holds it. */
export type TriggerOrder = {
  readonly maker: string
  readonly inputMint: string
  readonly outputMint: string
  readonly inputTokenProgram: string
  readonly outputTokenProgram: string
  readonly inputMintReserve: string
  readonly uniqueId: bigint
  readonly oriMakingRaw: bigint
  readonly oriTakingRaw: bigint
  readonly makingRaw: bigint
  readonly takingRaw: bigint
  readonly expiredAtSec: bigint | null
  readonly slippageBps: number
  readonly createdSec: number
  readonly updatedSec: number
}

const KEYS = [
  'maker',
  'inputMint',
  'outputMint',
  'inputTokenProgram',
  'outputTokenProgram',
  'inputMintReserve',
] as const

export function encodeTriggerOrder(order: TriggerOrder): Uint8Array {
  const amounts = [order.uniqueId, order.oriMakingRaw, order.oriTakingRaw, order.makingRaw, order.takingRaw, 0n]
  const bytes = new Uint8Array(ORDER_BYTES)
  bytes.set(
    Buffer.concat([
      ORDER_TAG,
      ...KEYS.map((name) => addressBytes(order[name])),
      ...amounts.map((amount) => intBytes(8, amount)),
      optionalInt(8, order.expiredAtSec),
      intBytes(2, ORDER_FEE_BPS),
      addressBytes(triggerFeeOwner().address),
      intBytes(8, order.createdSec),
      intBytes(8, order.updatedSec),
      intBytes(1, triggerOrderPda(order.maker, order.uniqueId).seeds.at(-1)![0]!),
      intBytes(2, order.slippageBps),
    ]),
  )
  return bytes
}

/** Null when the bytes are no order. */
export function decodeTriggerOrder(data: Uint8Array): TriggerOrder | null {
  if (data.length !== ORDER_BYTES || !startsWith(data, ORDER_TAG)) return null
  const args = readArgs(data)
  const key = (): string => encodeBase58(args.bytes(32))
  const [maker, inputMint, outputMint, inputTokenProgram, outputTokenProgram, inputMintReserve] = KEYS.map(key)
  const [uniqueId, oriMakingRaw, oriTakingRaw, makingRaw, takingRaw] = Array.from({ length: 6 }, () => args.uint(8))
  const expiredAtSec = args.flag() ? args.uint(8) : null
  args.bytes(2 + 32)
  const [createdSec, updatedSec] = [Number(args.uint(8)), Number(args.uint(8))]
  args.bytes(1)
  return {
    maker: maker!,
    inputMint: inputMint!,
    outputMint: outputMint!,
    inputTokenProgram: inputTokenProgram!,
    outputTokenProgram: outputTokenProgram!,
    inputMintReserve: inputMintReserve!,
    uniqueId: uniqueId!,
    oriMakingRaw: oriMakingRaw!,
    oriTakingRaw: oriTakingRaw!,
    makingRaw: makingRaw!,
    takingRaw: takingRaw!,
    expiredAtSec,
    slippageBps: args.small(2),
    createdSec,
    updatedSec,
  }
}

export function encodeInitializeOrder({ uniqueId, makingRaw, takingRaw, expiredAtSec, slippageBps }: TriggerTerms) {
  return Buffer.concat([
    TRIGGER_TAGS.initializeOrder,
    ...[uniqueId, makingRaw, takingRaw].map((amount) => intBytes(8, amount)),
    optionalInt(8, expiredAtSec),
    optionalInt(2, null),
    optionalInt(2, BigInt(slippageBps)),
  ])
}

/** Null when the bytes run out. */
export function decodeInitializeOrder(data: Uint8Array): TriggerTerms | null {
  const args = readArgs(data)
  const [uniqueId, makingRaw, takingRaw] = [args.uint(8), args.uint(8), args.uint(8)]
  const expiredAtSec = args.flag() ? args.uint(8) : null
  if (args.flag()) args.uint(2)
  const slippageBps = args.flag() ? args.small(2) : 0
  return args.isShort() ? null : { uniqueId, makingRaw, takingRaw, expiredAtSec, slippageBps }
}

/** One fill, as the program announces it. */
export type TradeEvent = {
  readonly order: string
  readonly keeper: string
  readonly inputRaw: bigint
  /** Before the fee. */
  readonly outputRaw: bigint
  readonly feeRaw: bigint
}

export function encodeTradeEvent({ order, keeper, inputRaw, outputRaw, feeRaw }: TradeEvent): Uint8Array {
  const amounts = [inputRaw, outputRaw, feeRaw].map((amount) => intBytes(8, amount))
  return Buffer.concat([TRADE_EVENT_TAG, addressBytes(order), addressBytes(keeper), ...amounts])
}

/** Null for other events. */
export function decodeTradeEvent(bytes: Uint8Array): TradeEvent | null {
  if (bytes.length < TRADE_EVENT_BYTES || !startsWith(bytes, TRADE_EVENT_TAG)) return null
  return {
    order: keyAt(bytes, 8),
    keeper: keyAt(bytes, 40),
    inputRaw: uintAt(bytes, 72, 8),
    outputRaw: uintAt(bytes, 80, 8),
    feeRaw: uintAt(bytes, 88, 8),
  }
}

const TRADE_EVENT_BYTES = 96

export function triggerOrderPda(maker: string, uniqueId: bigint): ReturnType<typeof ownAddress> {
  return ownAddress(TRIGGER_PROGRAM, text('order'), addressBytes(maker), intBytes(8, uniqueId))
}

export function triggerEventAuthority(): ReturnType<typeof ownAddress> {
  return ownAddress(TRIGGER_PROGRAM, text('__event_authority'))
}

/** Who owns the accounts that fees go to. */
export function triggerFeeOwner(): ReturnType<typeof ownAddress> {
  return ownAddress(TRIGGER_PROGRAM, text('fee'))
}

export function optionalInt(size: number, value: bigint | null): Uint8Array {
  return value === null ? Uint8Array.of(0) : Buffer.concat([Uint8Array.of(1), intBytes(size, value)])
}

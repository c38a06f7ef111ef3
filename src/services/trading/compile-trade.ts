import type { Instruction } from '../../chain/solana/instructions.ts'
import { compileMessage, type Message, whyTooLarge } from '../../chain/solana/message-format.ts'
import { TRADE_LIMITS } from '../../config/trade-limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import { patchWire, SIGNATURE_BYTES, templateOf, type WireTemplate } from '../../hot-paths/wire-template.ts'
import { encodeCount } from '../../hot-paths/wire-transaction.ts'
import { type BoundedMap, createBoundedMap } from '../../runtime/bounded-map.ts'
import type { TradePlan } from '../trade-plan/trade-plan.ts'
import type { ComposedTrade } from './compose-trade.ts'

/** A transaction with room for its one signature. */
export type CompiledTrade = {
  readonly version: 0 | 1
  /** Signature zero. */
  readonly wire: Uint8Array
  /** The bytes to be signed. */
  readonly messageStart: number
  readonly messageEnd: number
  readonly signatureOffset: number
  /** It was patched into what had been compiled before. */
  readonly isPatched: boolean
}

/** Transactions compiled before, by wallet, pool, side and money. */
export type TradeTemplates = BoundedMap<string, Kept>

type Kept = { readonly template: WireTemplate; readonly instructions: readonly Instruction[] }

/** Bytes of a plan's transaction: version 0, or 1 where it is too large for that, which two swaps with their accounts
 *  often are, or where the setting says so. Of a wallet that trades on the same pool again only the blockhash and the data of the instructions are
 *  new. Fails `no_route` for one that is larger than the chain takes. */
export function compileTrade(
  ctx: Context,
  plan: TradePlan,
  composed: ComposedTrade,
  blockhash: string,
): Outcome<CompiledTrade> {
  const { instructions } = composed
  const message = { payer: plan.wallet, blockhash, instructions }
  if (ctx.config.messageVersion === 1) return compileVersion1(message)
  const templates = ctx.parts.tradeTemplates
  const key = `${plan.wallet} ${plan.poolAddress} ${plan.side} ${plan.money}`
  const known = templates.get(key)
  if (known !== undefined && isSameShape(known.instructions, instructions)) {
    const wire = patchWire(
      known.template,
      bytesOf(blockhash),
      instructions.map(({ data }) => data),
    )
    return ok(ofVersion0(wire, known.template, true))
  }
  const compiled = compileMessage(0, message)
  if (whyTooLarge(compiled) !== null) return compileVersion1(message)
  const wire = Buffer.concat([encodeCount(1), new Uint8Array(SIGNATURE_BYTES), compiled.bytes])
  const template = templateOf(wire)
  templates.set(key, { template, instructions })
  return ok(ofVersion0(new Uint8Array(wire), template, false))
}

function ofVersion0(wire: Uint8Array, { messageStart }: WireTemplate, isPatched: boolean): CompiledTrade {
  return { version: 0, wire, messageStart, messageEnd: wire.length, signatureOffset: 1, isPatched }
}

/** The signature follows the message. */
function compileVersion1(message: Message): Outcome<CompiledTrade> {
  const compiled = compileMessage(1, message)
  const reason = whyTooLarge(compiled)
  if (reason !== null) return fail('no_route', reason)
  const messageEnd = compiled.bytes.length
  const wire = Buffer.concat([compiled.bytes, new Uint8Array(SIGNATURE_BYTES)])
  return ok({ version: 1, wire, messageStart: 0, messageEnd, signatureOffset: messageEnd, isPatched: false })
}

export function createTradeTemplates(): TradeTemplates {
  return createBoundedMap(TRADE_LIMITS.templates)
}

/** Whether two lists differ in nothing but the bytes of their data: then they compile to the same layout. */
function isSameShape(one: readonly Instruction[], other: readonly Instruction[]): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i]!, other[i]!]
    if (a.programId !== b.programId || a.data.length !== b.data.length) return false
    // The same pool gives the same list for the same accounts.
    if (a.accounts === b.accounts) continue
    if (a.accounts.length !== b.accounts.length) return false
    for (let k = 0; k < a.accounts.length; k++) {
      const [x, y] = [a.accounts[k]!, b.accounts[k]!]
      if (x.address !== y.address || x.isSigner !== y.isSigner || x.isWritable !== y.isWritable) return false
    }
  }
  return true
}

function bytesOf(blockhash: string): Uint8Array {
  const bytes = decodeBase58Fixed(blockhash, 32)
  if (bytes === null) throw new Error('the node gave a blockhash that is none')
  return bytes
}

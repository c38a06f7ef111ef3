import { decodeBase58, hasRemaindersOf } from '../../hot-paths/base58.ts'
import type { ChainInstruction } from './transaction.ts'

type Spelled = {
  readonly programId: string
  readonly dataBase58: string
  readonly stackHeight: number | null
  /** Null where they are to be looked up by their places among the keys. */
  readonly accounts: readonly string[] | null
  readonly accountKeys: readonly string[]
  readonly places: readonly number[]
}

/** An instruction whose data the record spells in base58 and whose accounts it counts. Most of what programs call each
 *  other with is never looked at, and turning it into bytes and addresses is costly. A class, because a getter of a literal
 *  costs more than all else of it. */
export class SpelledInstruction implements ChainInstruction {
  readonly programId: string
  readonly dataBase58: string
  readonly stackHeight: number | null
  readonly #accountKeys: readonly string[]
  readonly #places: readonly number[]
  #accounts: readonly string[] | null
  #bytes: Uint8Array | null = null

  constructor(own: Spelled) {
    this.programId = own.programId
    this.dataBase58 = own.dataBase58
    this.stackHeight = own.stackHeight
    this.#accountKeys = own.accountKeys
    this.#places = own.places
    this.#accounts = own.accounts
  }

  get accounts(): readonly string[] {
    if (this.#accounts !== null) return this.#accounts
    const accounts: string[] = []
    for (let at = 0; at < this.#places.length; at++) accounts.push(this.#accountKeys[this.#places[at]!]!)
    this.#accounts = accounts
    return accounts
  }

  get data(): Uint8Array {
    this.#bytes ??= decodeBase58(this.dataBase58, roomInBlock) ?? new Uint8Array(0)
    return this.#bytes
  }

  /** Takes bytes that are already there for its own, if they are what its text spells; whether they are. A program that
   *  announces an event in the log as well has it there in base64, which is read many times as fast. The remainders that
   *  decide can be forged by who writes both, so that the caller must know that it was the same program. */
  takeBytes(bytes: Uint8Array): boolean {
    if (this.#bytes !== null || !hasRemaindersOf(this.dataBase58, bytes)) return false
    this.#bytes = bytes
    return true
  }

  /** What a plain one would show, without its bytes a second time. */
  toJSON(): Omit<ChainInstruction, 'data'> {
    const { programId, accounts, dataBase58, stackHeight } = this
    return { programId, accounts, dataBase58, stackHeight }
  }
}

/** A block of memory for each instruction costs more than its decoding: short ones share one. */
const BLOCK_BYTES = 8_192
const MAX_IN_BLOCK_BYTES = 1_024
let block = new ArrayBuffer(BLOCK_BYTES)
let used = 0

function roomInBlock(length: number): Uint8Array {
  if (length > MAX_IN_BLOCK_BYTES) return new Uint8Array(length)
  if (used + length > BLOCK_BYTES) {
    block = new ArrayBuffer(BLOCK_BYTES)
    used = 0
  }
  const room = new Uint8Array(block, used, length)
  used += length
  return room
}

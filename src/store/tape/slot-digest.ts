import { createHash, hash } from 'node:crypto'

const EVENT_ID_HEX = 32

/** SHA-256 in hex over the ids of a block's events in their order. Two tapes of one chain agree on a slot exactly when
 *  they found the same events in the same block. */
export function slotDigest(eventIds: readonly string[]): string {
  return hash('sha256', Buffer.from(eventIds.join(''), 'hex'), 'hex')
}

/** The digest of a chain up to and with a finalised slot: SHA-256 over the previous one (nothing at the beginning),
 *  slot and count as unsigned 64-bit little-endian numbers, and the slot's digest. */
export function chainDigest(
  previous: string | null,
  { slot, count, digest }: { slot: number; count: number; digest: string },
): string {
  const numbers = Buffer.alloc(16)
  numbers.writeBigUInt64LE(BigInt(slot), 0)
  numbers.writeBigUInt64LE(BigInt(count), 8)
  const sum = createHash('sha256')
  if (previous !== null) sum.update(Buffer.from(previous, 'hex'))
  return sum.update(numbers).update(Buffer.from(digest, 'hex')).digest('hex')
}

/** Id of an event: chain, block hash, transaction signature, instruction path and type, so that the same fact read
 *  again is the same event and a fork's at the same position is another. */
export function eventIdOf(facts: {
  readonly chain: string
  readonly blockHash: string
  readonly signature: string
  readonly path: readonly [number, number]
  readonly type: string
}): string {
  const { chain, blockHash, signature, path, type } = facts
  return hash('sha256', `${chain}\n${blockHash}\n${signature}\n${path[0]}.${path[1]}\n${type}`, 'hex').slice(
    0,
    EVENT_ID_HEX,
  )
}

/** Id of an event that is sent again, for the `times`th time, after it was retracted: its block has come back. Who has
 *  seen an id skips it. */
export function repeatedIdOf(eventId: string, times: number): string {
  return hash('sha256', `${eventId}\ntold again ${times}`, 'hex').slice(0, EVENT_ID_HEX)
}

/** Id of the notice that takes an event back. */
export function retractionIdOf(eventId: string): string {
  return hash('sha256', `${eventId}\nretracted`, 'hex').slice(0, EVENT_ID_HEX)
}

/** Id of the notice that slots were lost. With its number on the tape, because the same slots may be lost again, and a
 *  reader skips an id that it has seen. */
export function lostIdOf(chain: string, fromSlot: number, toSlot: number, seq: number): string {
  return hash('sha256', `${chain}\n${fromSlot}-${toSlot}\nlost ${seq}`, 'hex').slice(0, EVENT_ID_HEX)
}

/** Id of the notice that a block on the tape is not whole. The block may be retracted and appended again, so the number
 *  on the tape is part of it as well. */
export function partlyLostIdOf(chain: string, slot: number, blockHash: string, seq: number): string {
  return hash('sha256', `${chain}\n${slot} ${blockHash}\npartly lost ${seq}`, 'hex').slice(0, EVENT_ID_HEX)
}

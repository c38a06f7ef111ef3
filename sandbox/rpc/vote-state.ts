import { byteReader, parseBytes } from './byte-reader.ts'

export type VoteState = {
  readonly node: string
  readonly authorizedWithdrawer: string
  readonly commissionPct: number
  readonly votes: readonly { readonly latency: number; readonly slot: number; readonly confirmationCount: number }[]
  readonly rootSlot: number | null
  readonly authorizedVoters: readonly { readonly epoch: number; readonly voter: string }[]
  readonly epochCredits: readonly {
    readonly epoch: number
    readonly credits: bigint
    readonly previousCredits: bigint
  }[]
  readonly lastTimestamp: { readonly slot: number; readonly timestamp: number }
}

const VERSION_1_14_11 = 1
const VERSION_3 = 2
const VERSION_4 = 3
const PRIOR_VOTERS_BYTES = 32 * (32 + 8 + 8) + 8 + 1
/** Longer lists cannot be written by the program. */
const MAX_VOTES = 64
const MAX_VOTERS = 64
const MAX_EPOCHS = 64

/** Decodes a vote account of the layouts 1.14.11, 3 and 4 (bincode). Null for anything else and for empty accounts. */
export function decodeVoteState(data: Uint8Array): VoteState | null {
  return parseBytes(() => {
    const reader = byteReader(data)
    const version = reader.u32()
    if (version !== VERSION_1_14_11 && version !== VERSION_3 && version !== VERSION_4) return null
    const count = (max: number): number => {
      const value = reader.u64()
      if (value > BigInt(max)) throw new RangeError(`list of ${value} (max ${max})`)
      return Number(value)
    }
    const list = <T>(max: number, read: () => T): T[] => Array.from({ length: count(max) }, read)
    const node = reader.key()
    const authorizedWithdrawer = reader.key()
    let commissionPct: number
    if (version === VERSION_4) {
      // Collectors of inflation rewards and of block revenue, then both commissions in basis points.
      reader.skip(64)
      commissionPct = Math.floor(reader.u16() / 100)
      reader.skip(2 + 8)
      if (reader.bool()) reader.skip(48)
    } else commissionPct = reader.u8()
    const votes = list(MAX_VOTES, () => ({
      latency: version === VERSION_1_14_11 ? 0 : reader.u8(),
      slot: Number(reader.u64()),
      confirmationCount: reader.u32(),
    }))
    const rootSlot = reader.bool() ? Number(reader.u64()) : null
    const authorizedVoters = list(MAX_VOTERS, () => ({ epoch: Number(reader.u64()), voter: reader.key() }))
    if (version !== VERSION_4) reader.skip(PRIOR_VOTERS_BYTES)
    const epochCredits = list(MAX_EPOCHS, () => ({
      epoch: Number(reader.u64()),
      credits: reader.u64(),
      previousCredits: reader.u64(),
    }))
    const lastTimestamp = { slot: Number(reader.u64()), timestamp: Number(reader.i64()) }
    return { node, authorizedWithdrawer, commissionPct, votes, rootSlot, authorizedVoters, epochCredits, lastTimestamp }
  })
}

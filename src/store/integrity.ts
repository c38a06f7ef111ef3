import type { KeyObject } from 'node:crypto'
import { STORAGE } from '../config/storage.ts'
import { type BoundedMap, createBoundedMap } from '../runtime/bounded-map.ts'
import { type Clock, systemClock } from '../runtime/clock.ts'
import { decodeDurable } from './codec.ts'
import type { Environment } from './environment.ts'
import type { SealedRows } from './seal-rows.ts'
import { claimSeal, isNew, locked, MARKER_PLACE, openSealTables, readSeal, type SealState } from './seal-store.ts'
import { keepWitness } from './seal-witness.ts'
import { isGenuine, type RowPlace, sealRow, splitRow } from './sealed-row.ts'
import { StoreError } from './store-error.ts'
import type { StoreKeyConfig } from './store-key.ts'

/** A row that is not what this program wrote: its code is missing or wrong. */
export type RejectedRow = RowPlace

/** Authenticates rows that decide about money (keys, wallets, the operator's log), under a key that is not in the
 *  store. Who can write to the files but has no key file can take such rows away or put an older state back; see
 *  docs/integrity.md. */
export type Integrity = {
  /** Why nothing can be authenticated, so that no such row is read or written; null when all is well. */
  problem(): string | null
  /** Throws `StoreError` (`locked`) when there is a problem. */
  assertOpen(): void
  /** Throws `StoreError` (`locked`) when nothing can be authenticated. Within a write transaction only. */
  seal(place: RowPlace, value: unknown): Buffer
  /** The value, or undefined when the code does not fit: then it is counted and `onRejected` hears of it, once for each
   *  row. */
  open<T>(place: RowPlace, bytes: Buffer): T | undefined
  /** The key itself, for the links of the log. Throws like `seal`. */
  key(): KeyObject
  /** 128 bits in hex, which the wallets of a key are derived from. They follow from the key file and the id, so that an
   *  operator finds the funds of a key again whose row is lost. Throws like `seal`. */
  namespaceOf(keyId: number): string
  /** What the sealed master seed is bound to; null when nothing can be authenticated. */
  seedOwner(): string | null
  /** What this opening gave codes to, as it happens once in the life of a store; null when it found them. */
  upgraded(): SealedRows | null
  /** Whether a later downgrade would be noticed; false where the folder of the key file cannot be written. */
  isWitnessKept(): boolean
  rejected(): readonly RejectedRow[]
  onRejected(listener: (row: RejectedRow) => void): void
}

export type Opener = {
  readonly clock?: Pick<Clock, 'nowMs'>
  /** Why an older store may not be changed now; null when it may. */
  readonly heldBack?: () => string | null
  /** The operator has said that an older store is theirs as it lies there. */
  readonly isAsked?: boolean
}

export function openIntegrity(env: Environment, config: StoreKeyConfig, opener: Opener = {}): Integrity {
  const { clock = systemClock(), heldBack = () => null, isAsked = false } = opener
  const tables = openSealTables(env)
  let state: SealState = readSeal(tables, config) ?? claim()
  // After the commit: a start that is killed in between keeps it the next time.
  const isWitnessKept = state.key === null || keepWitness(config)
  const genuine: BoundedMap<string, Buffer> = createBoundedMap(STORAGE.genuineRows)
  const rejected = new Map<string, RejectedRow>()
  const listeners: ((row: RejectedRow) => void)[] = []

  function claim(): SealState {
    const why = isNew(tables) ? null : heldBack()
    return why === null
      ? env.writeNow(() => claimSeal(tables, config, { nowMs: clock.nowMs(), isAsked }))
      : locked(null, why)
  }

  /** Another process may have brought the store under the wallet key since. Answers whether anything changed. */
  function follow(): boolean {
    const marker = tables.meta.get(MARKER_PLACE.key)
    const isSame = marker === undefined ? state.marker === null : state.marker?.equals(marker) === true
    if (isSame) return false
    state = readSeal(tables, config) ?? { ...state, problem: 'its marker of authentication is gone', key: null }
    genuine.clear()
    return true
  }

  function keyOrThrow(): KeyObject {
    follow()
    if (state.key === null) throw new StoreError('locked', env.path, `store ${env.path}: ${state.problem}`)
    return state.key
  }

  function isRowGenuine(place: RowPlace, bytes: Buffer): boolean {
    const split = splitRow(bytes)
    return split !== undefined && state.key !== null && isGenuine(state.key, place, split)
  }

  function reject(place: RowPlace): void {
    const name = nameOf(place)
    if (rejected.has(name) || rejected.size >= STORAGE.rejectedRows) return
    rejected.set(name, place)
    for (const listener of listeners) listener(place)
  }

  return {
    problem: () => state.problem,
    assertOpen: () => void keyOrThrow(),
    seal: (place, value) => sealRow(keyOrThrow(), place, value),
    open<T>(place: RowPlace, bytes: Buffer) {
      const name = nameOf(place)
      // Comparing bytes is some fifty times cheaper than a code over them.
      if (genuine.peek(name)?.equals(bytes) !== true) {
        if (!isRowGenuine(place, bytes) && !(follow() && isRowGenuine(place, bytes))) {
          if (state.key !== null) reject(place)
          return undefined
        }
        genuine.set(name, Buffer.from(bytes))
      }
      return decodeDurable<T>(splitRow(bytes)!.row)
    },
    key: keyOrThrow,
    namespaceOf(keyId) {
      keyOrThrow()
      return state.namespaceOf(keyId)
    },
    seedOwner: () => state.seedOwner,
    upgraded: () => state.upgraded,
    isWitnessKept: () => isWitnessKept,
    rejected: () => [...rejected.values()],
    onRejected: (listener) => void listeners.push(listener),
  }
}

function nameOf({ table, key }: RowPlace): string {
  return `${table}\n${String(key)}`
}

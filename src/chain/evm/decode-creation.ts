import type { EvmLog } from './log.ts'
import { TOPICS } from './topics.ts'
import { addressAt, addressOfTopic, intOf, uintAt, uintOf, wordsIn } from './words.ts'

/** How a creation is written. */
export type CreationShape = 'v2' | 'v3' | 'aerodrome' | 'slipstream' | 'v4' | 'infinity'

export type EvmCreation = {
  readonly shape: CreationShape
  /** Who emitted it: a factory, or the manager of pools. Believed only when it is a known one. */
  readonly emitter: string
  /** 20 bytes of a contract, 32 bytes of a pool of a manager. */
  readonly pool: string
  /** The zero address is the native coin (v4, Infinity). */
  readonly token0: string
  readonly token1: string
  /** Whether an Aerodrome pool trades by the curve for stable pairs. */
  readonly isStable: boolean
}

type Reader = (log: EvmLog) => Omit<EvmCreation, 'shape' | 'emitter'> | null

/** The creation of a pool in a log; null for other logs and for one that does not have the form of its event. Nothing
 *  throws. */
export function decodeCreation(log: EvmLog): EvmCreation | null {
  const reader = READERS.get(log.topics[0]!)
  if (reader === undefined) return null
  const found = reader.read(log)
  return found === null || found.token0 === found.token1
    ? null
    : { shape: reader.shape, emitter: log.address, ...found }
}

/** `word`: where the address of the pool stands among those of the data. */
function poolOf({ data, topics }: EvmLog, topicCount: number, words: number, word: number) {
  if (topics.length !== topicCount || wordsIn(data) !== words) return null
  const token0 = addressOfTopic(topics[1]!)
  const token1 = addressOfTopic(topics[2]!)
  const pool = addressAt(data, word)
  return pool === null || token0 === null || token1 === null ? null : { pool, token0, token1, isStable: false }
}

function readAerodrome(log: EvmLog): ReturnType<Reader> {
  const found = poolOf(log, 4, 2, 0)
  const stable = log.topics[3] === undefined ? null : uintOf(log.topics[3], 0, 1)
  return found === null || stable === null ? null : { ...found, isStable: stable === 1n }
}

/** Its members that are not indexed: fee, tick spacing, hooks, price, tick. */
function readV4({ data, topics }: EvmLog): ReturnType<Reader> {
  if (topics.length !== 4 || wordsIn(data) !== 5) return null
  const isWhole =
    uintOf(data, 0, 24) !== null &&
    intOf(data, 1, 24) !== null &&
    addressAt(data, 2) !== null &&
    isPrice(data, 3) &&
    intOf(data, 4, 24) !== null
  return isWhole ? managedPool(topics) : null
}

/** Hooks, fee, parameters, price, tick. */
function readInfinity({ data, topics }: EvmLog): ReturnType<Reader> {
  if (topics.length !== 4 || wordsIn(data) !== 5) return null
  const isWhole =
    addressAt(data, 0) !== null && uintOf(data, 1, 24) !== null && isPrice(data, 3) && intOf(data, 4, 24) !== null
  return isWhole ? managedPool(topics) : null
}

function managedPool(topics: readonly string[]): ReturnType<Reader> {
  const token0 = addressOfTopic(topics[2]!)
  const token1 = addressOfTopic(topics[3]!)
  return token0 === null || token1 === null ? null : { pool: topics[1]!, token0, token1, isStable: false }
}

function isPrice(data: string, index: number): boolean {
  return uintAt(data, index) !== 0n && uintOf(data, index, 160) !== null
}

type ShapeReader = { readonly shape: CreationShape; readonly read: Reader }
const READERS: ReadonlyMap<string, ShapeReader> = new Map<string, ShapeReader>([
  [TOPICS.createdV2, { shape: 'v2', read: (log) => poolOf(log, 3, 2, 0) }],
  [TOPICS.createdV3, { shape: 'v3', read: (log) => poolOf(log, 4, 2, 1) }],
  [TOPICS.createdAerodrome, { shape: 'aerodrome', read: readAerodrome }],
  [TOPICS.createdSlipstream, { shape: 'slipstream', read: (log) => poolOf(log, 4, 1, 0) }],
  [TOPICS.initializeV4, { shape: 'v4', read: readV4 }],
  [TOPICS.initializeInfinity, { shape: 'infinity', read: readInfinity }],
])

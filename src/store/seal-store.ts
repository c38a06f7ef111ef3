import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { AUDIT } from '../config/audit.ts'
import type { AuditEntry } from './audit-rows.ts'
import { decodeDurable, encodeDurable } from './codec.ts'
import { type Environment, rowsIn, type Table } from './environment.ts'
import { type Identity, SCHEMA_VERSION } from './identity.ts'
import { makeSealedSeed, sealSeedAgain, seedOwnerOf } from './master-seed-row.ts'
import {
  addAuditRow,
  hasDerivedWallets,
  openRowsToSeal,
  type RowsToSeal,
  resealRows,
  type SealedRows,
  sealOldRows,
} from './seal-rows.ts'
import { isWitnessed, witnessFile } from './seal-witness.ts'
import { isGenuine, type RowPlace, sealRow, splitRow } from './sealed-row.ts'
import {
  type KeySource,
  ownStoreKeyFile,
  readStoreKey,
  readStoreKeyFile,
  type StoreKey,
  type StoreKeyConfig,
  storeKeyFile,
} from './store-key.ts'

/** Whether the rows of a store can be authenticated, and with what. */
export type SealState = {
  /** As it lies in the store. */
  readonly marker: Buffer | null
  readonly problem: string | null
  readonly key: KeyObject | null
  readonly seedOwner: string | null
  namespaceOf(keyId: number): string
  /** What this opening gave codes to; null when it found them. */
  readonly upgraded: SealedRows | null
}

/** Who brings a store under its key. `isAsked`: the operator has said that this store is theirs as it lies there. */
export type Claimant = { readonly nowMs: number; readonly isAsked: boolean }

/** Says that every row of this store has its code, and under which key. */
export type SealMarker = { readonly version: 1; readonly storeId: string; readonly source: KeySource }

export const MARKER_PLACE = { table: 'meta.v1', key: 'integrity' } as const satisfies RowPlace
export const SEED_TABLE = 'walletSeed.v1'
export const SEED_KEY = 'sealed'
const NAMESPACE_HEX_DIGITS = 32

export type SealTables = {
  readonly meta: Table<string>
  readonly seeds: Table<string>
  readonly rows: RowsToSeal
  readonly path: string
}

export function openSealTables(env: Environment): SealTables {
  return {
    meta: env.table('meta.v1'),
    seeds: env.table(SEED_TABLE),
    rows: openRowsToSeal(env),
    path: env.path,
  }
}

/** Nothing that could be misread. */
export function isNew({ meta, seeds, rows }: SealTables): boolean {
  const held = rowsIn(rows.keys) + rowsIn(rows.wallets) + rowsIn(rows.audit)
  return !meta.doesExist(MARKER_PLACE.key) && !seeds.doesExist(SEED_KEY) && held === 0
}

/** The state of the marker under the key of these settings; null where a write has to be made first. Reads only. */
export function readSeal({ meta }: SealTables, config: StoreKeyConfig): SealState | null {
  const bytes = meta.get(MARKER_PLACE.key)
  if (bytes === undefined) return null
  const marker = Buffer.from(bytes)
  const said = markerOf(marker)
  if (said === null) return locked(marker, 'its marker of authentication is spoiled: restore a backup')
  const wanted = storeKeyFile(config)
  if (said.source === 'store' && wanted.source === 'wallet') return null
  if (said.source === 'wallet' && wanted.source === 'store')
    return locked(marker, 'its rows are authenticated with the wallet key: set WALLET_KEY_FILE')
  const key = readStoreKey(config, { makes: false })
  if (typeof key === 'string') return locked(marker, `its rows cannot be authenticated: ${key}`)
  return stateOf(marker, said, key)
}

/** Brings a store of schema 1 or a new one under the key of these settings, or a store from before it had a wallet key
 *  under that: every row gets its code, once. Within a write transaction: all or nothing. A store that has its marker,
 *  or whose schema says that it had one, never gets codes for rows without: another program wrote them. */
export function claimSeal(tables: SealTables, config: StoreKeyConfig, who: Claimant): SealState {
  const known = readSeal(tables, config)
  if (known !== null) return known
  const bytes = tables.meta.get(MARKER_PLACE.key)
  const unasked = whyUnasked(tables, config, who)
  if (unasked !== null) return locked(bytes === undefined ? null : Buffer.from(bytes), unasked)
  return bytes === undefined
    ? sealFirst(tables, config, who)
    : raise(tables, config, { marker: Buffer.from(bytes), who })
}

/** Anyone who can write to the store can change schema, seed and marker. The witness beside the key file is not: rows
 *  of this key had codes before, so that rows without are believed on the operator's word only. */
function whyUnasked({ rows }: SealTables, config: StoreKeyConfig, { isAsked }: Claimant): string | null {
  if (isAsked || rowsIn(rows.keys) + rowsIn(rows.wallets) === 0 || !isWitnessed(config)) return null
  return `its rows have no codes of this key, but ${witnessFile(config)} says that rows of this key have some: restore a backup, or, if it is an older store of yours, stop all servers and run \`mintglass store upgrade\``
}

function sealFirst(tables: SealTables, config: StoreKeyConfig, who: Claimant): SealState {
  const { meta, seeds } = tables
  const identity = meta.get('identity')
  if (identity !== undefined && decodeDurable<Identity>(identity).schema >= SCHEMA_VERSION)
    return locked(null, 'its marker of authentication is gone: restore a backup')
  const held = seeds.get(SEED_KEY)
  const sealed = held === undefined ? undefined : Buffer.from(held)
  if (sealed !== undefined && storeKeyFile(config).source === 'store')
    return locked(null, 'it has custodial wallets, and their key authenticates its rows: set WALLET_KEY_FILE')
  if (sealed === undefined && hasDerivedWallets(tables.rows))
    return locked(null, 'it has wallets, and the master seed that they follow from is gone: restore a backup')
  const key = readStoreKey(config, { makes: sealed === undefined })
  if (typeof key === 'string') return locked(null, `its rows cannot be authenticated: ${key}`)
  const storeId = randomBytes(16).toString('hex')
  const wasNew = isNew(tables)
  let sealedRows: SealedRows | null = null
  const sealRows = (seed: Uint8Array | null): void => {
    const parts = { namespaceOf: (id: number) => namespaceOf(key, id), seed }
    sealedRows = sealOldRows(tables.rows, key.rowsOf(storeId), parts)
  }
  if (sealed === undefined) sealRows(null)
  const again = sealed === undefined ? undefined : sealSeedAgain(sealed, { keyFile: key.file, storeId }, sealRows)
  if (again === null)
    return locked(null, `${key.file} is not the key that sealed the master seed of its wallets: put the right one back`)
  const said: SealMarker = { version: 1, storeId, source: key.source }
  return finish(tables, { key, said, sealed: again, upgraded: wasNew ? null : sealedRows, who })
}

/** A store without wallets gets its wallet key: there is no seed yet, so nothing is derived from any namespace. */
function raise(
  tables: SealTables,
  config: StoreKeyConfig,
  { marker, who }: { readonly marker: Buffer; readonly who: Claimant },
): SealState {
  const own = readStoreKeyFile(ownStoreKeyFile(config.dataDir, config.mode), 'store')
  if (typeof own === 'string') return locked(marker, `its rows cannot be authenticated: ${own}`)
  const before = stateOf(marker, markerOf(marker)!, own)
  if (before.key === null) return before
  if (tables.seeds.doesExist(SEED_KEY))
    return locked(marker, 'its wallets are of another store than its rows: restore a backup')
  const key = readStoreKey(config, { makes: false })
  if (typeof key === 'string') return locked(marker, `its rows cannot be authenticated: ${key}`)
  const storeId = randomBytes(16).toString('hex')
  const keys = { from: before.key, to: key.rowsOf(storeId), namespaceOf: (id: number) => namespaceOf(key, id) }
  const upgraded = resealRows(tables.rows, keys)
  const said: SealMarker = { version: 1, storeId, source: key.source }
  return finish(tables, { key, said, sealed: undefined, upgraded, who })
}

type Finished = {
  readonly key: StoreKey
  readonly said: SealMarker
  readonly sealed: Buffer | undefined
  readonly upgraded: SealedRows | null
  readonly who: Claimant
}

/** The seed is there from the first moment, so that no backup is without it. */
function finish(tables: SealTables, { key, said, sealed, upgraded, who }: Finished): SealState {
  const { meta, seeds, rows } = tables
  if (key.source === 'wallet') seeds.put(SEED_KEY, sealed ?? makeSealedSeed(key.file, said.storeId))
  const marker = sealRow(key.rowsOf(said.storeId), MARKER_PLACE, said)
  meta.put(MARKER_PLACE.key, marker)
  const identity = meta.get('identity')
  if (identity !== undefined)
    meta.put('identity', encodeDurable({ ...decodeDurable<Identity>(identity), schema: SCHEMA_VERSION }))
  if (upgraded !== null) addAuditRow(rows, key.rowsOf(said.storeId), rowAbout(upgraded, who))
  return { ...stateOf(marker, said, key), upgraded }
}

function rowAbout({ keys, wallets, refused }: SealedRows, { nowMs, isAsked }: Claimant): AuditEntry {
  return {
    atMs: nowMs,
    actor: isAsked ? 'operator' : 'server',
    action: 'store.upgrade',
    addressBucket: null,
    subject: 'store',
    before: null,
    after: { keys, wallets, refused: refused.slice(0, AUDIT.valueItems) },
  }
}

function stateOf(marker: Buffer, said: SealMarker, key: StoreKey): SealState {
  const rowsKey = key.rowsOf(said.storeId)
  const split = splitRow(marker)
  if (split === undefined || !isGenuine(rowsKey, MARKER_PLACE, split))
    return locked(marker, `${key.file} is not the key that it was made with: put the right one back`)
  return {
    marker,
    problem: null,
    key: rowsKey,
    seedOwner: key.source === 'wallet' ? seedOwnerOf(said.storeId) : null,
    namespaceOf: (keyId) => namespaceOf(key, keyId),
    upgraded: null,
  }
}

function namespaceOf({ namespaces }: StoreKey, keyId: number): string {
  return createHmac('sha256', namespaces).update(`key ${keyId}`).digest('hex').slice(0, NAMESPACE_HEX_DIGITS)
}

export function locked(marker: Buffer | null, problem: string): SealState {
  return { marker, problem, key: null, seedOwner: null, namespaceOf: () => '', upgraded: null }
}

/** Why a marker is not one under this key; null when it is. */
export function judgeMarker(marker: Buffer | undefined, key: StoreKey): string | null {
  const said = marker === undefined ? null : markerOf(marker)
  if (marker === undefined || said === null) return 'its rows have no codes yet: start the server of this version once'
  if (said.source !== key.source) return 'its rows are authenticated with the wallet key: set WALLET_KEY_FILE'
  return stateOf(marker, said, key).problem
}

/** Believed only once its code was checked. */
export function markerOf(bytes: Buffer): SealMarker | null {
  const split = splitRow(bytes)
  if (split === undefined) return null
  const { version, storeId, source } = decodeDurable<Partial<SealMarker>>(split.row)
  const isWhole =
    version === 1 &&
    typeof storeId === 'string' &&
    /^[0-9a-f]{32}$/.test(storeId) &&
    /^(wallet|store)$/.test(`${source}`)
  return isWhole ? { version, storeId, source: source! } : null
}

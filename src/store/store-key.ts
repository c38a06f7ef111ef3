import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/env.ts'
import { makeKeyFile, readKeyBytes, withSecret } from '../runtime/secret-bytes.ts'

/** `wallet`: the file that also opens the master seed; `store`: one beside a live store without custodial wallets. */
export type KeySource = 'wallet' | 'store'
export type StoreKeyFile = { readonly file: string; readonly source: KeySource; readonly isOwn: boolean }
export type StoreKeyConfig = Pick<Config, 'mode' | 'dataDir'> & {
  readonly custody?: Pick<Config['custody'], 'keyFile'>
}

/** What the store authenticates with, derived from one key file; held by OpenSSL, never text. */
export type StoreKey = {
  readonly source: KeySource
  readonly file: string
  /** Of a store's rows: every store has its own. */
  rowsOf(storeId: string): KeyObject
  readonly backups: KeyObject
  readonly namespaces: KeyObject
}

const KEY_BYTES = 32

/** The sandbox makes a wallet key of its own; where money is real the operator gives one, and a store without one has
 *  `store.key` beside it. */
export function storeKeyFile({ mode, dataDir, custody }: StoreKeyConfig): StoreKeyFile {
  const given = custody?.keyFile ?? null
  if (given !== null) return { file: given, source: 'wallet', isOwn: false }
  return mode === 'sandbox'
    ? { file: join(dataDir, mode, 'wallet.key'), source: 'wallet', isOwn: true }
    : { file: ownStoreKeyFile(dataDir, mode), source: 'store', isOwn: true }
}

export function ownStoreKeyFile(dataDir: string, mode: string): string {
  return join(dataDir, mode, 'store.key')
}

/** Reads the key file of these settings; one of our own is made when `makes`. A text says why there is no key: the file
 *  is named, nothing of what is in it. */
export function readStoreKey(config: StoreKeyConfig, { makes }: { readonly makes: boolean }): StoreKey | string {
  const { file, source, isOwn } = storeKeyFile(config)
  if (isOwn && makes) makeKeyFile(file)
  if (isOwn && !existsSync(file)) return `the key file ${file} is missing`
  return readStoreKeyFile(file, source)
}

export function readStoreKeyFile(file: string, source: KeySource): StoreKey | string {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = readKeyBytes(file)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return source === 'wallet' ? `WALLET_KEY_FILE: ${error.message}` : error.message
  }
  return withSecret(bytes, (key) => {
    // One way: what the process keeps opens no seed.
    const rows = derive(key, '', 'mintglass rows 1')
    return {
      source,
      file,
      rowsOf: (storeId) => deriveFrom(rows, storeId),
      backups: derive(key, '', 'mintglass backup 1'),
      namespaces: derive(key, '', 'mintglass wallet namespaces 1'),
    }
  })
}

function derive(key: Uint8Array | KeyObject, salt: string, info: string): KeyObject {
  return withSecret(new Uint8Array(hkdfSync('sha256', key, salt, info, KEY_BYTES)), (bytes) => createSecretKey(bytes))
}

function deriveFrom(rows: KeyObject, storeId: string): KeyObject {
  return derive(rows, storeId, 'mintglass rows of a store 1')
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupSignature } from './backup-signature.ts'
import { StoreError } from './store-error.ts'

/** What a backup says about itself: written last, so that a folder without it is no backup. */
export type BackupManifest = {
  /** 1 has no signature. */
  readonly format: 1 | 2
  /** Of the program that made it. */
  readonly version: string
  readonly mode: 'sandbox' | 'live'
  readonly genesisHash: string | null
  readonly schema: number
  readonly startedAtMs: number
  readonly finishedAtMs: number
  /** In the order they were taken. */
  readonly environments: readonly BackupEnvironment[]
  readonly signature: BackupSignature | null
}
export type BackupEnvironment = {
  /** `durable`, `reports`, `tape/head`, `tape/2026-11-22-1a2b3c4d`: also its folder within the backup. */
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
}

export const MANIFEST = 'manifest.json'
export const DATA_FILE = 'data.mdb'
const NAME = /^(durable|reports|tape\/head|tape\/[\w-]{1,64})$/

/** Throws `StoreError` when the folder holds no backup, or one of another format. */
export function readManifest(folder: string): BackupManifest {
  const refuse = (why: string, cause?: unknown): never => {
    throw new StoreError('corrupt', folder, `${folder} is no backup of Mintglass: ${why}`, { cause })
  }
  let json: unknown
  try {
    json = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
  } catch (error) {
    const { code } = error as { code?: unknown }
    return refuse(code === 'ENOENT' ? `there is no ${MANIFEST}` : `${MANIFEST} cannot be read`, error)
  }
  if (typeof json !== 'object' || json === null) return refuse(`${MANIFEST} holds something else`)
  const manifest = { ...(json as BackupManifest), signature: (json as Partial<BackupManifest>).signature ?? null }
  if (manifest.format !== 1 && manifest.format !== 2)
    return refuse(`format ${String(manifest.format)} is unknown to this version`)
  const isWhole =
    (manifest.mode === 'sandbox' || manifest.mode === 'live') &&
    (manifest.genesisHash === null || typeof manifest.genesisHash === 'string') &&
    Number.isSafeInteger(manifest.schema) &&
    Array.isArray(manifest.environments) &&
    manifest.environments.every(isEnvironment) &&
    (manifest.format === 1 ? manifest.signature === null : isSignature(manifest.signature))
  if (!isWhole) return refuse(`${MANIFEST} is incomplete`)
  const names = manifest.environments.map(({ name }) => name)
  if (!names.includes('durable') || new Set(names).size !== names.length) return refuse(`${MANIFEST} is incomplete`)
  return manifest
}

function isSignature(value: BackupSignature | null): boolean {
  return value !== null && /^(wallet|store)$/.test(String(value.source)) && /^[0-9a-f]{64}$/.test(String(value.mac))
}

function isEnvironment(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, bytes, sha256, rows } = value as BackupEnvironment
  return (
    typeof name === 'string' &&
    // Names become paths.
    NAME.test(name) &&
    Number.isSafeInteger(bytes) &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof rows === 'object' &&
    rows !== null &&
    Object.values(rows).every((count) => Number.isSafeInteger(count))
  )
}

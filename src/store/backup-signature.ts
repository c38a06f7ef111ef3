import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { BackupManifest } from './backup-manifest.ts'
import {
  type KeySource,
  ownStoreKeyFile,
  readStoreKey,
  readStoreKeyFile,
  type StoreKey,
  type StoreKeyConfig,
  storeKeyFile,
} from './store-key.ts'

/** Code over everything else that the manifest says, and so over every file of the backup. */
export type BackupSignature = { readonly source: KeySource; readonly mac: string }

export function signManifest(key: StoreKey, manifest: BackupManifest): BackupManifest {
  return { ...manifest, signature: { source: key.source, mac: codeOf(key, manifest).toString('hex') } }
}

/** Why a backup is not known to be one of this installation; null when its code fits. */
export function judgeSignature(manifest: BackupManifest, config: StoreKeyConfig): string | null {
  const { signature } = manifest
  if (signature === null) return 'it has no signature (versions before schema 2 made none)'
  const key = keyFor(signature.source, config)
  if (typeof key === 'string') return key
  const mac = Buffer.from(signature.mac, 'hex')
  const code = codeOf(key, manifest)
  return mac.length === code.length && timingSafeEqual(mac, code)
    ? null
    : `its signature is not of ${key.file}: it was changed, or made with another key`
}

function keyFor(source: KeySource, config: StoreKeyConfig): StoreKey | string {
  const own = ownStoreKeyFile(config.dataDir, config.mode)
  if (source === 'store')
    return existsSync(own) ? readStoreKeyFile(own, 'store') : `${own}, whose key signed it, is missing`
  if (storeKeyFile(config).source !== 'wallet') return 'the wallet key signed it: set WALLET_KEY_FILE'
  return readStoreKey(config, { makes: false })
}

function codeOf({ backups }: StoreKey, manifest: BackupManifest): Buffer {
  const { signature: _, ...signed } = manifest
  return createHmac('sha256', backups)
    .update(`mintglass backup manifest\n${JSON.stringify(signed)}`)
    .digest()
}

import { lstatSync, writeFileSync } from 'node:fs'
import { type StoreKeyConfig, storeKeyFile } from './store-key.ts'

const SAYS = `Rows of a store were authenticated with the key beside this file. While it is here, a store whose rows have no codes
is taken over only after \`mintglass store upgrade\`. See docs/integrity.md; only that it is here counts.
`

/** A file beside the key file, so out of reach of those who write to the store: someone who takes the codes away and
 *  presents a store as one of schema 1 cannot take it away with them. Null in the sandbox, where no money is real. */
export function witnessFile(config: StoreKeyConfig): string | null {
  return config.mode === 'live' ? `${storeKeyFile(config).file}.stores` : null
}

/** True also where that is unknown: then nothing is taken over without a command. */
export function isWitnessed(config: StoreKeyConfig): boolean {
  const file = witnessFile(config)
  if (file === null) return false
  try {
    lstatSync(file)
    return true
  } catch (error) {
    return !/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** Makes the file unless there is one. False where its folder cannot be written. */
export function keepWitness(config: StoreKeyConfig): boolean {
  const file = witnessFile(config)
  if (file === null || isWitnessed(config)) return true
  try {
    writeFileSync(file, SAYS, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

import { join } from 'node:path'
import type { Config } from '../config/env.ts'
import { type HeldRole, holdRole } from '../store/single-role.ts'
import { StoreError } from '../store/store-error.ts'

/** The right to write the tape of a data folder. Taken on the folder itself, so that no difference of settings lets two
 *  followers at one tape. Throws when another process has it. */
export async function holdTape({ dataDir, mode }: Pick<Config, 'dataDir' | 'mode'>): Promise<HeldRole> {
  const role = await holdRole(join(dataDir, mode), 'ingest')
  if (role !== null) return role
  throw new StoreError(
    'failed',
    dataDir,
    `another process follows the chain for ${dataDir} in ${mode} mode: set INGEST_MODE=process for the server beside which \`npm run ingest\` runs, INGEST_MODE=off for one that shall not follow`,
  )
}

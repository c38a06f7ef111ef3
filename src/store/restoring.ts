import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError } from './store-error.ts'

/** Stands in the folder of a mode while a backup is being put there. */
export const RESTORING = 'restoring'

/** Throws `StoreError` when a restore is under way or was cut short. */
export function refuseHalfRestored(home: string): void {
  if (existsSync(join(home, RESTORING)))
    throw new StoreError(
      'failed',
      home,
      `a restore into ${home} is under way or was cut short: run \`mintglass restore <backup>\` again`,
    )
}

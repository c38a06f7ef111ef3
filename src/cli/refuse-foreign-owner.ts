import { existsSync, statSync } from 'node:fs'
import { UsageProblem } from './command.ts'

/** Files that root makes in the service's folder could not be opened by the service. Throws `UsageProblem`. */
export function refuseForeignOwner(dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return
  const { uid } = statSync(dataDir)
  if (uid !== 0)
    throw new UsageProblem(`${dataDir} belongs to user ${uid}: run this as that user (sudo -u '#${uid}' ...)`)
}

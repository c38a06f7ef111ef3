import { existsSync, statSync } from 'node:fs'
import { UsageProblem } from './command.ts'

/** Files that root makes in the service's folder could not be opened by the service. Throws `UsageProblem`. */
export function refuseForeignOwner(dataDir: string): void {
  const uid = foreignOwner(dataDir)
  if (uid !== null) throw new UsageProblem(`${dataDir} ${runAs(uid)}`)
}

/** The user of a folder that root must leave alone; null where there is none to mind. */
export function foreignOwner(dataDir: string): number | null {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return null
  const { uid } = statSync(dataDir)
  return uid === 0 ? null : uid
}

export function runAs(uid: number): string {
  return `belongs to user ${uid}: run this as that user (sudo -u '#${uid}' ...)`
}

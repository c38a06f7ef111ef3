import { mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
/** What the files of a run take at most, several times over. Containers often have 64 MB. */
const ROOM_BYTES = 3e9

/** A folder for everything that a run writes, with a folder `tmp` in it: in memory where there is room. Tests open
 *  hundreds of stores, which sync to the disk when they are made and at every commit; what they check is the same
 *  without a disk, as a process that is killed loses nothing that it has written. */
export function makeScratch(): string {
  const folder = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), 'mintglass-tests-'))
  mkdirSync(join(folder, 'tmp'))
  return folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > ROOM_BYTES
  } catch {
    return false
  }
}

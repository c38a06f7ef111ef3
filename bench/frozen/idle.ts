import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 20
/** What a program that has nothing to do runs within one look: its timers. */
const IDLE_NS = 1_500_000
const WITHIN_MS = 120_000
/** Where the system does not tell what a thread has run. */
const BLIND_MS = 150

type Seen = { readonly ranNs: number; readonly isReady: boolean }

/** Resolves when the processes have run nothing for a moment and none of their threads is about to: whatever followed
 *  from what they were asked is done. What they would have to wait for a core, on a busy machine, does not count. */
export async function untilIdle(pids: readonly number[], looks = 1): Promise<void> {
  let before = look(pids)
  if (before === null) return sleep(BLIND_MS)
  for (let idle = 0, waitedMs = 0; waitedMs < WITHIN_MS; waitedMs += LOOK_MS) {
    await sleep(LOOK_MS)
    const now = look(pids)
    if (now === null) throw new Error('a program of the tree has ended')
    idle = !now.isReady && now.ranNs - before.ranNs < IDLE_NS * pids.length ? idle + 1 : 0
    if (idle >= looks) return
    before = now
  }
  throw new Error(`the programs of the tree were not idle within ${WITHIN_MS} ms`)
}

/** What all threads have run so far, and whether one of them runs or could run now. */
function look(pids: readonly number[]): Seen | null {
  let ranNs = 0
  let isReady = false
  for (const pid of pids) {
    const threads = `/proc/${pid}/task`
    try {
      for (const thread of readdirSync(threads)) {
        ranNs += Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0])
        const stat = readFileSync(`${threads}/${thread}/stat`, 'utf8')
        // The state stands behind the name in parentheses, which may hold blanks and parentheses itself.
        if (stat[stat.lastIndexOf(')') + 2] === 'R') isReady = true
      }
    } catch {
      return null
    }
  }
  return { ranNs, isReady }
}

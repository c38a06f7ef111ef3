import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

/** Collects this thread's garbage now, some 10 ms: the native memory of a runtime's small handle is invisible to the
 *  collector, which would let hundreds of them pile up (7 MB each). */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}

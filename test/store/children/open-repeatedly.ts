import { withReader } from '../../../src/store/backup-environment.ts'

/** Opens the environment of a folder to read and closes it again, at least so many times and until it is told that it
 *  is enough. */
let isEnough = false
process.once('message', () => {
  isEnough = true
})
for (let left = Number(process.argv[3]); left > 0 || !isEnough; left--) {
  await withReader(process.argv[2]!, 1024 ** 3, async () => {})
  // Messages come between two turns of the loop.
  await new Promise((resolve) => setImmediate(resolve))
}
process.exit()

import { openAlone } from '../../../src/store/environment-lock.ts'

/** Opens the environment of a folder for as long as it is told, and says when it has begun, and afterwards the epoch
 *  millisecond in which it ended. */
const [path, heldMs] = [process.argv[2]!, Number(process.argv[3])]
const endedMs = openAlone(path, () => {
  process.send!('opening')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldMs)
  return Date.now()
})
process.send!(String(endedMs), () => process.exit())

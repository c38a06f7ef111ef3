import { openAlone } from '../../../src/store/environment-lock.ts'

/** Opens the environment of a folder for as long as it is told, and says when it began and ended. */
const [path, heldMs] = [process.argv[2]!, Number(process.argv[3])]
openAlone(path, () => {
  process.send!('opening')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldMs)
})
process.send!('open', () => process.exit())

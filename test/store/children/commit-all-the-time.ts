import { openEnvironment } from '../../../src/store/environment.ts'

/** Commits to an environment without a pause, two commits at a time, until it is killed. */
const env = openEnvironment({ name: 'test', path: process.argv[2]!, mapBytes: 1024 ** 3, synced: true })
const table = env.table<number>('t')
let next = 0
const commit = async (): Promise<never> => {
  for (;;) {
    const key = next++
    await env.write(() => table.put(key, Buffer.from('x')))
    if (key === 10) process.send!('committing')
  }
}
await Promise.all([commit(), commit()])

import { withReader } from '../../../src/store/backup-environment.ts'

/** Opens the environment of a folder to read and closes it again, a number of times. */
for (let left = Number(process.argv[3]); left > 0; left--) await withReader(process.argv[2]!, 1024 ** 3, async () => {})
process.exit()

import { readFileSync } from 'node:fs'

/** What a test file says when it starts something, changes the process it runs in, or has hooks: in a process that it
 *  shares with other files those would meet. Support files that do so are known by their names. */
const NOT_ALONE = [
  /\b(before|after|beforeEach|afterEach)\(/,
  /\bprocess\.(env|chdir|exit|exitCode|on|once|title)\b/,
  /\b(mock|timers)\./,
  /\b(spawn|spawnSync|fork|execFile|execFileSync|exec|Worker)\(/,
  /\b(openServer|startServer|startSandbox|sharedSandbox|startPart|tradingServer)\b/,
  /(-lab|-fixture|-servers|-process|-server)(\.ts)?'/,
  /\btemp-store\b/,
]
/** Files a process: enough to save what loading the product anew costs, few enough that a failure is soon found. */
const FILES_A_GROUP = 45

/** Test files that may share a process, in groups, and those that want one of their own. About half of the suite's time
 *  went into loading the same modules for each file. */
export function groupFiles(files: readonly string[]): {
  readonly together: readonly (readonly string[])[]
  readonly apart: readonly string[]
} {
  const shared: string[] = []
  const apart: string[] = []
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const isAlone = NOT_ALONE.some((sign) => sign.test(text))
    if (isAlone) apart.push(file)
    else shared.push(file)
  }
  const together: string[][] = []
  for (let at = 0; at < shared.length; at += FILES_A_GROUP) together.push(shared.slice(at, at + FILES_A_GROUP))
  return { together, apart }
}

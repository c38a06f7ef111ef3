import { readFileSync } from 'node:fs'

/** What a test file says when it changes the process it runs in, or measures it: it has one of its own. */
const CHANGES_PROCESS = [
  /\bmock\.timers\b/,
  /\bprocess\.env(\.\w+|\[[^\]]+\]) *=[^=]/,
  /\bprocess\.(chdir|exit|on|once|setUncaughtExceptionCaptureCallback)\(/,
  /\bprocess\.(exitCode|title) *=[^=]/,
  /\bprocess\.memoryUsage\b/,
]
/** What it says when it starts a world or programs of its own, which takes long: those begin first, so that none of
 *  them is what a run ends with. */
const TAKES_LONG = /\b(startSandbox|startServer|startSiblings|openLandingLab|spawn|fork)\b|-lab(\.ts)?'/

export type FileGroups = {
  /** In the order in which they should begin. */
  readonly shared: readonly string[]
  /** Files that want processes of their own. */
  readonly alone: readonly string[]
}

/** Test files that may share a process, and those that may not. Most of what a small file costs is loading the product
 *  again. With `keepsOrder` what takes long has its turn like the others. */
export function groupFiles(
  files: readonly string[],
  { keepsOrder = false }: { readonly keepsOrder?: boolean } = {},
): FileGroups {
  const alone: string[] = []
  const long: string[] = []
  const short: string[] = []
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    if (CHANGES_PROCESS.some((sign) => sign.test(text))) alone.push(file)
    else (TAKES_LONG.test(text) && !keepsOrder ? long : short).push(file)
  }
  return { shared: [...long, ...short], alone }
}

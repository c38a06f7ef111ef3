/** How `test/run.ts` tells its processes what to preload into the programs they start. */
export const PRELOAD = 'MINTGLASS_TEST_PRELOAD'

/** What a child process of a test takes from the test's own environment: where programs are, where compiled code is kept
 *  for the run, and what loads faster. Nothing else, so that a developer's settings do not reach the server under
 *  test. */
export function inheritedEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE, [PRELOAD]: preload } = process.env
  return {
    PATH,
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    ...(preload !== undefined && { NODE_OPTIONS: preload }),
  }
}

/** What a child process of a test takes from the test's own environment: where programs are, and where compiled code is
 *  kept for the run. Nothing else, so that a developer's settings do not reach the server under test. */
export function inheritedEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}

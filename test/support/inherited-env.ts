/** How `test/run.ts` tells its processes what to preload into the programs they start. */
export const PRELOAD = 'MINTGLASS_TEST_PRELOAD'

/** Where `test/run.ts` keeps the built world of the run, for the sandboxes that its processes start. */
export const CACHE = 'MINTGLASS_TEST_CACHE'

/** What a child process of a test takes from the test's own environment: where programs are, where compiled code is
 *  kept for the run, what loads faster, and where the built world lies. Nothing else, so that a developer's settings do
 *  not reach the server under test; nor does it matter whether the node of `sandbox/evm-node` is installed. */
export function inheritedEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE, [PRELOAD]: preload } = process.env
  return {
    PATH,
    SANDBOX_EVM: 'none',
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    ...(preload !== undefined && { NODE_OPTIONS: preload }),
    ...cacheEnv(),
  }
}

/** `NODE_OPTIONS` of a child that wants more than what loads faster. */
export function nodeOptions(...more: readonly string[]): string {
  return [inheritedEnv()['NODE_OPTIONS'] ?? '', ...more].filter((option) => option !== '').join(' ')
}

/** A sandbox of a test takes the run's built world when it is there, and makes none for its next start. */
export function cacheEnv(): Record<string, string> {
  const folder = process.env[CACHE]
  return folder === undefined ? { MINTGLASS_CACHE: 'off' } : { MINTGLASS_CACHE: 'read', MINTGLASS_CACHE_DIR: folder }
}

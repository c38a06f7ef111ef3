import { attached, type SandboxReady, type StartedSandbox, startSandbox } from './start-sandbox.ts'

/** Where `test/run.ts` tells its test files which sandbox they share. */
export const SHARED_SANDBOX = 'MINTGLASS_TEST_SANDBOX'

/** The sandbox of this test run, agents off; a file that runs alone starts its own. Others read it at the same time: a
 *  test that makes faults or forks, moves the clock or gives out tokens takes one of its own (`startSandbox`). */
export async function sharedSandbox(): Promise<StartedSandbox> {
  const ready = process.env[SHARED_SANDBOX]
  if (ready === undefined) return startSandbox()
  const { readyAtMs, ...said } = JSON.parse(ready) as SandboxReady & { readyAtMs: number }
  return attached(said, readyAtMs)
}

/** Far longer than anything takes that comes at all, on a machine with ten times the load of its cores. */
const WITHIN_MS = 90_000
/** A machine that stood still for longer than that has not looked often yet. */
const FEWEST_LOOKS = 50
const LOOK_EVERY_MS = 20

/** Waits until it is so: for tests that wait for a state and not for a time. Throws with what was waited for when it
 *  never comes. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string | (() => string),
  everyMs = LOOK_EVERY_MS,
): Promise<void> {
  const beganMs = performance.now()
  for (let looks = 0; looks < FEWEST_LOOKS || performance.now() - beganMs < WITHIN_MS; looks++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  throw new Error(`it never came to pass: ${typeof what === 'string' ? what : what()}`)
}

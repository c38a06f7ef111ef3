/** CPU microseconds for one of `count` operations, user and system, of this process. */
export async function cpuPerOperation(count: number, run: (i: number) => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) {
    const done = run(i)
    if (done instanceof Promise) await done
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/** Lower is better turned round for `reportGoals`: what is kept of the figure compared with. */
export function shareKept(of: number, ours: number): number {
  return of / ours
}

/** At most 1.15 and 1.05 times the cost. */
export const AT_MOST_REACH = 0.87
export const AT_MOST_AIM = 0.95

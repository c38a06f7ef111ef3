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

/** 1.15 times the cost keeps so much. */
export const AT_MOST_REACH = 1 / 1.15
export const AT_MOST_AIM = 1 / 1.05

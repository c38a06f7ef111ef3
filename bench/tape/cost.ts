/** CPU of this process with all its threads, and wall time, in microseconds. */
export type Cost = { readonly cpuUs: number; readonly wallUs: number }

export async function costOf(work: () => unknown): Promise<Cost> {
  const before = process.cpuUsage()
  const start = process.hrtime.bigint()
  await work()
  const wallUs = Number(process.hrtime.bigint() - start) / 1_000
  const { user, system } = process.cpuUsage(before)
  return { cpuUs: user + system, wallUs }
}

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Comparisons within one run: the cases take turns, round after round, so that a machine that gets busier hurts all of
 *  them alike; medians and spread are shown, never a single figure. What is measured is CPU time, because wall time
 *  carries the load of everything else on the machine. */

export type Case = {
  readonly name: string
  /** One round: cost in microseconds of CPU per operation. */
  measure(): number | Promise<number>
}
export type Measured = {
  readonly name: string
  readonly rounds: readonly number[]
  readonly median: number
  readonly low: number
  readonly high: number
}

/** `rounds` interleaved rounds after one that only warms up. */
export async function interleave(cases: readonly Case[], rounds: number): Promise<Measured[]> {
  const costs = cases.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    for (const [i, one] of cases.entries()) {
      const cost = await one.measure()
      if (round >= 0) costs[i]!.push(cost)
    }
  }
  return cases.map(({ name }, i) => summarise(name, costs[i]!))
}

function summarise(name: string, rounds: readonly number[]): Measured {
  const sorted = [...rounds].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return { name, rounds, median, low: sorted[0]!, high: sorted.at(-1)! }
}

export function medianOf(measured: readonly Measured[], name: string): number {
  const found = measured.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no case ${name}`)
  return found.median
}

/** Of one case to another, round by round: what slowed both of a round leaves their ratio alone. The middle one. */
export function pairedRatio(measured: readonly Measured[], name: string, other: string): number {
  const of = (wanted: string): Measured => {
    const found = measured.find((one) => one.name === wanted)
    if (found === undefined) throw new Error(`no case ${wanted}`)
    return found
  }
  const others = of(other).rounds
  return summarise(
    '',
    of(name).rounds.map((cost, round) => cost / others[round]!),
  ).median
}

export function printMeasured(title: string, measured: readonly Measured[], unit = 'us CPU per request'): void {
  console.log(`\n${title} (${unit}, ${measured[0]?.rounds.length ?? 0} interleaved rounds)`)
  console.table(
    Object.fromEntries(
      measured.map(({ name, median, low, high }) => [
        name,
        { median: round2(median), low: round2(low), high: round2(high) },
      ]),
    ),
  )
}

/** `reach` and `aim` are null for what is printed beside the goals, to be seen and not judged. */
export type Goal = {
  readonly what: string
  readonly got: number
  readonly reach: number | null
  readonly aim: number | null
}

/** Prints what was reached and appends it, dated and with the machine, to `bench/results/<area>.md`. */
export function reportGoals(area: string, goals: readonly Goal[]): void {
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}`
  const lines = goals.map(({ what, got, reach, aim }) => {
    if (reach === null || aim === null) return `| ${what} | ${round2(got)} | | | beside |`
    const verdict = got >= aim ? 'aim' : got >= reach ? 'reached' : 'MISSED'
    return `| ${what} | ${round2(got)} | ${round2(reach)} | ${round2(aim)} | ${verdict} |`
  })
  const table = ['| what | got | reach | aim | |', '|---|---|---|---|---|', ...lines].join('\n')
  console.log(`\n${table}\n${machine}`)
  const folder = fileURLToPath(new URL('./results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  appendFileSync(`${folder}${area}.md`, `\n## ${new Date().toISOString()}\n\n${machine}\n\n${table}\n`)
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}

export type ServerProcess = {
  readonly port: number
  /** CPU time used so far, user and system, in microseconds. */
  cpuUs(): Promise<number>
  stop(): Promise<void>
}

/** Starts a server in a process of its own. The program calls `serveBench` when it listens. */
export async function startServer(program: URL, args: readonly string[]): Promise<ServerProcess> {
  const child = fork(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { port } = (await nextMessage(child)) as { port: number }
  return {
    port,
    async cpuUs() {
      child.send('cpu')
      const { user, system } = (await nextMessage(child)) as NodeJS.CpuUsage
      return user + system
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      await ended
    },
  }
}

/** The child's side of `startServer`. */
export function serveBench(port: number, stop: () => void | Promise<void>): void {
  process.on('message', (message) => {
    if (message === 'cpu') process.send!(process.cpuUsage())
    else void Promise.resolve(stop()).then(() => process.exit(0))
  })
  process.send!({ port })
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`server ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}

export type Load = {
  readonly port: number
  readonly requests: number
  readonly connections: number
  /** The request as it goes over the wire. */
  readonly request: string
}

/** Sends the requests from a process of its own, each connection one after the other; fails when an answer is not
 *  200. */
export function runLoad({ port, requests, connections, request }: Load): Promise<void> {
  const program = fileURLToPath(new URL('./http/load-client.ts', import.meta.url))
  return new Promise((resolve, reject) => {
    const args = [program, String(port), String(requests), String(connections), request]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`load client ended with ${code}`))))
  })
}

/** CPU microseconds of the server per request. */
export async function cpuPerRequest(server: ServerProcess, load: Omit<Load, 'port'>): Promise<number> {
  const before = await server.cpuUs()
  await runLoad({ ...load, port: server.port })
  return ((await server.cpuUs()) - before) / load.requests
}

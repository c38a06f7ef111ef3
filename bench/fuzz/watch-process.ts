import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import type { CpuTurns } from './thread-cpu.ts'

export type Memory = { readonly residentMiB: number; readonly anonMiB: number; readonly fileMiB: number }

/** Memory of a process as the kernel counts it; null where /proc does not exist or the process is gone. */
export function readMemory(pid: number): Memory | null {
  let status: string
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
  return { residentMiB: mebibytes('VmRSS'), anonMiB: mebibytes('RssAnon'), fileMiB: mebibytes('RssFile') }
}

/** The median of several looks, a fifth of a second apart. */
export async function sampleMemory(pid: number): Promise<Memory | null> {
  const samples: Memory[] = []
  for (let i = 0; i < 9; i++) {
    const memory = readMemory(pid)
    if (memory !== null) samples.push(memory)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  samples.sort((a, b) => a.residentMiB - b.residentMiB)
  return samples[samples.length >> 1] ?? null
}

const COLLECTIONS = 3

export type Pulse = { readonly slowestMs: number; readonly failures: readonly string[] }

/** Asks `/health` on fresh connections, one after the other, until stopped: a blocked loop shows as a slow answer. */
export function watchPulse(url: string): { stop(): Promise<Pulse> } {
  let slowestMs = 0
  const failures: string[] = []
  let isWatching = true
  const watching = (async () => {
    while (isWatching) {
      const askedMs = performance.now()
      const answer = await askHealth(url)
      if (answer !== '200') failures.push(answer)
      slowestMs = Math.max(slowestMs, performance.now() - askedMs)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  return {
    async stop() {
      isWatching = false
      await watching
      return { slowestMs, failures }
    },
  }
}

const PULSE_TIMEOUT_MS = 10_000

function askHealth(url: string): Promise<string> {
  return new Promise((resolve) => {
    const request = get(`${url}/health`, { agent: false, timeout: PULSE_TIMEOUT_MS }, (response) => {
      response.resume()
      response.once('end', () => resolve(String(response.statusCode)))
    })
    request.once('timeout', () => request.destroy(new Error('no answer in time')))
    request.once('error', (error) => resolve(error.message))
  })
}

/** What the main thread of a process holds. */
export type HeldObjects = { readonly heapMiB: number; readonly outsideMiB: number }

/** The inspector of a process that was started with `--inspect`. */
export type Inspector = {
  /** Has all garbage collected: what is then resident is what the process holds on to. */
  collectGarbage(): Promise<void>
  /** Of the loop since the last look, where the process watches it (`watch-cpu-turns.ts`). */
  takeCpuTurns(): Promise<CpuTurns | null>
  heldObjects(): Promise<HeldObjects>
  /** Any other command of the protocol. */
  command(method: string, params?: object): Promise<unknown>
  /** What it says without being asked. */
  on(method: string, listener: (params: Record<string, unknown>) => void): void
  close(): void
}

/** Where the inspector of a process that was started with `--inspect` is, after its log. */
export function inspectorUrl({ log }: { readonly log: readonly { readonly msg?: string }[] }): string {
  const said = log
    .map(({ msg }) => /^Debugger listening on (ws:\S+)/.exec(msg ?? '')?.[1])
    .find((url) => url !== undefined)
  if (said === undefined) throw new Error('the server did not say where its inspector is')
  return said
}

export async function connectInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`no inspector at ${url}`)), { once: true })
  })
  let count = 0
  const command = (method: string, params: object = {}): Promise<unknown> => {
    const id = ++count
    return new Promise((resolve) => {
      const onMessage = ({ data }: MessageEvent): void => {
        const reply = JSON.parse(String(data)) as { id?: number; result?: unknown }
        if (reply.id !== id) return
        socket.removeEventListener('message', onMessage)
        resolve(reply.result)
      }
      socket.addEventListener('message', onMessage)
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  const evaluate = async (what: string): Promise<unknown> => {
    const expression = `JSON.stringify(${what})`
    const said = (await command('Runtime.evaluate', { expression })) as { result: { value: string } }
    return JSON.parse(said.result.value)
  }
  return {
    async collectGarbage() {
      // What finalisers let go of is garbage of the next collection.
      for (let i = 0; i < COLLECTIONS; i++) await command('HeapProfiler.collectGarbage')
    },
    async takeCpuTurns() {
      return (await evaluate('globalThis.takeCpuTurns?.() ?? null')) as CpuTurns | null
    },
    async heldObjects() {
      const { heapUsed, external } = (await evaluate('process.memoryUsage()')) as NodeJS.MemoryUsage
      return { heapMiB: heapUsed / 2 ** 20, outsideMiB: external / 2 ** 20 }
    },
    command,
    on(method, listener) {
      socket.addEventListener('message', ({ data }) => {
        const said = JSON.parse(String(data)) as { method?: string; params?: Record<string, unknown> }
        if (said.method === method) listener(said.params ?? {})
      })
    },
    close: () => socket.close(),
  }
}

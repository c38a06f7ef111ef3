import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A program that answers each line with a line of numbers. */
export type Peer = { ask(line: string): Promise<number[]>; stop(): void }

export function startPeer(command: string, args: readonly string[]): Peer {
  const child: ChildProcess = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting: { resolve(numbers: number[]): void; reject(error: Error): void }[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => waiting.shift()?.resolve(line.split(' ').map(Number)))
  child.once('exit', (code) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`${command} ended with ${code}`))
  })
  return {
    ask(line) {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        child.stdin!.write(`${line}\n`)
      })
    },
    stop: () => void child.stdin!.end(),
  }
}

/** Compiles the igraph program into a folder of its own; null with a message where igraph or a compiler is missing. */
export function compileIgraphPeer(): { readonly program: string; remove(): void } | null {
  const source = fileURLToPath(new URL('./native/igraph-peer.c', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-igraph-'))
  const program = join(folder, 'igraph-peer')
  const asked = spawnSync('pkg-config', ['--cflags', '--libs', 'igraph'], { encoding: 'utf8' })
  const flags = asked.status === 0 ? asked.stdout.trim().split(/\s+/) : ['-I/usr/include/igraph', '-ligraph']
  const { status } = spawnSync('gcc', ['-O2', '-o', program, source, ...flags, '-lm'], { stdio: 'ignore' })
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  if (status === 0) return { program, remove }
  remove()
  console.log('igraph cannot be compiled here (gcc and libigraph-dev); its cases are skipped')
  return null
}

/** The first Python that has pandas; null with a message where none has. */
export function findPandas(): string | null {
  for (const python of ['python3', '/usr/bin/python3'])
    if (spawnSync(python, ['-c', 'import pandas'], { stdio: 'ignore' }).status === 0) return python
  console.log('no python3 with pandas here; its cases are skipped')
  return null
}

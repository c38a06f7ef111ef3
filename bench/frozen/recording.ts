import { readFileSync, writeFileSync } from 'node:fs'

/** One question and its answer, as they went over the wire. */
export type Recorded = {
  /** `GET /api/v2/tokens/{mint}/intel`, or `session <name>`. */
  readonly operation: string
  /** Of this question among those of its operation. */
  readonly name: string
  readonly asked: {
    readonly method: string
    readonly target: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }
  readonly status: number
  /** Names as they were written, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Text, or base64 of what is no UTF-8. */
  readonly body: string
  readonly encoding: 'utf8' | 'base64'
}

export type Settings = {
  readonly seed: string
  readonly port: number
  readonly at: string
  /** Families of questions; empty for all. */
  readonly only: string
}

export type Recording = {
  readonly format: 1
  readonly settings: Settings
  /** The commit of the tree, for readers; never compared. */
  readonly tree: string
  /** What was made equal before anything was written, and how often. */
  readonly rules: readonly { readonly name: string; readonly why: string; readonly applied: number }[]
  readonly documents: { readonly openapi: unknown; readonly asyncapi: unknown }
  readonly replies: readonly Recorded[]
}

export function readRecording(path: string): Recording {
  const recording = JSON.parse(readFileSync(path, 'utf8')) as Recording
  if (recording.format !== 1) throw new Error(`${path} is no recording`)
  return recording
}

/** One reply a line, so that other tools can look at it, too. */
export function writeRecording(path: string, { replies, ...rest }: Recording): void {
  const rows = replies.map((reply) => JSON.stringify(reply)).join(',\n')
  const head = JSON.stringify(rest).slice(0, -1)
  writeFileSync(path, `${head},"replies":[\n${rows}\n]}\n`)
}

import { writeSync } from 'node:fs'

const STDERR = 2
const INFO = 30
const WARN = 40
const NAMES: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}
const HEAD: readonly string[] = ['level', 'time', 'process', 'pid', 'msg', 'err']
const MAX_VALUE_CHARS = 400
/** The server's line when it is up; what it has to say to people follows on standard output. */
const UP = 'listening'

type Line = Readonly<Record<string, unknown>> & { readonly level: number }

/** Log lines for people: `12:30:01 WARN what happened, name=value`. With `startsQuietly` nothing below WARN is written
 *  until the server is up: what a start looks like is the banner's to say. */
export function prettyStream(
  { startsQuietly }: { readonly startsQuietly: boolean },
  write: (text: string) => void = (text) => void writeSync(STDERR, text),
): { write(json: string): void } {
  let isQuiet = startsQuietly
  return {
    write(json) {
      const line = JSON.parse(json) as Line
      if (isQuiet && line.level < WARN) {
        if (line.level === INFO && line['msg'] === UP) isQuiet = false
        return
      }
      write(`${prettyLine(line)}\n`)
    },
  }
}

function prettyLine(line: Line): string {
  const time = String(line['time'] ?? '').slice(11, 19)
  const values = Object.entries(line)
    .filter(([name]) => !HEAD.includes(name))
    .map(([name, value]) => `${name}=${shown(value)}`)
  const said = [String(line['msg'] ?? ''), ...values].filter((part) => part !== '').join(' ')
  return `${time} ${(NAMES[line.level] ?? String(line.level)).padEnd(5)} ${said}${errorText(line['err'])}`
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}...` : text
}

/** An error with its stack on lines of their own. */
function errorText(err: unknown): string {
  if (typeof err !== 'object' || err === null) return ''
  const { stack, message } = err as { stack?: unknown; message?: unknown }
  return `\n${String(stack ?? message ?? '')}`
}

import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import { TOKEN_ERRORS } from './token-errors.ts'

/** The runtime's own line, which no program can write: theirs begin with `Program log:` or `Program data:`. */
const FAILED_LINE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: /

/** How a transaction ended: the runtime's error as JSON, null on success, and its log. */
type Ended = { readonly err: string | Readonly<Record<string, unknown>> | null; readonly logs: readonly string[] }

/** An error with the program it comes from: `token:AccountFrozen`, `program:<id>:Custom(7)`, `runtime:<name>` for one
 *  that no program made. Null when there is none. The innermost program fails first. */
export function nameError({ err, logs }: Ended): string | null {
  if (err === null) return null
  if (typeof err === 'string') return `runtime:${err}`
  const inner = err['InstructionError']
  if (!Array.isArray(inner)) return `runtime:${Object.keys(err)[0] ?? 'Unknown'}`
  const program = logs.map((line) => FAILED_LINE.exec(line)?.[1]).find((found) => found !== undefined)
  const isToken = program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM
  const code = (inner[1] as { Custom?: unknown } | null)?.Custom
  const name =
    typeof inner[1] === 'string'
      ? inner[1]
      : typeof code !== 'number'
        ? 'BorshIoError'
        : ((isToken ? TOKEN_ERRORS[code] : undefined) ?? `Custom(${code})`)
  if (isToken) return `token:${name}`
  return program === undefined ? `instruction:${inner[0]}:${name}` : `program:${program}:${name}`
}

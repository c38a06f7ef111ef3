import { type Logger as PinoLogger, pino } from 'pino'
import { prettyStream } from './pretty-log.ts'

export type Logger = PinoLogger
export type LogFormat = 'auto' | 'json' | 'pretty'

const QUIET_STARTERS: readonly string[] = ['server', 'front']
const USUAL_LEVEL = 'info'

/** Members whose values never reach a log line, wherever they sit in the first two levels. */
const SECRET_MEMBERS = [
  'apiKey',
  'api_key',
  'key',
  'secret',
  'secretKey',
  'authorization',
  'token',
  'sessionToken',
  'password',
  'x-api-key',
]

/** One line per event on standard error, which leaves standard output to the banner and to commands. The line is JSON;
 *  `pretty`, and `auto` at a terminal, write it for people, quietly until the server is up. */
export function createLogger(options: { level: string; process: string; format?: LogFormat }): Logger {
  const { format = 'json', level } = options
  const isPretty = format === 'pretty' || (format === 'auto' && process.stderr.isTTY)
  // Who asked for another level than the usual one wants to see what it says.
  const startsQuietly = QUIET_STARTERS.includes(options.process) && level === USUAL_LEVEL
  return pino(
    {
      level: options.level,
      base: { process: options.process, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_MEMBERS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
    },
    isPretty ? prettyStream({ startsQuietly }) : pino.destination({ dest: 2, sync: true }),
  )
}

import { type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

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

/** One JSON line per event on standard error, which leaves standard output to the banner and to commands. */
export function createLogger(options: { level: string; process: string }): Logger {
  return pino(
    {
      level: options.level,
      base: { process: options.process, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_MEMBERS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}

import type { Logger } from './log.ts'

/** Why a process cannot start: one plain line for what the operator can change, as for mistakes of the configuration;
 *  with its stack in the log for what no one foresaw. */
export function sayWhyNot(log: Logger, error: unknown): void {
  const isForeseen = error instanceof Error && /^(StoreError|ConfigError)$/.test(error.name)
  if (isForeseen) process.stderr.write(`cannot start: ${error.message}\n`)
  else log.fatal({ err: error }, 'cannot start')
}

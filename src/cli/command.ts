import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Runs with the words after the command's name; gives the process's exit code. */
export type Command = (args: readonly string[]) => Promise<number>

/** The operator typed something that cannot be meant; the message says what is expected. Exit code 2. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem'
}

/** The operator asked how a command is used; the message says it. Exit code 0. */
export class UsageAsked extends Error {
  override readonly name = 'UsageAsked'
}

/** `parseArgs` of Node with its complaints as a `UsageProblem` that ends with the command's usage. `--help` and `-h`
 *  ask for that usage at every command that does not answer them itself. */
export function readArguments<T extends ParseArgsConfig['options'] & object>(
  args: readonly string[],
  options: T,
  usage: string,
) {
  if (!Object.hasOwn(options, 'help') && args.some((word) => word === '--help' || word === '-h'))
    throw new UsageAsked(usage)
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageProblem(`${(error as Error).message}\n\n${usage}`, { cause: error })
  }
}

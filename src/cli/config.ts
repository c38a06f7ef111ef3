import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config/env.ts'
import { printConfigurationDoc, printEnvExample } from '../config/print-settings.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { printErrorsDoc } from './errors.ts'

const USAGE = `usage:
  config env     prints .env.example
  config docs    prints docs/configuration.md
  config validate  fails when the environment of this process is no valid configuration
  config check [--root <folder>]  fails when a committed file (also docs/errors.md) is not what would be printed;
                                  the checkout is this one, or the folder`

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FILES = [
  { path: '.env.example', word: 'env', print: printEnvExample },
  { path: 'docs/configuration.md', word: 'docs', print: printConfigurationDoc },
] as const
/** Every committed file that a command prints whole, and its source. */
const PRINTED = [
  ...FILES.map(({ path, word, print }) => ({ path, print, command: `config ${word}`, source: 'src/config/env.ts' })),
  { path: 'docs/errors.md', print: printErrorsDoc, command: 'errors', source: 'src/contract/failures.ts' },
]

/** Prints the two files of the table of settings, and checks all printed files. */
export const config: Command = async (args) => {
  const { positionals, values } = readArguments(args, { root: { type: 'string' } }, USAGE)
  const [word] = positionals
  const file = FILES.find((known) => known.word === word)
  if (word === 'validate' && positionals.length === 1) {
    const { mode, host, port } = readConfig()
    console.log(`configuration ok: ${mode} at ${host}:${port}`)
    return 0
  }
  if (positionals.length !== 1 || (file === undefined && word !== 'check')) throw new UsageProblem(USAGE)
  if (file !== undefined) {
    process.stdout.write(file.print())
    return 0
  }
  const root = values.root ?? ROOT
  const isAsPrinted = (path: string, text: string) =>
    existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text
  const stale = PRINTED.filter(({ path, print }) => !isAsPrinted(path, print()))
  for (const { path, command, source } of stale) {
    console.error(`${path} differs from ${source}: npm run -s mintglass -- ${command} > ${path}`)
  }
  return stale.length === 0 ? 0 : 1
}

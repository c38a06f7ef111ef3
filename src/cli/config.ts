import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printConfigurationDoc, printEnvExample, readConfig } from '../config/env.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'

const USAGE = `usage:
  config env     prints .env.example
  config docs    prints docs/configuration.md
  config validate  fails when the environment of this process is no valid configuration
  config check   fails when one of the two committed files is not what would be printed`

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FILES = [
  { path: '.env.example', word: 'env', print: printEnvExample },
  { path: 'docs/configuration.md', word: 'docs', print: printConfigurationDoc },
] as const

/** The two files that are printed from the table of settings. */
export const config: Command = async (args) => {
  const { positionals } = readArguments(args, {}, USAGE)
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
  const stale = FILES.filter(
    ({ path, print }) => !existsSync(ROOT + path) || readFileSync(ROOT + path, 'utf8') !== print(),
  )
  for (const { path, word: command } of stale) {
    console.error(`${path} is not what src/config/env.ts says: npm run -s mintglass -- config ${command} > ${path}`)
  }
  return stale.length === 0 ? 0 : 1
}

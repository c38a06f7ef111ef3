import { join } from 'node:path'
import { ConfigError, packageVersion, readConfig } from '../config/env.ts'
import { StoreError } from '../store/store-error.ts'
import type { Command } from './command.ts'
import { UsageAsked, UsageProblem } from './command.ts'

/** `npm run mintglass -- <command>`: one line per command, one file per line. */
type Entry = {
  readonly says: string
  readonly load: () => Promise<Command>
  /** It reads the store of a configuration: which one is said first. */
  readonly readsStore?: boolean
}
const COMMANDS: Readonly<Record<string, Entry>> = {
  keys: {
    says: 'API keys: create, list, recover, revoke, grant',
    load: async () => (await import('./keys.ts')).keys,
    readsStore: true,
  },
  wallets: {
    says: 'custodial wallets: list, recover',
    load: async () => (await import('./wallets.ts')).wallets,
    readsStore: true,
  },
  store: {
    says: 'upgrade: takes over a store whose rows have no codes',
    load: async () => (await import('./store.ts')).store,
    readsStore: true,
  },
  audit: {
    says: 'the log of changes to keys and accounts, and whether it is genuine',
    load: async () => (await import('./audit.ts')).audit,
    readsStore: true,
  },
  calibration: {
    says: 'verify: the ledger of scores and outcomes, and whether a row was changed',
    load: async () => (await import('./calibration.ts')).calibration,
    readsStore: true,
  },
  chains: {
    says: 'the chain catalog: measure a chain or all that are due, and show its tier',
    load: async () => (await import('./chains.ts')).chains,
    readsStore: true,
  },
  'sign-in': {
    says: 'signs in with a sandbox wallet or key file, or registers a key for it',
    load: async () => (await import('./sign-in.ts')).signIn,
  },
  'sign-send': {
    says: 'signs a built transaction with a sandbox wallet or key file and sends it',
    load: async () => (await import('./sign-send.ts')).signSend,
  },
  doctor: {
    says: 'which families work, and what the node refuses',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  openapi: { says: 'prints the API description', load: async () => (await import('./openapi.ts')).openapi },
  replay: {
    says: 'judges a stored report again from its recorded inputs, offline, and compares the bytes',
    load: async () => (await import('./replay.ts')).replay,
    readsStore: true,
  },
  engines: {
    says: 'prints the rules of Deep Scan and Bubble Map',
    load: async () => (await import('./engines.ts')).engines,
  },
  errors: {
    says: 'prints docs/errors.md: failure codes and what a client does',
    load: async () => (await import('./errors.ts')).errors,
  },
  tape: {
    says: 'the event tape: status, verify against the chain',
    load: async () => (await import('./tape.ts')).tape,
    readsStore: true,
  },
  backup: {
    says: 'copies the store while the server runs; nightly with --into and --keep',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: { says: 'puts a backup back, checked', load: async () => (await import('./restore.ts')).restore },
  config: { says: 'the configuration files: env, docs, check', load: async () => (await import('./config.ts')).config },
}

/** What the words of a command line ask for; gives the process's exit code. */
export async function runCommand([commandName = 'help', ...commandArgs]: readonly string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(commandName)) {
    console.log(overview())
    return 0
  }
  if (['--version', '-v', 'version'].includes(commandName)) {
    console.log(packageVersion())
    return 0
  }
  const command = Object.hasOwn(COMMANDS, commandName) ? COMMANDS[commandName] : undefined
  if (command === undefined) {
    console.error(`unknown command: ${commandName}\n\n${overview()}`)
    return 2
  }
  try {
    const perform = await command.load()
    if (command.readsStore && !commandArgs.some((word) => word === '--help' || word === '-h')) sayStore()
    return await perform(commandArgs)
  } catch (error) {
    if (error instanceof UsageAsked) {
      console.log(error.message)
      return 0
    }
    if (error instanceof UsageProblem) {
      console.error(error.message)
      return 2
    }
    if (error instanceof ConfigError || error instanceof StoreError) {
      console.error(error.message)
      return 1
    }
    throw error
  }
}

/** On standard error, so that what the command prints stays what it was. A command without the server's settings looks
 *  at another store, where there is nothing. */
function sayStore(): void {
  const { dataDir, mode } = readConfig()
  console.error(`store: ${join(dataDir, mode)} (MINTGLASS_DATA_DIR, MINTGLASS_MODE)`)
}

function overview(): string {
  const rows = Object.entries(COMMANDS).map(([word, { says }]) => `  ${word.padEnd(12)}${says}`)
  return [
    'usage: npm run mintglass -- <command> [arguments]',
    '',
    ...rows,
    '',
    '<command> --help shows its usage; --version prints the version of this server.',
  ].join('\n')
}

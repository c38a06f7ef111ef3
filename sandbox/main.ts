import { ConfigError, readConfig } from '../src/config/env.ts'
import { systemClock } from '../src/runtime/clock.ts'
import { createLogger } from '../src/runtime/log.ts'
import { startQuietly } from '../src/runtime/start-quietly.ts'
import { useStrippedModules } from '../src/runtime/stripped-modules.ts'
import type { RunningSandbox } from './open-sandbox.ts'

/** Where a sandbox that was started on its own listens, unless SANDBOX_PORT says otherwise: a local node's usual
 *  port. */
const OWN_PORT = 8_899

/** The sandbox as a program: started by the server it reports over IPC and ends with it; started on its own
 *  (`npm run sandbox`) it prints where it is and lives until it is stopped. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLogger({ level: config.logLevel, format: config.logFormat, process: 'sandbox' })
  const isChild = process.send !== undefined
  const port = config.sandbox.port === 0 && !isChild ? OWN_PORT : config.sandbox.port
  const clock = systemClock()
  useStrippedModules(config.cache?.dir ?? null)
  const { openSandbox } = await import('./open-sandbox.ts')
  log.debug({ atMs: Math.round(clock.monotonicMs()) }, 'sandbox is loaded')
  const { runtimeDir: folder, cache } = config
  const sandbox = await openSandbox({ ...config.sandbox, port, folder, snapshots: cache?.dir ?? null }, { clock, log })
  const stop = (): void => {
    sandbox.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  if (cache?.isKept && sandbox.snapshot.reason !== null)
    startQuietly(log, new URL('./snapshot/main.ts', import.meta.url), { name: 'snapshot', args: ['quietly'] })
  if (!isChild) {
    process.once('SIGINT', stop)
    printBanner(sandbox)
    return
  }
  // Ctrl+C in a terminal reaches the child too, but the server finishes what is in flight first and needs its world.
  process.on('SIGINT', () => {})
  process.once('disconnect', stop)
  const { urls, genesisHash, seed } = sandbox
  // It fails when the server has ended while the world was being made: then no one needs it.
  process.send?.({ type: 'ready', urls, genesisHash, seed }, undefined, undefined, (error) => {
    if (error !== null) stop()
  })
}

function printBanner({ urls, seed, world }: RunningSandbox): void {
  const token = world.plan.tokens.find(({ archetype }) => archetype === 'bluechip')
  process.stdout.write(
    `${[
      '',
      `Mintglass SANDBOX: a Solana world of its own (seed "${seed}"). Nothing in it has any value.`,
      '',
      `  JSON-RPC, DAS, providers   ${urls['rpc']}`,
      `  PubSub                     ${urls['ws']}`,
      `  control                    ${urls['control']}`,
      `  webhook sink               ${urls['webhookSink']}`,
      '',
      'Try:',
      `  curl -s ${urls['rpc']}/info`,
      `  curl -s ${urls['dexscreener']}/token-pairs/v1/solana/${token?.mint ?? ''}`,
      `  SANDBOX_URL=${urls['rpc']} npm start`,
      '',
    ].join('\n')}\n`,
  )
}

/** What an operator can mend is said in a sentence; a bug with its stack. */
function describeFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exit(1)
})

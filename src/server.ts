import { type Config, ConfigError, readConfig } from './config/env.ts'
import { buildExplorer } from './runtime/build-explorer.ts'
import { systemClock } from './runtime/clock.ts'
import { endOnUncaught } from './runtime/end-process.ts'
import { EXIT_CONFIG, exitCodeOf } from './runtime/exit-codes.ts'
import { createLogger, type Logger } from './runtime/log.ts'
import { ownsSandbox, startSandboxChild } from './runtime/sandbox-child.ts'
import { sayWhyNot } from './runtime/say-why-not.ts'
import { startQuietly } from './runtime/start-quietly.ts'
import { useStrippedModules } from './runtime/stripped-modules.ts'
import { type HeldRole, holdRole, isHeldElsewhere } from './store/single-role.ts'
import { StoreError } from './store/store-error.ts'

/* The entry loads little, starts the sandbox's process and only then loads the rest: the world is built meanwhile. */

const config = readConfigOrExit()
const log = createLogger({
  level: config.logLevel,
  format: config.logFormat,
  process: config.role === 'all' ? 'server' : 'front',
})
endOnUncaught(log)
start(config, log).catch((error: unknown) => {
  sayWhyNot(log, error)
  process.exit(exitCodeOf(error))
})

function readConfigOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.problems.map((problem) => `configuration: ${problem}`).join('\n')}\n`)
    process.exit(EXIT_CONFIG)
  }
}

async function start(config: Config, log: Logger): Promise<void> {
  const clock = systemClock()
  const role = config.role === 'all' ? await takeRole(config) : await refuseElsewhere(config)
  const entry = new URL('../sandbox/main.ts', import.meta.url)
  const sandbox = ownsSandbox(config) ? startSandboxChild({ config, clock, log }, entry) : null
  const explorer = config.mode === 'sandbox' ? buildExplorer(log) : Promise.resolve()
  log.debug({ atMs: Math.round(clock.monotonicMs()), sandbox: sandbox !== null }, 'entry is loaded')
  const { cache } = config
  const modules = useStrippedModules(cache?.dir ?? null)
  const { runServer } = await import('./run-server.ts')
  await runServer({ config, clock, log, role, sandbox, explorer })
  if (cache?.isKept && role !== null && modules.missing())
    startQuietly(log, new URL('./runtime/strip-modules.ts', import.meta.url), { name: 'modules', args: [cache.dir] })
}

/** A front end sees the processes beside it by their ids, and so does LMDB: it runs in the container of its server. */
async function refuseElsewhere({ runtimeDir, dataDir, mode }: Config): Promise<null> {
  if (!(await isHeldElsewhere(runtimeDir, 'all'))) return null
  throw new StoreError(
    'failed',
    dataDir,
    `the server that works on ${dataDir} in ${mode} mode runs in another container: a front end runs in the same one`,
  )
}

/** Jobs and the sandbox run once, whatever is started beside them. */
async function takeRole({ runtimeDir, dataDir, mode }: Config): Promise<HeldRole> {
  const role = await holdRole(runtimeDir, 'all')
  if (role !== null) return role
  throw new StoreError(
    'failed',
    dataDir,
    `another server uses ${dataDir} in ${mode} mode: set another MINTGLASS_DATA_DIR, or start this one beside the other with MINTGLASS_ROLE=front and MINTGLASS_SHARED_PORT=1`,
  )
}

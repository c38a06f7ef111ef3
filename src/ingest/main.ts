import { type Config, ConfigError, readConfig } from '../config/env.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import { type BaseContext, openBaseContext } from '../context.ts'
import { EVM_TAPE_CHAINS } from '../contract/tape-event.ts'
import { watchStrays } from '../runtime/background.ts'
import { systemClock } from '../runtime/clock.ts'
import { endOnUncaught, endProcess } from '../runtime/end-process.ts'
import { EXIT_CONFIG, exitCodeOf } from '../runtime/exit-codes.ts'
import { createLogger, type Logger } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { openSandbox, pointAtSandbox } from '../runtime/sandbox-link.ts'
import { sayWhyNot } from '../runtime/say-why-not.ts'
import { onStopSignal } from '../runtime/stop-signals.ts'
import { linkSystemd } from '../runtime/systemd-notify.ts'
import { claimShownWorld, genesisHashOf } from '../store/claim-shown-world.ts'
import { holdTape } from './hold-tape.ts'
import { startIngest } from './start.ts'

/* `npm run ingest`: the follower as a process of its own, beside servers with INGEST_MODE=process. It serves nothing
 * and meets them in the store. */

const config = readConfigOrExit()
const log = createLogger({ level: config.logLevel, format: config.logFormat, process: 'ingest' })
endOnUncaught(log)
start(config, log).catch((error: unknown) => {
  sayWhyNot(log, error)
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : exitCodeOf(error))
})

function readConfigOrExit(): Config {
  try {
    const read = readConfig()
    const { mode } = read.ingest
    if (mode === 'process') return read
    throw new ConfigError([`INGEST_MODE is ${mode}: \`npm run ingest\` follows the chain when it is process`])
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.problems.map((problem) => `configuration: ${problem}`).join('\n')}\n`)
    process.exit(EXIT_CONFIG)
  }
}

async function start(given: Config, log: Logger): Promise<void> {
  const clock = systemClock()
  const role = await holdTape(given)
  // The world is the one of the server beside which this runs, or of SANDBOX_URL.
  const sandbox = given.mode === 'sandbox' ? await openSandbox(given, null, () => undefined) : null
  const config = sandbox === null ? given : pointAtSandbox(given, sandbox.urls)
  const metrics = createMetrics({ defaults: true })
  watchStrays({ log, metrics })
  const { ctx, disconnect, close } = await openBaseContext({
    config,
    clock,
    log,
    metrics,
    sandbox: null,
    genesisHash: sandbox?.genesisHash ?? null,
    writesTape: true,
  })
  await claimLiveWorld(ctx)
  const follower = startIngest(ctx, (error) => {
    if (exitCodeOf(error) === EXIT_CONFIG) end('the store refuses', EXIT_CONFIG)
  })
  if (follower === null)
    throw new ConfigError(['SOLANA_RPC_URL is not set, nor a node of another chain: there is no chain to follow'])
  let isStopping = false
  const systemd = linkSystemd({ ...config.systemd, log, isAlive: () => !isStopping })
  systemd.ready()
  const { scope, dexes } = config.ingest
  const positions = Object.fromEntries(
    EVM_TAPE_CHAINS.filter((chain) => config.evm[chain] !== null).map((chain) => [
      chain,
      ctx.store.tape.position(chain) ?? null,
    ]),
  )
  const position = ctx.store.tape.position('solana') ?? null
  log.info({ mode: config.mode, scope, dexes, position, ...positions }, 'following')

  async function stop(reason: string): Promise<void> {
    systemd.stopping()
    log.info({ reason }, 'stopping')
    await follower?.stop()
    await disconnect()
    await close()
    await role.release()
    systemd.stop()
    log.info('stopped')
  }
  function end(reason: string, exitCode: number): void {
    if (isStopping) return
    isStopping = true
    stop(reason).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'the stop failed')
        endProcess()
      },
    )
  }
  onStopSignal(clock, { stop: (signal) => end(signal, 0), stopNow: endProcess })
}

/** A store made for another chain refuses before anything is written, when the node returns its chain in time. */
async function claimLiveWorld({ chain, store, config, clock, log }: BaseContext): Promise<void> {
  const { rpc } = chain
  if (config.mode !== 'live' || rpc === null) return
  const ask = async () =>
    genesisHashOf(await rpc.call<unknown>('getGenesisHash', [], { timeoutMs: TIMEOUTS.genesisMs }))
  const claimed = await claimShownWorld(store, ask, clock)
  if (!claimed.ok) log.warn('the node does not return its genesis hash yet; retrying')
}

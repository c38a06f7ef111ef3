import type { Config } from './config/env.ts'
import { SANDBOX_KEYS, SANDBOX_PREVIEW_KEY } from './config/sandbox-keys.ts'
import { TIMEOUTS } from './config/timeouts.ts'
import type { Context } from './context.ts'
import { createContext } from './create-context.ts'
import { printBanner } from './http/banner.ts'
import { startHttpServer } from './http/server.ts'
import { holdTape } from './ingest/hold-tape.ts'
import { startIngest } from './ingest/start.ts'
import { PROCESS_JOBS, SINGLE_JOBS } from './jobs/index.ts'
import { startJobs } from './jobs/runner.ts'
import { createGateway } from './push/gateway/gateway.ts'
import { startWebhooks } from './push/webhooks/start.ts'
import { ROUTES } from './routes/index.ts'
import { watchStrays } from './runtime/background.ts'
import type { Clock } from './runtime/clock.ts'
import { endProcess } from './runtime/end-process.ts'
import { EXIT_CONFIG, exitCodeOf } from './runtime/exit-codes.ts'
import type { Logger } from './runtime/log.ts'
import { createMetrics } from './runtime/metrics.ts'
import type { SandboxChild } from './runtime/sandbox-child.ts'
import { openSandbox, pointAtSandbox, type RunningSandbox } from './runtime/sandbox-link.ts'
import { onStopSignal } from './runtime/stop-signals.ts'
import { linkSystemd } from './runtime/systemd-notify.ts'
import { createAuthenticate } from './services/account/authenticate.ts'
import { createAuthenticateSession } from './services/account/authenticate-session.ts'
import { checkStreamChain } from './services/chains/stream-coverage.ts'
import { startScreens } from './services/screens/start-screens.ts'
import { redeemWebSocketTicket } from './services/stream/tickets.ts'
import { createUsageRecorder } from './services/usage/record.ts'
import { claimShownWorld, genesisHashOf } from './store/claim-shown-world.ts'
import { exposedKeyFiles } from './store/exposed-key-files.ts'
import type { HeldRole } from './store/single-role.ts'

/** What `src/server.ts` had at hand before the rest was loaded. */
export type Started = {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly role: HeldRole | null
  /** The sandbox of its own, already on its way; null when there is none. */
  readonly sandbox: SandboxChild | null
  /** Resolves when the pages are built, or will not be. */
  readonly explorer: Promise<void>
}

/** Builds everything, serves, and ends in reverse order on SIGTERM or SIGINT. */
export async function runServer({ config: given, clock, log, role, sandbox: child, explorer }: Started): Promise<void> {
  log.debug({ atMs: Math.round(clock.monotonicMs()) }, 'server is loaded')
  const metrics = createMetrics({ defaults: true })
  watchStrays({ log, metrics })
  let ctx: Context | undefined
  const worldChanged = (genesisHash: string): void => {
    ctx?.store
      .claimWorld(genesisHash)
      .catch((error: unknown) => log.error({ err: error }, 'the new world was not taken over'))
  }
  const sandbox = given.mode === 'sandbox' ? await openSandbox(given, child, worldChanged) : null
  const config = sandbox === null ? given : pointAtSandbox(given, sandbox.urls)
  const follows = config.role === 'all' && config.ingest.mode === 'server'
  const heldTape = follows ? await holdTape(config) : null
  const context = await createContext({
    config,
    clock,
    log,
    metrics,
    sandbox,
    genesisHash: sandbox?.genesisHash ?? null,
    writesTape: follows,
  })
  ctx = context.ctx
  ctx.workers.start()
  // Without the key file that authenticates them no key would be known: better no server than one that rejects every
  // key.
  ctx.store.integrity.assertOpen()
  for (const exposed of exposedKeyFiles(config))
    log.warn(exposed, 'a key file that others than its owner may read or write: chmod 600')
  if (config.mode === 'live') await claimLiveWorld(ctx)
  if (sandbox !== null) publishSandboxKeys(ctx)

  const usage = createUsageRecorder(ctx)
  const authenticate = createAuthenticate({
    apiKeys: ctx.store.apiKeys,
    previewKey: sandbox === null ? config.previewKey : SANDBOX_PREVIEW_KEY,
  })
  let isReady = false
  const gateway = createGateway(context.ctx, {
    authenticate,
    redeemTicket: (text) => redeemWebSocketTicket(context.ctx, text),
    unservedReason(chain) {
      const served = checkStreamChain(context.ctx, chain)
      return served.ok ? null : served.message
    },
  })
  const authenticateSession = createAuthenticateSession(ctx)
  await explorer
  const http = await startHttpServer(ctx, ROUTES, {
    authenticate,
    authenticateSession,
    usage,
    isReady: () => isReady,
    gateway,
  })
  const jobs = startJobs(ctx, config.role === 'all' ? [...PROCESS_JOBS, ...SINGLE_JOBS] : PROCESS_JOBS, (error) => {
    if (exitCodeOf(error) === EXIT_CONFIG) end('the store refuses', EXIT_CONFIG)
  })
  const follower = follows ? startIngest(ctx) : null
  const webhooks = config.role === 'all' ? startWebhooks(ctx) : null
  const screens = config.role === 'all' ? startScreens(context.ctx) : null
  // In a sandbox the first request does: most are there for other things.
  if (config.mode === 'live') context.ctx.parts.screener.begin()
  const systemd = linkSystemd({ ...config.systemd, log, isAlive: () => isReady })
  isReady = true
  systemd.ready()
  const { port, internalPort } = http
  const { mode } = config
  log.info({ port, internalPort, mode, role: config.role, atMs: Math.round(clock.monotonicMs()) }, 'listening')

  const stop = once(async (reason: string) => {
    isReady = false
    systemd.stopping()
    log.info({ reason }, 'stopping')
    http.stopAccepting()
    await Promise.all([http.close(TIMEOUTS.shutdownMs), jobs.stop(TIMEOUTS.shutdownMs)])
    await screens?.stop()
    await follower?.stop()
    await webhooks?.stop()
    await usage.close()
    await context.close()
    await heldTape?.release()
    await stopSandbox(sandbox)
    await role?.release()
    systemd.stop()
    log.info('stopped')
  })
  function end(reason: string, exitCode: number): void {
    stop(reason).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'the stop failed')
        endProcess()
      },
    )
  }
  onStopSignal(clock, { stop: (signal) => end(signal, 0), stopNow: endProcess })
  await printBanner({ config, port: http.port, internalPort: http.internalPort, sandbox })
}

/** Live mode: a store made for another chain refuses before the first answer, when the node returns its chain in
 *  time. */
async function claimLiveWorld(ctx: Context): Promise<void> {
  const { rpc } = ctx.chain
  if (rpc === null) return
  const ask = async () =>
    genesisHashOf(await rpc.call<unknown>('getGenesisHash', [], { timeoutMs: TIMEOUTS.genesisMs }))
  const claimed = await claimShownWorld(ctx.store, ask, ctx.clock)
  if (!claimed.ok) ctx.log.warn('the node does not return its genesis hash yet; retrying')
}

/** The sandbox's published keys, in memory only: live mode never knows them. */
function publishSandboxKeys(ctx: Context): void {
  for (const { name, key, tier, scopes, limitPer10s } of SANDBOX_KEYS) {
    ctx.store.apiKeys.addVolatile(key, { label: `sandbox ${name}`, tier, scopes, limitPer10s })
  }
}

async function stopSandbox(sandbox: RunningSandbox | null): Promise<void> {
  await sandbox?.stop()
}

function once<A extends unknown[]>(work: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  let running: Promise<void> | undefined
  return (...args) => {
    running ??= work(...args)
    return running
  }
}

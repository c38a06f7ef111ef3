import assert from 'node:assert/strict'
import { type DeepScanReport, LAYER_NAMES, type LayerName } from '../../src/contract/deep-scan.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { publishedTokens } from './published-tokens.ts'
import { successOf } from './reply-check.ts'
import { usedSandbox } from './used-sandbox.ts'

/** Ways in which a whole provider goes wrong. */
export const WAYS = [
  { kind: 'status', status: 500 },
  { kind: 'truncate', bytes: 20 },
  { kind: 'garbage' },
  { kind: 'drop' },
] as const
export type ScanFault = {
  readonly provider: string
  readonly kind: string
  readonly match?: string
  readonly delayMs?: number
}

const scanOf = successOf('GET /api/v2/tokens/{mint}/deepscan')
/** Checks that a fault may make fail: that something is not proven is what they say. */
const SAYS_UNPROVEN = 'honeypot.sell_proven'

/** Deep scans of one token in a world that stands still, each by a cold server of its own while sources fail: what does
 *  not rest on them must be the same to the byte as in the whole scan. */
export type FaultyScans = {
  readonly whole: DeepScanReport
  /** A first scan while these things go wrong; no line of the log may be an error. */
  withFaults(
    faults: readonly ScanFault[],
    use: (server: OpenServer, report: DeepScanReport) => Promise<void>,
  ): Promise<void>
  ask(server: OpenServer): Promise<DeepScanReport>
  changedIn(report: DeepScanReport): readonly LayerName[]
  /** It is short-lived: with the source back and its breaker rested, a whole one is made before 120 s are over. */
  assertRecovers(server: OpenServer, report: DeepScanReport): Promise<void>
  /** No check fails that passed or was not asked in the whole scan. */
  assertNothingAccused(report: DeepScanReport): void
  stop(): Promise<void>
}

export const stubsIn = ({ layers }: DeepScanReport): readonly LayerName[] =>
  LAYER_NAMES.filter((name) => layers[name]._stub === true)

export async function startFaultyScans(archetype: string): Promise<FaultyScans> {
  const sandbox = await usedSandbox('faults')
  await sandbox.control('POST', '/slots/pause')
  const { mint } = (await publishedTokens(sandbox)).find((token) => token.archetype === archetype)!
  const ask = async (server: OpenServer): Promise<DeepScanReport> =>
    scanOf(await server.get(`/api/v2/tokens/${mint}/deepscan?explain=1`))

  const withFaults: FaultyScans['withFaults'] = async (faults, use) => {
    const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, MINTGLASS_TRUST_LISTS: '0' })
    try {
      for (const fault of faults) await sandbox.control('POST', '/faults', fault)
      await use(server, await ask(server))
      const errors = server.logLines.filter((line) => /"level":(50|60)/.test(line))
      assert.deepEqual(errors, [], 'a source that fails is no error of ours')
    } finally {
      await sandbox.control('DELETE', '/faults')
      await server.stop()
    }
  }
  let whole: DeepScanReport | undefined
  await withFaults([], async (_, report) => {
    whole = report
  })
  const { layers, score, grade } = whole!

  return {
    whole: whole!,
    withFaults,
    ask,
    changedIn: (report) =>
      LAYER_NAMES.filter((name) => JSON.stringify(report.layers[name]) !== JSON.stringify(layers[name])),
    async assertRecovers(server, report) {
      server.clock.push(1_000)
      assert.equal((await ask(server)).bundle, report.bundle, 'a second later it is still kept')
      await sandbox.control('DELETE', '/faults')
      // A breaker that begins to trust its source again lets single calls through at first: three looks, all within the
      // 120 s that a whole scan lives.
      let next = report
      for (let look = 0; look < 3 && (next === report || next.score !== score); look++) {
        server.clock.push(31_000)
        next = await ask(server)
      }
      assert.notEqual(next.bundle, report.bundle)
      assert.deepEqual([stubsIn(next), next.score, next.grade], [[], score, grade])
    },
    assertNothingAccused(report) {
      for (const name of LAYER_NAMES)
        for (const { id, ok, detail } of report.layers[name].checks) {
          const before = layers[name].checks.find((check) => check.id === id)
          if (`${name}.${id}` !== SAYS_UNPROVEN)
            assert(ok || before?.ok === false, `${name}.${id} fails by the fault alone: ${detail}`)
        }
    },
    stop: () => sandbox.stop(),
  }
}

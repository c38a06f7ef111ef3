import { readConfig } from '../../src/config/env.ts'
import type { Context } from '../../src/context.ts'
import { fail } from '../../src/contract/outcome.ts'
import { startHttpServer } from '../../src/http/server.ts'
import { createGateway } from '../../src/push/gateway/gateway.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createAuthenticate } from '../../src/services/account/authenticate.ts'
import type { ApiKeysTable } from '../../src/store/store.ts'
import { answerQuestions } from '../control.ts'
import { BENCH_KEY, memoryTape } from './events.ts'
import { inBursts, measureProcess, type ServerQuestion } from './questions.ts'

/** Our front with the gateway, its key check, topics and frames, over a tape in memory. */
const sendBufferKib = Number(process.argv[2] ?? 256)
const config = {
  ...readConfig({
    STREAM_MAX_CONNECTIONS: '100000',
    STREAM_MAX_TOPICS: '1000',
    STREAM_TIER_CAPS: 'enterprise=100000/1000',
    STREAM_SEND_BUFFER_KIB: String(sendBufferKib),
  }),
  port: 0,
  internalPort: 0,
}
const { tape, append } = memoryTape()
const record = {
  id: 1,
  digestHex: digestKey(BENCH_KEY),
  tier: 'enterprise',
  scopes: [],
  allowedDomains: [],
  revokedAtMs: null,
}
const apiKeys = {
  findByDigest: (digest: string) => (digest === record.digestHex ? record : undefined),
  findById: () => record,
  version: () => 1,
} as unknown as ApiKeysTable
const ctx = {
  config,
  clock: systemClock(),
  log: createLogger({ level: 'warn', process: 'bench' }),
  metrics: createMetrics(),
  store: { tape, apiKeys, responses: { get: () => undefined, put() {} }, worldVersion: () => 0 },
  upstreams: {},
} as unknown as Context
const authenticate = createAuthenticate({ apiKeys, previewKey: null })
const gateway = createGateway(ctx, {
  authenticate,
  redeemTicket: () => fail('unauthorized', 'no tickets here'),
  unservedReason: () => null,
})
const server = await startHttpServer(ctx, [], { authenticate, usage: { record() {} }, isReady: () => true, gateway })

let mostBuffered = 0
let isWatching = false

answerQuestions<ServerQuestion>(server.port, async (question) => {
  if (question.do === 'buffered') {
    // Looking at every socket costs more than a small delivery: only for who asks.
    if (!isWatching)
      setInterval(() => {
        for (const bytes of gateway.bufferedBytes()) mostBuffered = Math.max(mostBuffered, bytes)
      }, 50)
    isWatching = true
    return mostBuffered
  }
  if (question.do !== 'publish') return measureProcess(question)
  await inBursts(question, (topics) => {
    // The moment of publication travels where the signature stands.
    append(topics, flat(process.hrtime.bigint().toString().padStart(88, '0')))
  })
})

/** In one piece, as a tape's texts are. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

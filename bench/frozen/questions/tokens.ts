import { type Asker, withKey } from '../question.ts'
import type { Recorder } from '../recorder.ts'
import { type Facts, NOBODY } from '../world-facts.ts'

/** Mints of different fates, of which every analysis is asked. */
const ARCHETYPES = ['bluechip', 'bundled', 'honeypot', 'graduated', 'no_pool'] as const
const ANALYSES = ['intel', 'deepscan', 'bubblemap', 'dev-history', 'snipers', 'safety', 'trades', 'ath'] as const
const RECORDS = ['metadata-full', 'chart', 'ohlcv', 'chart-source'] as const

export async function askTokens(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withKey(facts.operatorKey)
  const mint = facts.token('bluechip').mint
  await askLists(recorder, facts, as)
  for (const name of [...RECORDS, ...ANALYSES]) {
    const operation = `GET /api/v2/tokens/{mint}/${name}`
    await recorder.askAll({ operation, as, path: { mint } })
    for (const archetype of ARCHETYPES.slice(1))
      await recorder.ask({ operation, name: archetype, as, path: { mint: facts.token(archetype).mint } })
    await recorder.ask({ operation, name: 'nobody lives there', as, path: { mint: NOBODY } })
  }
  await askVariants(recorder, mint, as)
}

async function askLists(recorder: Recorder, facts: Facts, as: Asker): Promise<void> {
  const mints = ARCHETYPES.map((archetype) => facts.token(archetype).mint)
  for (const name of ['metadata', 'prices', 'pairs-batch'])
    await recorder.askAll({ operation: `POST /api/v2/tokens/${name}`, as, body: { mints } })
  const query = { mints: mints.join(',') }
  await recorder.askAll({ operation: 'GET /api/v2/tokens/safety', as, query })
  await recorder.askAll({ operation: 'GET /api/v2/tokens/trending', as, query: { limit: '5' } })
  await recorder.askAll({ operation: 'GET /api/v2/tokens/trending/raw', as })
  await recorder.askAll({ operation: 'GET /api/v2/tokens/search', as, query: { q: facts.token('healthy').symbol } })
  const screen = { input: facts.token('bluechip').symbol, limit: '5' }
  await recorder.askAll({ operation: 'GET /api/v2/tokens/screener', as, query: screen })
}

/** Parameters that change what is told, and the answers to conditional requests. */
async function askVariants(recorder: Recorder, mint: string, as: Asker): Promise<void> {
  const of = (name: string) => `GET /api/v2/tokens/{mint}/${name}`
  const ask = (name: string, query: Record<string, string>) =>
    recorder.askAll({ operation: of(name), name: new URLSearchParams(query).toString(), as, path: { mint }, query })
  await ask('intel', { flags_taxonomy: 'raw', explain: '1' })
  await ask('deepscan', { explain: '1' })
  await ask('chart', { period: '24h' })
  await ask('ohlcv', { period: '1h', buckets: '24' })
  const { json } = await ask('trades', { limit: '3' })
  if (typeof json?.nextCursor === 'string') await ask('trades', { limit: '3', cursor: json.nextCursor })
  const { headers } = await recorder.ask({ operation: of('intel'), name: 'again', as, path: { mint } })
  const tag = headers.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? '"none"'
  const conditional = { 'If-None-Match': tag }
  await recorder.ask({ operation: of('intel'), name: 'not modified', as, path: { mint }, headers: conditional })
}

import assert from 'node:assert/strict'
import { ADDRESS_PATTERN, type Rule, SIGNATURE_PATTERN } from '../../src/contract/params.ts'
import type { Route } from '../../src/routes/define-route.ts'
import type { ApiClient } from './api-client.ts'
import { publishedTokens } from './published-tokens.ts'
import type { StartedSandbox } from './start-sandbox.ts'

/** Values of the sandbox's world that parameters can have, by the name of the parameter or of its kind. */
export type GoodValues = {
  readonly mint: string
  readonly pool: string
  /** Signed the transaction. */
  readonly wallet: string
  readonly signature: string
  /** Begins with these letters: an object that the server holds. */
  readonly wh_: string
  readonly wal_: string
  readonly mgt_?: string
  /** Of an analysis that was begun. */
  readonly jobId: string
  /** A symbol, a word to search for. */
  readonly text: string
}

/** Of a server over this sandbox, with the bearer key that may hold wallets. */
export async function readGoodValues(sandbox: StartedSandbox, server: ApiClient, bearer: string): Promise<GoodValues> {
  const [token] = await publishedTokens(sandbox)
  const { mint, pool } = token!
  const rpc = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const reply = await fetch(sandbox.urls['rpc']!, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    return ((await reply.json()) as { result: unknown }).result
  }
  const [newest] = (await rpc('getSignaturesForAddress', [mint, { limit: 1 }])) as { signature: string }[]
  const shape = { encoding: 'json', maxSupportedTransactionVersion: 0 }
  const { transaction } = (await rpc('getTransaction', [newest!.signature, shape])) as {
    transaction: { message: { accountKeys: string[] } }
  }
  const url = 'https://hooks.example.org/mintglass'
  const webhook = await server.post('/api/v2/webhooks', { url, events: ['trade'], chain: 'solana' })
  const wallet = await server.post(
    '/v1/wallets',
    { user_ref: 'good' },
    { key: null, headers: { Authorization: `Bearer ${bearer}` } },
  )
  const cohort = await server.post('/api/v2/wallets/cohort', { addresses: transaction.message.accountKeys.slice(0, 2) })
  assert.deepEqual([webhook.status, wallet.status], [201, 201], `${webhook.text} ${wallet.text}`)
  return {
    mint,
    pool: pool ?? mint,
    wallet: transaction.message.accountKeys[0]!,
    signature: newest!.signature,
    wh_: webhook.json.webhook.id,
    wal_: wallet.json.wallet.id,
    jobId: cohort.json.jobId,
    text: 'sol',
  }
}

/** The path with every parameter filled in, and every query that the route requires. */
export function goodPath({ path, params, query }: Pick<Route, 'path' | 'params' | 'query'>, good: GoodValues): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => goodValue(path, { name, rule: params[name] }, good))
  const required = Object.entries(query).filter(([, { required }]) => required)
  const pairs = required.map(([name, rule]) => `${name}=${encodeURIComponent(goodValue(path, { name, rule }, good))}`)
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

type Parameter = { readonly name: string; readonly rule: Rule<unknown> | undefined }

/** The value of its name where its rule takes that; else one of its kind, which the pattern of its schema shows. */
function goodValue(path: string, { name, rule }: Parameter, good: GoodValues): string {
  assert(rule, `${path}: {${name}} has no rule in params`)
  const pattern = (rule.schema as { pattern?: string }).pattern ?? null
  const takes = (value: string): boolean =>
    (pattern === null || new RegExp(pattern).test(value)) && rule.parse(value).ok
  const value = [good[name as keyof GoodValues], ofKind(pattern, good), good.text, good.mint].find(
    (one) => one !== undefined && takes(one),
  )
  assert(value !== undefined, `${path}: nothing in GoodValues is good for ${name}; add a value of its kind`)
  return value
}

function ofKind(pattern: string | null, good: GoodValues): string | undefined {
  if (pattern === ADDRESS_PATTERN) return good.wallet
  if (pattern === SIGNATURE_PATTERN) return good.signature
  const prefix = /^\^([a-z]+_)/.exec(pattern ?? '')?.[1]
  return prefix === undefined ? undefined : good[prefix as keyof GoodValues]
}

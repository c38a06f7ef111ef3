import type { Config } from '../config/env.ts'
import { SANDBOX_KEYS } from '../config/sandbox-keys.ts'
import type { RunningSandbox } from '../runtime/sandbox-link.ts'
import { serverUrl } from '../runtime/server-url.ts'

/** Prints what a user sees first: what this is, where it listens, a key that works and commands to paste. */
export async function printBanner(parts: {
  readonly config: Config
  readonly port: number
  readonly internalPort: number
  readonly sandbox: RunningSandbox | null
}): Promise<void> {
  const { config, port, internalPort, sandbox } = parts
  const base = serverUrl({ ...config, port })
  const lines = sandbox === null ? liveLines(base, config) : await sandboxLines(base, sandbox)
  process.stdout.write(`\n${lines.join('\n')}\n\n  metrics     http://127.0.0.1:${internalPort}/metrics\n\n`)
}

/** Without a node hardly anything works, and nothing in the answers of single routes says that it is all for one
 *  reason. */
export function nodeLines({ providers }: Pick<Config, 'providers'>): string[] {
  if (providers.solanaRpc !== undefined) return []
  return [
    '  NO NODE     SOLANA_RPC_URL is not set: no token, wallet, trade, scan or recovery works until it is.',
    '              Set it to the address of a Solana node and start again; `doctor` names what each setting unlocks.',
    '',
  ]
}

function liveLines(base: string, config: Pick<Config, 'providers'>): string[] {
  return [
    `Mintglass (live) at ${base}`,
    '',
    ...nodeLines(config),
    `  explorer    ${base}/ in a browser`,
    `  reference   ${base}/docs`,
    '  make a key  npm run mintglass -- keys create --tier data --label me',
    '  what works  npm run mintglass -- doctor',
  ]
}

async function sandboxLines(base: string, sandbox: RunningSandbox): Promise<string[]> {
  const info = await sandbox.read()
  const tokens = info.ok ? info.value.tokens : []
  const mint = (tokens.find(({ archetype }) => archetype === 'bundled') ?? tokens[0])?.mint ?? '<mint>'
  const priced = (tokens.find(({ archetype }) => archetype === 'bluechip') ?? tokens[0])?.mint ?? '<mint>'
  const wallets = info.ok ? info.value.wallets : []
  const wallet = (wallets.find(({ archetype }) => archetype === 'trader') ?? wallets[0])?.address ?? '<wallet>'
  const key = SANDBOX_KEYS.find(({ name }) => name === 'data')!.key
  return [
    `Mintglass SANDBOX at ${base}`,
    'An embedded world: a Solana runtime, made-up tokens and wallets, agents that trade. No key and no network needed.',
    '',
    `  explorer    ${base}/ in a browser`,
    `  the world   ${base}/api/sandbox`,
    `  reference   ${base}/docs`,
    `  a key       ${key}`,
    `  own key     npm run -s mintglass -- sign-in ${wallet} --register`,
    `  webhooks    may post to ${sandbox.urls['webhookSink']}; what it got: ${sandbox.urls['control']}/webhooks`,
    '',
    'Try:',
    `  curl -s -H 'X-API-Key: ${key}' '${base}/api/v2/tokens/${mint}/intel?explain=1'`,
    `  curl -s -H 'X-API-Key: ${key}' '${base}/api/v2/tokens/trending?limit=5'`,
    `  curl -s -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '{"mints":["${priced}"]}' '${base}/api/v2/tokens/prices'`,
  ]
}

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { publishedTokens } from '../../test/support/published-tokens.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'

/** Replies of a node, each a transaction as `getTransaction` in base64 answers it, as text. */
export type Corpus = { readonly name: string; readonly replies: readonly string[] }

const BLOCK = fileURLToPath(
  new URL('../../../shared/upstreams/recorded/solana-rpc/blocks/254170887.json', import.meta.url),
)
const VOTES = 'Program Vote111111111111111111111111111111111111111 '

type Row = { readonly meta: { readonly err: unknown; readonly logMessages: readonly string[] } }

/** Of a real block, without its votes, where the recording lies beside the repository. */
export function recordedCorpora(): readonly Corpus[] {
  if (!existsSync(BLOCK)) return []
  const { transactions, blockTime } = JSON.parse(readFileSync(BLOCK, 'utf8')) as {
    transactions: readonly Row[]
    blockTime: number
  }
  const rows = transactions.filter(({ meta }) => !meta.logMessages.some((line) => line.startsWith(VOTES)))
  const texts = (of: readonly Row[]) => of.map((row) => JSON.stringify({ ...row, slot: 254_170_887, blockTime }))
  return [
    { name: 'real block', replies: texts(rows) },
    { name: 'real block, succeeded', replies: texts(rows.filter(({ meta }) => meta.err === null)) },
  ]
}

/** Of the sandbox: the newest transactions of its tokens. */
export async function sandboxCorpus(count: number): Promise<Corpus> {
  const sandbox = await startSandbox()
  try {
    const url = sandbox.urls['rpc']!
    const ask = async (method: string, params: readonly unknown[]): Promise<string> => {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      return reply.text()
    }
    const signatures = new Set<string>()
    for (const { mint } of await publishedTokens(sandbox)) {
      const { result } = JSON.parse(await ask('getSignaturesForAddress', [mint, { limit: 100 }])) as {
        result: readonly { signature: string }[]
      }
      for (const { signature } of result) if (signatures.size < count) signatures.add(signature)
    }
    const options = { encoding: 'base64', maxSupportedTransactionVersion: 1 }
    const replies: string[] = []
    for (const signature of signatures) {
      const { result } = JSON.parse(await ask('getTransaction', [signature, options])) as { result: unknown }
      replies.push(JSON.stringify(result))
    }
    return { name: 'sandbox', replies }
  } finally {
    await sandbox.stop()
  }
}

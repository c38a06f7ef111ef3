import { createSolanaChain } from '../chain/solana/chain.ts'
import type { SolanaRpc } from '../chain/solana/rpc.ts'
import type { Config } from '../config/env.ts'
import { NODE_ROLES, NODE_SET, type NodeRole } from '../config/node-set.ts'
import { counted } from '../contract/counted.ts'
import { WSOL_MINT } from '../contract/mints.ts'
import type { Failure, Outcome } from '../contract/outcome.ts'
import { type ClientParts, nodeAddresses } from '../runtime/provider-client.ts'
import { redactUrl } from '../runtime/redact-url.ts'
import { askRate, type Rate, rateFinding } from './doctor-rate.ts'
import type { Finding } from './finding.ts'

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** A mint that no one holds: the cheapest scan there is, and one that a node refuses just as it refuses a big one. */
const EMPTY_MINT = 'SysvarC1ock11111111111111111111111111111111'
const METHOD_NOT_FOUND = -32601

/** One node, measured. */
type Measured = {
  readonly url: string
  readonly per10s: number | null
  readonly head: number | null
  readonly firstSlot: number | null
  readonly genesis: string | null
  readonly calls: readonly Finding[]
  readonly gives: ReadonlySet<NodeRole>
  readonly rate: Rate
}

/** What each configured node gives and how much of it; of several also how far each is, and the settings that fit. */
export async function askNodes(parts: ClientParts & { readonly config: Config }): Promise<Finding[]> {
  const addresses = nodeAddresses(parts)
  const measured: Measured[] = []
  // One after the other: two addresses may share one allowance.
  for (const { url, apiKey, per10s } of addresses) measured.push(await measure(parts, { url, apiKey, per10s }))
  if (measured.length <= 1) return measured.flatMap(({ calls, rate, per10s }) => [...calls, rateFinding(rate, per10s)])
  const newest = Math.max(...measured.map(({ head }) => head ?? 0))
  const findings = measured.flatMap((node, at) => {
    const { calls, rate, per10s } = node
    const own = [standing(node, measured[0]!, newest), ...calls, rateFinding(rate, per10s, perNodeSetting(at))]
    return own.map((finding) => ({ ...finding, name: `${at + 1}: ${finding.name}` }))
  })
  return [...findings, { name: 'settings', state: 'live', why: settingsFor(measured) }]
}

function perNodeSetting(at: number): string {
  return at === 0 ? 'SOLANA_RPC_PER_10S' : `SOLANA_RPC_MORE_PER_10S (place ${at})`
}

async function measure(
  parts: ClientParts & { readonly config: Config },
  { url, apiKey, per10s }: { readonly url: string; readonly apiKey: string | null; readonly per10s: number | null },
): Promise<Measured> {
  const { config } = parts
  const alone = (held: number | null) =>
    createSolanaChain({
      ...parts,
      config: {
        providers: { ...config.providers, solanaRpc: { url, apiKey } },
        node: { per10s: held, more: [], roles: [null] },
      },
    }).rpc!
  const rpc = alone(per10s)
  const [head, first, genesis] = await Promise.all(
    (['getSlot', 'getFirstAvailableBlock', 'getGenesisHash'] as const).map((method) => rpc.call<unknown>(method, [])),
  )
  const answers = await askCalls(rpc)
  return {
    url,
    per10s,
    head: numberIn(head),
    firstSlot: numberIn(first),
    genesis: genesis?.ok ? String(genesis.value) : null,
    calls: answers.map(({ name, use, answer }) => toFinding(name, use, answer)),
    gives: await rolesOf(rpc, answers),
    // What the settings allow would hold the calls back that are counted.
    rate: await askRate(alone(null), parts.clock),
  }
}

type Asked = { readonly name: string; readonly use: string; readonly answer: Outcome<unknown> }

/** What public nodes refuse, and what that costs. */
async function askCalls(rpc: SolanaRpc): Promise<readonly Asked[]> {
  const scan = rpc.programAccounts(TOKEN_PROGRAM, {
    filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: EMPTY_MINT } }],
    dataSlice: { offset: 32, length: 40 },
  })
  const slot = await rpc.call<number>('getSlot', [{ commitment: 'finalized' }])
  const checks: [string, string, Promise<Outcome<unknown>>][] = [
    ['getProgramAccounts', 'exact holder counts; otherwise asset pages or the 20 largest accounts', scan],
    ['getTokenLargestAccounts', 'last resort for holders', rpc.call('getTokenLargestAccounts', [WSOL_MINT])],
    ['getSignaturesForAddress', 'launch forensics', rpc.call('getSignaturesForAddress', [WSOL_MINT, { limit: 1 }])],
    ['getRecentPerformanceSamples', 'measured slot time', rpc.call('getRecentPerformanceSamples', [1])],
    [
      'getBlock',
      'launch-slot neighbours, the event tape',
      slot.ok
        ? rpc.call('getBlock', [
            slot.value,
            { transactionDetails: 'none', rewards: false, maxSupportedTransactionVersion: 1 },
          ])
        : Promise.resolve(slot),
    ],
  ]
  return Promise.all(checks.map(async ([name, use, asked]) => ({ name, use, answer: await asked })))
}

async function rolesOf(rpc: SolanaRpc, answers: readonly Asked[]): Promise<ReadonlySet<NodeRole>> {
  const has = (name: string): boolean => answers.some((one) => one.name === name && one.answer.ok)
  // Bytes that are no transaction: a node that takes transactions finds fault with them, and none can land.
  const sent = await rpc.call('sendTransaction', ['AA=='])
  const takesSends = sent.ok || (sent.rpcCode !== undefined && sent.rpcCode !== METHOD_NOT_FOUND)
  return new Set(
    NODE_ROLES.filter((role) => {
      if (role === 'scans') return has('getProgramAccounts')
      if (role === 'history') return has('getSignaturesForAddress') && has('getBlock')
      return role === 'sends' ? takesSends : true
    }),
  )
}

function standing(node: Measured, first: Measured, newest: number): Finding {
  const name = redactUrl(node.url)
  if (node.head === null) return { name, state: 'degraded', why: 'does not say its slot' }
  if (node.genesis !== first.genesis)
    return { name, state: 'off', why: 'of another chain than the first node: it is never asked' }
  const behind = newest - node.head
  const past = node.firstSlot === null ? 'does not say its first block' : `blocks from slot ${node.firstSlot}`
  if (behind > NODE_SET.lagSlots)
    return {
      name,
      state: 'degraded',
      why: `${counted(behind, 'slot')} behind: left out of reads of the newest state; ${past}`,
    }
  return { name, state: 'live', why: `${counted(behind, 'slot')} behind the newest; ${past}` }
}

/** The sentence for the settings: what each node gives, and how many calls it allows. */
function settingsFor(measured: readonly Measured[]): string {
  const rates = measured.map(({ rate, per10s }) => rate.fitting ?? per10s ?? '-')
  const more = rates.slice(1).join(',')
  return [
    ...(rates[0] === '-' ? [] : [`SOLANA_RPC_PER_10S=${rates[0]}`]),
    ...(/^[-,]*$/.test(more) ? [] : [`SOLANA_RPC_MORE_PER_10S=${more}`]),
    `SOLANA_RPC_ROLES=${measured.map((node) => rolesText(node, measured)).join(',')}`,
  ].join(' ')
}

function rolesText({ gives, firstSlot }: Measured, all: readonly Measured[]): string {
  const deepest = Math.min(...all.map((one) => (one.gives.has('history') ? (one.firstSlot ?? Infinity) : Infinity)))
  const isShallow = (firstSlot ?? Infinity) > deepest + NODE_SET.depthSlots
  const roles = NODE_ROLES.filter((role) => {
    if (!all.some((one) => one.gives.has(role))) return true
    return gives.has(role) && !(role === 'history' && isShallow)
  })
  return roles.length === NODE_ROLES.length ? '-' : roles.join('+')
}

function toFinding(name: string, use: string, answer: Outcome<unknown>): Finding {
  return answer.ok ? { name, state: 'live', why: use } : { name, state: 'off', why: `${whyNot(answer)}: ${use}` }
}

function whyNot({ rpcCode, message }: Failure): string {
  return rpcCode === undefined ? `failed (${message})` : `refused (${rpcCode})`
}

function numberIn(answer: Outcome<unknown> | undefined): number | null {
  return answer?.ok && Number.isSafeInteger(answer.value) ? (answer.value as number) : null
}

import { parseArgs } from 'node:util'
import { decodeActions } from '../../src/chain/solana/actions/decode-actions.ts'
import { toParsed } from '../../src/chain/solana/actions/to-parsed.ts'
import { decodeTransaction } from '../../src/chain/solana/decode-transaction.ts'
import { type Case, type Goal, interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { hasPeer } from '../peers.ts'
import { type Corpus, recordedCorpora, sandboxCorpus } from './corpus.ts'
import { officialDecoder, type Reply } from './official-decoders.ts'

/** From a node's reply to a transaction explained, beside `JSON.parse` of the same reply and beside what the official SDKs
 *  decode of it: `npm run bench -- wallets [--rounds=9] [--quick]`. CPU time, median of interleaved rounds. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, quick: { type: 'boolean', default: false } },
})
const SANDBOX_TRANSACTIONS = values.quick ? 200 : 600
/** Decodings of a round, so that a round is long enough for the clock and a first one warms the code up. */
const DECODINGS = values.quick ? 2_000 : 12_000

const corpora = [...recordedCorpora(), await sandboxCorpus(SANDBOX_TRANSACTIONS)]
const goals: Goal[] = []
for (const corpus of corpora) goals.push(...(await compare(corpus)))
reportGoals('wallets', goals)

async function compare({ name, replies }: Corpus): Promise<readonly Goal[]> {
  const parsed = replies.map((text) => JSON.parse(text) as Reply)
  const times = Math.ceil(DECODINGS / replies.length)
  const timed = (title: string, work: (at: number) => void): Case => ({
    name: title,
    measure() {
      const before = process.cpuUsage()
      for (let time = 0; time < times; time++) for (let at = 0; at < replies.length; at++) work(at)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / (times * replies.length)
    },
  })
  const read = (at: number) => {
    const outcome = decodeTransaction(parsed[at])
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.value
  }
  const cases = [
    timed('JSON.parse', (at) => void JSON.parse(replies[at]!)),
    timed('ours, decoded', (at) => void decodeActions(read(at))),
    timed('ours, as a row of the API', (at) => void toParsed(decodeActions(read(at)))),
  ]
  const hasSdk = hasPeer('@solana/spl-token')
  if (hasSdk) {
    const decode = officialDecoder()
    cases.push(timed('official SDKs', (at) => void decode(parsed[at]!)))
  }
  const measured = await interleave(cases, Number(values.rounds))
  const bytes = Math.round(replies.reduce((sum, text) => sum + text.length, 0) / replies.length)
  printMeasured(`${name}: ${replies.length} transactions of ${bytes} bytes`, measured, 'us CPU per transaction')
  const ours = medianOf(measured, 'ours, decoded')
  const goal = (what: string, other: string, reach: number, aim: number): Goal => ({
    what: `${name}: ${what}`,
    got: medianOf(measured, other) / ours,
    reach,
    aim,
  })
  return [
    goal('JSON.parse over decoding', 'JSON.parse', 1 / 1.5, 1),
    ...(hasSdk ? [goal('official SDKs over decoding', 'official SDKs', 5, 5)] : []),
  ]
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXCHANGES } from '../../../sandbox/world/exchanges.ts'
import type { CohortAccepted, CohortJobReply } from '../../../src/contract/cohort.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const accepted = successOf('POST /api/v2/wallets/cohort')
const shown = successOf('GET /api/v2/wallets/cohort/{jobId}')
const PATH = '/api/v2/wallets/cohort'

let sandbox: StartedSandbox
let server: OpenServer
let people: readonly string[] = []
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, COHORT_MAX_WALLETS: '40' })
  const { wallets } = (await (await fetch(`${sandbox.urls['rpc']}/info`)).json()) as {
    wallets: { address: string; archetype: string }[]
  }
  people = wallets
    .filter(({ archetype }) => ['trader', 'sniper', 'dev', 'whale'].includes(archetype))
    .map(({ address }) => address)
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const begin = async (addresses: unknown, refresh = false): Promise<CohortAccepted> =>
  accepted(await server.post(PATH, { addresses, refresh }))
async function finish(jobId: string): Promise<{ readonly job: CohortJobReply; readonly pcts: readonly number[] }> {
  const pcts: number[] = []
  for (let turn = 0; turn < 600; turn++) {
    const job = shown(await server.get(`${PATH}/${jobId}`)) as CohortJobReply
    pcts.push(job.progress.pct)
    if (job.status !== 'running') return { job, pcts }
    await sleep(100)
  }
  return assert.fail('the job did not end')
}

test('a job is accepted with 202, its progress moves, and its result says all there is to say', async () => {
  const members = [...people.slice(0, 12), EXCHANGES[0].address, strangerAddress(9_501)]
  const reply = await server.post(PATH, { addresses: members })
  assert.equal(reply.status, 202)
  const { jobId, status, cached, wallets } = accepted(reply) as CohortAccepted
  assert.deepEqual([status, cached, wallets], ['running', false, members.length])
  const { job, pcts } = await finish(jobId)
  assert.deepEqual([job.status, job.failure], ['done', undefined])
  assert(pcts.every((pct, i) => i === 0 || pct >= pcts[i - 1]!))
  const { graph, clusters, coverage, unknown, isolated, fundingTimeline, cohesion } = job
  assert.deepEqual(
    graph!.nodes.map(({ wallet }) => wallet),
    members,
  )
  // Each member is in a cluster, alone, or unknown, and in one of them only.
  const placed = [...clusters!.flatMap((one) => one.members), ...isolated!, ...unknown!.map(({ wallet }) => wallet)]
  assert.deepEqual([...placed].sort(), [...members].sort())
  const reasonOf = (wallet: string) => unknown!.find((one) => one.wallet === wallet)?.reason
  assert.match(reasonOf(EXCHANGES[0].address)!, /public address/)
  assert.match(reasonOf(strangerAddress(9_501))!, /no history/)
  for (const { source, target, evidence } of graph!.edges) {
    assert(members.includes(source) && members.includes(target) && source !== target)
    assert(evidence.signatures.length > 0)
  }
  assert.equal(coverage!.wallets, members.length)
  assert(coverage!.transactions > 0 && coverage!.read >= 12)
  const slots = fundingTimeline!.map(({ slot }) => slot)
  assert.deepEqual(
    slots,
    [...slots].sort((a, b) => a - b),
  )
  for (const share of [cohesion!.score, ...Object.values(cohesion!.components)]) assert(share >= 0 && share <= 100)
})

test('text of any separators is read, repeated addresses count once, and bad entries are reported', async () => {
  const [one, two, three] = people
  const text = `${one}\n${two},${three}; ${one}\t nonsense ${NO_ADDRESS},,`
  const { wallets, parseInfo } = await begin(text)
  assert.equal(wallets, 3)
  assert.deepEqual(parseInfo, {
    given: 6,
    valid: 3,
    duplicates: 1,
    invalidCount: 2,
    invalid: [
      { index: 4, entry: 'nonsense' },
      { index: 5, entry: NO_ADDRESS },
    ],
  })
})

test('the same set in another order joins the job under way, is reused when done, and not with refresh', async () => {
  const members = people.slice(3, 6)
  const first = await begin(members)
  const second = await begin([...members].reverse())
  assert.deepEqual([second.jobId, second.joined, second.cached], [first.jobId, true, false])
  await finish(first.jobId)
  const third = await begin(members.join(' '))
  assert.deepEqual([third.jobId, third.cached, third.status], [first.jobId, true, 'done'])
  const fresh = await begin(members, true)
  assert.notEqual(fresh.jobId, first.jobId)
  await finish(fresh.jobId)
})

test('fewer than two valid wallets, more than COHORT_MAX_WALLETS, and what is no list are 400', async () => {
  const many = Array.from({ length: 41 }, (_, i) => strangerAddress(30_000 + i))
  assertFails(await server.post(PATH, { addresses: many }), 400, 'addresses: at most 40, these are 41')
  const [one] = people
  for (const addresses of [[], [one], [one, one], [one, 'no', 5, null, {}, []], '', ' , '])
    assertFails(await server.post(PATH, { addresses }), 400, 'addresses: at least 2 different valid addresses')
  for (const body of [{}, { addresses: 5 }, { addresses: {} }, { addresses: [one], refresh: 'maybe' }, [], 'x'])
    assert.equal((await server.post(PATH, body)).status, 400, JSON.stringify(body))
  const endless = `${'x '.repeat(6_000)}`
  assertFails(
    await server.post(PATH, { addresses: endless }),
    400,
    'addresses: expected a list or a text of at most 5000 addresses',
  )
})

test('an unknown job is 404, and so is one after 20 minutes', async () => {
  for (const id of ['coh_0', 'x', '%00', 'z'.repeat(200)]) assert.equal((await server.get(`${PATH}/${id}`)).status, 404)
  const { jobId } = await begin(people.slice(6, 8))
  await finish(jobId)
  server.clock.push(20 * 60_000)
  assertFails(await server.get(`${PATH}/${jobId}`), 404, 'unknown or expired job')
})

test('more jobs of one key than wait at once are 429 with a time to come back', async () => {
  const replies = []
  for (let i = 0; i < 9; i++)
    replies.push(await server.post(PATH, { addresses: [people[9 + i]!, people[10 + i]!, people[0]!] }))
  const refused = replies.filter(({ status }) => status === 429)
  assert(refused.length > 0, replies.map(({ status }) => status).join())
  for (const reply of refused) assert(Number(reply.headers['retry-after']) > 0)
})

test('without a node a cohort is 503', async () => {
  const bare = await openServer({ MINTGLASS_MODE: 'live' })
  try {
    assert.equal((await bare.post(PATH, { addresses: people.slice(0, 2) })).status, 503)
  } finally {
    await bare.stop()
  }
})

test('a stop of the server in the middle of a job ends it', async () => {
  const other = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  const reply = await other.post(PATH, { addresses: people.slice(0, 20) })
  assert.equal(reply.status, 202)
  await other.stop()
})

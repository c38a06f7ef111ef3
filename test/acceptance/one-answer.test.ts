import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openLabSandbox } from '../../eval/lab-sandbox.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { publishedTokens } from '../support/published-tokens.ts'
import { successOf } from '../support/reply-check.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'

/** Principle 8, through the real socket: over every token of the default world and of two labs, grade is exactly the
 *  band of the score, no word of an answer contradicts it, and once a map exists all answers rest on the same
 *  wallets. */

const chipOf = successOf('GET /api/v2/tokens/{mint}/safety')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
const scanOf = successOf('GET /api/v2/tokens/{mint}/deepscan')
const mapOf = successOf('GET /api/v2/tokens/{mint}/bubblemap')
const snipersOf = successOf('GET /api/v2/tokens/{mint}/snipers')

const LABS = [
  ['one-answer-1', ['organic', 'sponsored-fees', 'stealth-snipers', 'two-teams', 'swapped-hands', 'presale-refunds']],
  [
    'one-answer-2',
    ['trap-permanent-delegate', 'wallet-migration', 'twenty-sales', 'stealth-mode', 'sniped', 'airdrop'],
  ],
] as const

/** What each grade may say first, written down here once more. */
const WORDS: Readonly<Record<string, RegExp>> = {
  safe: /^(Nothing found against it|Little speaks against it)/,
  caution: /^(Usable with care|Too little of it could be read)/,
  risky: /^(Much speaks against it|Too little of it could be read)/,
  danger: /^Stay away/,
}
const gradeOf = (score: number) => (score >= 85 ? 'safe' : score >= 60 ? 'caution' : score >= 35 ? 'risky' : 'danger')
const verdictOf = (score: number | null) =>
  score === null ? null : score >= 50 ? 'high-risk' : score >= 25 ? 'risky' : score >= 10 ? 'caution' : 'safe'
const GRADE_OF: Readonly<Record<string, string>> = {
  safe: 'caution',
  caution: 'caution',
  risky: 'risky',
  'high-risk': 'danger',
}
const ORDER = ['safe', 'caution', 'risky', 'high-risk']
const VERDICT_OF: Readonly<Record<string, string>> = {
  safe: 'safe',
  caution: 'caution',
  risky: 'risky',
  danger: 'high-risk',
}

type Judged = { score: number | null; grade: string | null; verdict: string | null }
function assertConsistent({ score, grade, verdict }: Judged, what: string): void {
  if (score === null || grade === null || verdict === null) {
    assert.deepEqual([score, grade, verdict], [null, null, null], what)
    return
  }
  assert.equal(grade, gradeOf(score), `${what}: ${score} is not ${grade}`)
  assert.match(verdict, WORDS[grade]!, `${what}: ${grade}, ${verdict}`)
}

type Asked = { readonly where: string; readonly server: OpenServer; readonly mint: string }
const asked: Asked[] = []
const closing: (() => Promise<unknown>)[] = []
before(async () => {
  const sandbox = await sharedSandbox()
  closing.push(() => sandbox.stop())
  const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  closing.push(() => server.stop())
  for (const { mint } of await publishedTokens(sandbox)) asked.push({ where: 'default world', server, mint })
  for (const [seed, recipes] of LABS) {
    const lab = await openLabSandbox({ seed, recipes, launches: recipes.length })
    closing.push(() => lab.close())
    const own = await openServer({ SANDBOX_URL: lab.urls['rpc']! })
    closing.push(() => own.stop())
    for (const { mint, recipe } of lab.truth.tokens)
      asked.push({ where: `${seed} ${recipe?.name ?? 'old'}`, server: own, mint })
  }
})
after(async () => {
  for (const close of closing.reverse()) await close()
})

const of = ({ server, mint }: Asked, path: string) => server.get(`/api/v2/tokens/${mint}/${path}`)
const sorted = (list: readonly string[]) => [...list].sort()

test('before any scan: chip and intel say one thing, in words and in figures, and nothing is safe', async () => {
  const grades = new Set<string | null>()
  for (const one of asked) {
    const what = `${one.where} ${one.mint}`
    const chip = chipOf(await of(one, 'safety?flags=5'))
    const intel = intelOf(await of(one, 'intel'))
    assertConsistent(chip, what)
    assert.notEqual(chip.grade, 'safe', what)
    assert.equal(intel.verdict, verdictOf(intel.rugScore), what)
    assert.equal(intel.risk.verdict, verdictOf(intel.risk.score), what)
    assert.equal(intel.risk.score === null, intel.risk.unknown.length === 5, what)
    assert.notEqual(intel.verdict, 'safe', what)
    if (chip.source === 'intel' && !chip.hardCapped)
      assert.equal(chip.grade, GRADE_OF[intel.verdict ?? intel.risk.verdict], what)
    if (intel.launch !== null) {
      assert.equal(intel.launch.basis, 'launch', what)
      assert(intel.distribution.insiders_pct === null || intel.distribution.lower_bounds.includes('insiders_pct'), what)
    }
    grades.add(chip.grade)
  }
  assert(grades.size >= 3, [...grades].join(' '))
})

test('after a scan: chip, intel, snipers, scan and map say one thing and name the same wallets', async () => {
  const grades = new Set<string>()
  let named = 0
  for (const one of asked) {
    const what = `${one.where} ${one.mint}`
    const scan = scanOf(await of(one, 'deepscan'))
    const chip = chipOf(await of(one, 'safety'))
    const map = mapOf(await of(one, 'bubblemap'))
    const cohort = snipersOf(await of(one, 'snipers'))
    const intel = intelOf(await of(one, 'intel?explain=1'))
    assertConsistent(scan, what)
    assert.deepEqual([chip.score, chip.grade, chip.verdict], [scan.score, scan.grade, scan.verdict], what)
    const isListed = scan.weights.whitelisted || scan.weights.regulatedStablecoin
    if (scan.grade === 'safe' && !isListed) assert(scan.reach !== null && scan.reach.pct >= scan.reach.leastPct, what)
    assert.equal(intel.verdict, verdictOf(intel.rugScore), what)
    if (intel.verdict !== null && intel.deepscanAvailable)
      assert(ORDER.indexOf(intel.verdict) >= ORDER.indexOf(VERDICT_OF[scan.grade]!), `${what}: ${intel.verdict}`)
    grades.add(scan.grade)
    const roles = scan.entity?.roles ?? null
    if (roles === null || map.roles === null) continue
    named++
    assert.deepEqual(map.roles, roles, what)
    assert.deepEqual([intel.launch.basis, cohort.basis], ['map', 'map'], what)
    assert.deepEqual(sorted(cohort.snipers.map(({ address }: { address: string }) => address)), roles.snipers, what)
    assert.deepEqual(
      [intel.launch.snipers, intel.launch.bundlers, intel.launch.insiders, cohort.bundleWalletCount],
      [roles.snipers.length, roles.bundlers.length, roles.insiders.length, roles.bundlers.length],
      what,
    )
    assert.deepEqual(
      [cohort.sniperPct, cohort.bundledPct],
      [intel.distribution.snipers_pct, intel.distribution.bundlers_pct],
      what,
    )
    type Cluster = { devLinked: boolean; members: string[] }
    const team = new Set((map.clusters as Cluster[]).flatMap(({ devLinked, members }) => (devLinked ? members : [])))
    for (const sniper of roles.snipers) assert(!team.has(sniper), `${what}: ${sniper} is of the creator's cluster`)
  }
  assert(named >= 20, String(named))
  assert.equal(grades.size, 4, [...grades].join(' '))
})

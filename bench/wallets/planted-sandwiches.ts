import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import type { SandwichesReply } from '../../src/contract/wallet-sandwiches.ts'
import { openServer } from '../../test/support/open-server.ts'
import {
  type Honest,
  type Planted,
  SANDWICHED_DESIGNS,
  SOMETIMES_EXACT_DESIGNS,
  sandwichPlanter,
} from '../../test/support/plant-sandwiches.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'

/** `node bench/wallets/planted-sandwiches.ts --count 60 --seed 3`: plants so many sandwiches, half of them over several
 *  slots, and as many honest neighbours, on seven designs of pools (`--designs` for fewer), and asks the route about each victim. Recall, losses to
 *  the base unit against what the runtime gave without the attack, and whom it accused. */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    designs: { type: 'string', default: [...SANDWICHED_DESIGNS, ...SOMETIMES_EXACT_DESIGNS].join(',') },
  },
})
const count = Number(values.count)
const designs = values.designs.split(',')
const startMs = performance.now()
const sandbox = await startSandbox({ SANDBOX_SEED: `sandwiches-${values.seed}` })
const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })

async function ask(wallet: string): Promise<SandwichesReply> {
  const { status, json } = await server.get(`/api/v2/wallets/${wallet}/sandwiches?limit=80`)
  assert.equal(status, 200, JSON.stringify(json))
  return json as unknown as SandwichesReply
}

try {
  // The world's own history has sandwiches, too.
  const { slot: bootSlot } = await sandbox.control<{ slot: number }>('GET', '/state')
  const planter = await sandwichPlanter(sandbox)
  const planted: Planted[] = []
  const honest: Honest[] = []
  for (let place = 0; planted.length < count && place < count * 3; place++) {
    const dex = designs[(place >> 1) % designs.length]!
    const one = await planter.sandwich(dex, place)
    if (one !== null) planted.push(one)
    const neighbour = await planter.honest(dex, place)
    if (neighbour !== null) honest.push(neighbour)
  }
  const [tally, found] = [{ found: 0, exact: 0, high: 0, wrongAttacker: 0 }, new Set<string>()]
  const replies = new Map<string, SandwichesReply>()
  for (const { victim } of [...planted, ...planted.flatMap(({ others }) => others), ...honest])
    if (!replies.has(victim)) replies.set(victim, await ask(victim))
  const exactOn = new Map<string, number>()
  for (const { victim, signature, attacker, lossRaw, dex } of planted) {
    const event = replies.get(victim)!.events.find((one) => one.signature === signature)
    if (event === undefined) continue
    found.add(signature)
    tally.found++
    tally.high += event.confidence === 'high' ? 1 : 0
    const isExact = event.victimLossQuoteRaw === String(lossRaw)
    tally.exact += isExact ? 1 : 0
    if (isExact) exactOn.set(dex, (exactOn.get(dex) ?? 0) + 1)
    else console.log('not exact', dex, event.confidence, event.victimLossQuoteRaw, String(lossRaw), event.reason)
    tally.wrongAttacker += event.attacker === attacker ? 0 : 1
  }
  const events = [...replies.values()].flatMap((reply) => reply.events)
  const others = planted.flatMap((one) => one.others)
  const exactOthers = others.filter(({ victim, signature, lossRaw }) =>
    replies
      .get(victim)!
      .events.some((one) => one.signature === signature && one.victimLossQuoteRaw === String(lossRaw)),
  )
  const known = new Set([...planted, ...others, ...planter.unpaid].map(({ signature }) => signature))
  const accused = events.filter(({ signature, slot }) => slot >= bootSlot && !known.has(signature))
  const older = events.filter(({ slot }) => slot < bootSlot)
  const ofHonest = honest.filter(({ signature }) => accused.some((one) => one.signature === signature))
  const unread = [...replies.values()].reduce((sum, { coverage }) => sum + coverage.unread, 0)
  console.log(`seed ${values.seed}
planted, of them wide                  ${planted.length}, ${planted.filter(({ isWide }) => isWide).length}
on                                     ${designs.map((dex) => `${dex} ${planted.filter((one) => one.dex === dex).length}`).join(', ')}
of these exact                         ${designs.map((dex) => `${dex} ${exactOn.get(dex) ?? 0}`).join(', ')}
found (recall)                         ${tally.found} (${(tally.found / planted.length).toFixed(3)})
loss equal to the base unit            ${tally.exact}, of high confidence ${tally.high}
victims beside, found with their loss     ${others.length}, ${exactOthers.length}
another attacker named                 ${tally.wrongAttacker}
honest scenes, accused among them      ${honest.length}, ${ofHonest.length}
accused beside the planted             ${accused.length}
attacks that did not pay, found        ${planter.unpaid.length}, ${events.filter(({ signature }) => planter.unpaid.some((one) => one.signature === signature)).length}
found in the world's own history       ${older.length}
swaps that could not be read           ${unread}
seconds                                ${((performance.now() - startMs) / 1_000).toFixed(1)}`)
  for (const one of planted.filter(({ signature }) => !found.has(signature))) console.log('missed', one)
  for (const one of accused) console.log('accused', one.dex, one.confidence, one.signature, one.attacker)
} finally {
  await server.stop()
  await sandbox.stop()
}

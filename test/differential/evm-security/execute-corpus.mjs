import { encodeProbe } from '../../../src/chain/evm/security/probe-call.ts'
import { drawCorpus } from './corpus.mjs'
import { createLab, DEPLOYER, selector, TOKENS } from './lab.mjs'
import { VENUES } from './venues.mjs'

/* Puts every specimen of a corpus on a chain of its own, lets three users buy it, and runs the probe on it two times: at
 * the head, and as if a day had passed. */

const COIN = 10n ** 18n
const PROBE = `0x${'5e'.repeat(20)}`
const SENDER = `0x${'ee'.repeat(20)}`
const BUYERS = ['a1', 'a2', 'a3'].map((byte) => `0x${byte.repeat(20)}`)
const LATER = { blocks: 7_200n, seconds: 86_400n }

/** Yields `{ ...specimen, now, later }`, bytes in hex. `venue`: all in pools of this kind that fit in one, else in those
 *  that the corpus draws. */
export async function* executeCorpus(seed, variants, { isWanted = () => true, venue = null } = {}) {
  for (const [index, drawn] of drawCorpus(seed, variants).entries()) {
    const specimen = { ...drawn, venue: venue ?? drawn.venue }
    if (!isWanted(specimen, index) || !VENUES[specimen.venue].fits(specimen)) continue
    const lab = await createLab()
    const wrapped = await lab.deploy(TOKENS.Wrapped)
    await lab.send(wrapped, '0xd0e30db0', [], { value: 10n ** 24n })
    const factories = { v2: await lab.v2Factory(), v3: await lab.v3Factory() }
    yield { ...specimen, ...(await execute(Object.assign(lab, { wrapped, factories }), specimen)) }
  }
}

async function execute(lab, specimen) {
  const { contract, mode, p, q, decimals, supplyUnits, poolShare, quoteTenths, venue, hook } = specimen
  const supply = BigInt(supplyUnits) * 10n ** BigInt(decimals)
  const token = await lab.deploy(TOKENS[contract], mode, p, q, decimals, supply)
  const amounts = { token: (supply * BigInt(poolShare)) / 100n, quote: (BigInt(quoteTenths) * COIN) / 10n }
  const wish = { token, amounts, hook, decimals: { token: decimals }, draw: (supplyUnits % 100) / 100 }
  const made = await VENUES[venue].open(lab, wish)
  await lab.send(token, selector('setPair(address)'), [made.pool])
  lab.at.number += 6n
  lab.at.timeSec += 72n
  // Some traps let nobody in: then there are no earlier buyers.
  for (const buyer of BUYERS) await made.buy({ amount: made.inQuote(amounts.quote) / 2_000n, buyer })
  lab.at.number += 10n
  lab.at.timeSec += 120n
  const plan = {
    ...{ token, quote: made.quote, wrapped: lab.wrapped, hop: made.hop, router: made.router ?? null, owner: DEPLOYER },
    ...{ holders: BUYERS, venue: made.venue, budgetWei: 100n * COIN },
  }
  const call = encodeProbe(plan, { probe: PROBE, sender: SENDER })
  const now = await lab.ethCall(call)
  const block = { number: lab.at.number + LATER.blocks, timeSec: lab.at.timeSec + LATER.seconds }
  const later = await lab.ethCall({ ...call, block })
  return { now: now.data, later: later.data, gas: Number(now.gas) }
}

import { encodeProbe } from '../../../src/chain/evm/security/probe-call.ts'
import { drawCorpus } from './corpus.mjs'
import { createLab, DEPLOYER, selector, TOKENS } from './lab.mjs'

/* Puts every specimen of a corpus on a chain of its own, lets three users buy it, and runs the probe on it two times: at
 * the head, and as if a day had passed. */

const COIN = 10n ** 18n
const PROBE = `0x${'5e'.repeat(20)}`
const SENDER = `0x${'ee'.repeat(20)}`
const BUYERS = ['a1', 'a2', 'a3'].map((byte) => `0x${byte.repeat(20)}`)
const LATER = { blocks: 7_200n, seconds: 86_400n }

/** Yields `{ ...specimen, now, later }`, bytes in hex. */
export async function* executeCorpus(seed, variants, isWanted = () => true) {
  for (const [index, specimen] of drawCorpus(seed, variants).entries()) {
    if (!isWanted(specimen, index)) continue
    const lab = await createLab()
    const wrapped = await lab.deploy(TOKENS.Wrapped)
    await lab.send(wrapped, '0xd0e30db0', [], { value: 10n ** 24n })
    const factories = { v2: await lab.v2Factory(), v3: await lab.v3Factory() }
    yield { ...specimen, ...(await execute(lab, { wrapped, factories }, specimen)) }
  }
}

async function execute(lab, { wrapped, factories }, specimen) {
  const { contract, mode, p, q, decimals, supplyUnits, poolShare, quoteTenths, venue } = specimen
  const supply = BigInt(supplyUnits) * 10n ** BigInt(decimals)
  const token = await lab.deploy(TOKENS[contract], mode, p, q, decimals, supply)
  const amounts = { token: (supply * BigInt(poolShare)) / 100n, quote: (BigInt(quoteTenths) * COIN) / 10n }
  const made =
    venue === 'v2'
      ? { pool: await lab.v2Pair(factories.v2, token, wrapped, amounts) }
      : await lab.v3Pool(factories.v3, token, wrapped, amounts)
  await lab.send(token, selector('setPair(address)'), [made.pool])
  lab.at.number += 6n
  lab.at.timeSec += 72n
  for (const buyer of BUYERS) {
    const order = { token, quote: wrapped, amount: amounts.quote / 2_000n, buyer }
    // Some traps let nobody in: then there are no earlier buyers.
    if (venue === 'v2') await lab.buyV2(made.pool, order)
    else await lab.buyV3(made, order)
  }
  lab.at.number += 10n
  lab.at.timeSec += 120n
  const plan = {
    ...{ token, quote: wrapped, wrapped, hop: null, router: null, owner: DEPLOYER, holders: BUYERS },
    venue: { pool: made.pool, kind: venue, feePpm: 3_000 },
    budgetWei: 100n * COIN,
  }
  const wish = encodeProbe(plan, { probe: PROBE, sender: SENDER })
  const now = await lab.ethCall(wish)
  const block = { number: lab.at.number + LATER.blocks, timeSec: lab.at.timeSec + LATER.seconds }
  const later = await lab.ethCall({ ...wish, block })
  return { now: now.data, later: later.data, gas: Number(now.gas) }
}

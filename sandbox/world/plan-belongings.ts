import { DAY_SECS } from '../../src/config/durations.ts'
import { addWallet, LAMPORTS, type PlanDraft } from './plan-draft.ts'
import type { Cast } from './plan-wallets.ts'
import { addressOfBytes, addressOfKeySeed } from './seeded-keys.ts'
import { seededBytes } from './seeded-random.ts'

/** Validators and who stakes with them, and collections of NFTs. */
export function planBelongings(draft: PlanDraft, cast: Cast): void {
  const random = draft.random.fork('belongings')
  for (const [i, identity] of cast.validator.entries()) {
    const vote = addressOfKeySeed(seededBytes(draft.seed, `vote/${i}`))
    draft.validators.push({ identity, vote, commissionPct: i === 0 ? 5 : 8 })
    draft.stakes.push({
      address: addressOfBytes(seededBytes(draft.seed, `stake/validator/${i}`)),
      owner: identity,
      vote,
      lamports: BigInt(random.integer(40_000, 90_000)) * LAMPORTS,
      activatedSecsAgo: 90 * DAY_SECS,
    })
  }
  for (const [i, owner] of cast.staker.entries()) {
    for (let n = 0; n <= i; n++) {
      draft.stakes.push({
        address: addressOfBytes(seededBytes(draft.seed, `stake/${i}/${n}`)),
        owner,
        vote: draft.validators[(i + n) % draft.validators.length]!.vote,
        lamports: BigInt(random.integer(3, 240)) * LAMPORTS,
        activatedSecsAgo: random.integer(4, 60) * DAY_SECS,
      })
    }
  }
  const collections = ['Quiet Lighthouses', 'Pocket Golems'].map((name, i) => ({
    name,
    symbol: i === 0 ? 'QLH' : 'PGLM',
    mint: addressOfKeySeed(seededBytes(draft.seed, `collection/${i}`)),
  }))
  const curator = addWallet(draft, 'crowd', 'curator', 3n * LAMPORTS)
  for (const { name, symbol, mint } of collections)
    draft.nfts.push({ mint, owner: curator, name, symbol, collection: null })
  for (const [i, owner] of cast.nft_collector.entries()) {
    for (let n = 0; n < 5 + i * 2; n++) {
      const collection = collections[(n + i) % collections.length]!
      draft.nfts.push({
        mint: addressOfKeySeed(seededBytes(draft.seed, `nft/${i}/${n}`)),
        owner,
        name: `${collection.name} #${random.integer(1, 4_000)}`,
        symbol: collection.symbol,
        collection: collection.mint,
      })
    }
  }
}

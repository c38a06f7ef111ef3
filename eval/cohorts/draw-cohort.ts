import { createSeededRandom } from '../../sandbox/world/seeded-random.ts'
import { trueEntities } from '../judge-lab.ts'
import type { TrueToken } from '../scan-lab.ts'

export type TrueCohort = {
  readonly id: string
  /** Shuffled. */
  readonly wallets: readonly string[]
  readonly entityOf: ReadonlyMap<string, string>
}

/** Wallets of one hand and of strangers of one launch, as somebody would paste them: at most so many of each. Who
 *  belongs together is the recipe's truth. */
export function drawCohort(
  seed: string,
  truth: TrueToken,
  most: { readonly hand: number; readonly strangers: number },
): TrueCohort {
  const { recipe, mint } = truth
  const random = createSeededRandom(`cohort ${seed} ${mint}`)
  const { wallets, entityOf } = trueEntities(truth)
  const sizes = new Map<string, number>()
  for (const wallet of wallets) sizes.set(entityOf.get(wallet)!, (sizes.get(entityOf.get(wallet)!) ?? 0) + 1)
  const ofHand = wallets.filter((wallet) => sizes.get(entityOf.get(wallet)!)! > 1 && wallet !== truth.dev)
  const strangers = wallets.filter((wallet) => sizes.get(entityOf.get(wallet)!) === 1)
  const shuffle = (list: readonly string[]): string[] => {
    const rest = [...list].sort()
    for (let i = rest.length - 1; i > 0; i--) {
      const other = Math.floor(random.next() * (i + 1))
      ;[rest[i], rest[other]] = [rest[other]!, rest[i]!]
    }
    return rest
  }
  const chosen = [...shuffle(ofHand).slice(0, most.hand), ...shuffle(strangers).slice(0, most.strangers)]
  return { id: recipe?.practice?.id ?? mint, wallets: shuffle(chosen), entityOf }
}

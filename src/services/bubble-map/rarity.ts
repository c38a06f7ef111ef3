import { KEY, RARITY, WEIGHTS } from './weights.ts'

/** A trace that several people left: how many did, among how many who could have, and what part of strangers would
 *  leave just this one. */
export type SharedTrace = { readonly sharers: number; readonly people: number; readonly share: number }

/** How likely it is that any so many of these people leave one trace by chance: the first leaves it, each other one
 *  repeats it on its own (an upper bound: every choice of so many of them is one more chance). */
export function chanceOfShared({ sharers, people, share }: SharedTrace): number {
  let chance = 1
  for (let i = 0; i < sharers; i++) chance *= (people - i) / (i + 1)
  return Math.min(1, chance * share ** (sharers - 1))
}

/** How likely it is that so many people know one key by chance, where `others` transactions show strangers who know it. */
export function chanceOfKey(sharers: number, people: number, others: number): number {
  return chanceOfShared({ sharers, people, share: Math.min(1, (others + 1) / KEY.strangers) })
}

/** What part of strangers arrives at just this number: one in ten for each digit beyond those that people and programs
 *  like (`common`). Trailing zeros are no digits. */
export function shareOfNumber(digits: number, common: number): number {
  return digits <= common ? 1 : 10 ** (common - digits)
}

export function digitsOf(text: string): number {
  return text.replace(/0+$/, '').length
}

/** What a run weighs: 1 where chance brings it to less than one token in a million, and as a fingerprint among others to
 *  less than one in a thousand. Two are no run: a pair never joins by one trace. */
export function weightOfRun(sharers: number, chance: number): number {
  if (sharers < RARITY.sharers || chance > RARITY.fingerprint) return 0
  return chance <= RARITY.join ? WEIGHTS.strong : WEIGHTS.rareRun
}

/** For the evidence of a link: `1 in 4e9` says more than a logarithm. */
export function sayChance(chance: number): string {
  return chance <= 0 ? 'less than 1 in 1e15' : `1 in ${(1 / chance).toExponential(0).replace('e+', 'e')}`
}

import type { SeededRandom } from './seeded-random.ts'

export type TokenName = { readonly name: string; readonly symbol: string }

/** Names of tokens that have been around; none of them is a real asset. */
const ESTABLISHED: readonly TokenName[] = [
  { name: 'Meridian', symbol: 'MRDN' },
  { name: 'Halcyon Protocol', symbol: 'HALC' },
  { name: 'Tessera', symbol: 'TSRA' },
  { name: 'Northlight', symbol: 'NRTH' },
  { name: 'Quarry Finance', symbol: 'QRRY' },
  { name: 'Lanternfish', symbol: 'LNTF' },
  { name: 'Obelisk', symbol: 'OBLK' },
  { name: 'Saltmarsh', symbol: 'SALTM' },
  { name: 'Cinderpath', symbol: 'CNDR' },
  { name: 'Wayfarer Labs', symbol: 'WAYF' },
  { name: 'Kestrel Index', symbol: 'KSTRL' },
  { name: 'Palisade', symbol: 'PLSD' },
]
const ADJECTIVES = [
  'Tiny',
  'Angry',
  'Sleepy',
  'Cosmic',
  'Lazy',
  'Golden',
  'Based',
  'Turbo',
  'Mystic',
  'Soggy',
  'Electric',
  'Grumpy',
  'Velvet',
  'Rusty',
  'Neon',
  'Wobbly',
]
const CREATURES = [
  'Otter',
  'Pickle',
  'Gecko',
  'Walrus',
  'Badger',
  'Pigeon',
  'Turnip',
  'Moose',
  'Quokka',
  'Noodle',
  'Heron',
  'Newt',
  'Ferret',
  'Toaster',
  'Yak',
  'Cactus',
  'Lobster',
  'Marmot',
]
const ENDINGS = ['', ' Inu', ' Coin', ' World', ' DAO', ' Club']

export function establishedName(index: number): TokenName {
  const entry = ESTABLISHED[index % ESTABLISHED.length]!
  const round = Math.floor(index / ESTABLISHED.length)
  return round === 0 ? entry : { name: `${entry.name} ${round + 1}`, symbol: `${entry.symbol}${round + 1}` }
}

/** A name as launchpads see them; `taken` keeps symbols apart and is added to. */
export function memeName(random: SeededRandom, taken: Set<string>): TokenName {
  for (let attempt = 0; ; attempt++) {
    const adjective = random.pick(ADJECTIVES)
    const creature = random.pick(CREATURES)
    const name = `${adjective} ${creature}${random.pick(ENDINGS)}`
    const plain = `${adjective.slice(0, 2)}${creature.slice(0, 4)}`.toUpperCase()
    const symbol = attempt < 8 ? plain : `${plain}${random.integer(2, 9_999)}`
    if (taken.has(symbol)) continue
    taken.add(symbol)
    return { name, symbol }
  }
}

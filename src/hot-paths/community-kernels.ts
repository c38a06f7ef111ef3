import {
  add,
  addWords,
  and,
  type Code,
  constantWords,
  differ,
  divF,
  equal,
  firstWord,
  greater,
  greaterWords,
  int,
  isZero,
  type Local,
  leadingZeros,
  less,
  lessF,
  lessOrEqual,
  load,
  loadFirstWord,
  loadWords,
  mulF,
  mulPair,
  or,
  pairOf,
  rounded,
  roundedSum,
  secondWord,
  select,
  shl,
  shr,
  store,
  storeWords,
  sub,
  subF,
  subWords,
  toF,
  toPair,
  type WasmFunction,
  wasmFunction,
  when,
  whilst,
  wordAt,
  wordOf,
  xor,
} from './wasm-assembler.ts'

/** The inner loops of community detection on unweighted graphs, in WebAssembly: in JavaScript the same loops take one and
 *  a half to two times as long (checks of bounds and of overflow). Columns are 32-bit words, given by address. A row of
 *  neighbours is a run of node numbers (`Unit`, every edge counts one) or of pairs of node number and weight
 *  (`Weighted`); `offsets` hold the addresses where rows start, and one more where the last one ends.
 *
 *  Two tricks keep branches that nobody can predict out of the loops over neighbours. Sums of weight by community are
 *  not reset between nodes: each node counts from a `base` above all that was written before, and what is below counts
 *  as zero. And the best community is selected, with gains rounded to whole numbers below 2^29: `bound` over the mass of
 *  the node for each unit of weight, less `factor` for each unit of the community's mass. Weight and mass lie side by
 *  side and are worked on together. */
export type CommunityKernels = {
  sortByDegree(
    ...columns: [
      nodes: number,
      graphOffsets: number,
      graphNeighbours: number,
      counts: number,
      longestRow: number,
      rank: number,
      order: number,
      offsets: number,
      mass: number,
      rows: number,
    ]
  ): number
  beginMoves(nodes: number, mass: number, communities: number, sums: number, emptied: number): number
  moveUnit(...arguments_: MoveArguments): number
  moveWeighted(...arguments_: MoveArguments): number
  refineUnit(...arguments_: RefineArguments): number
  refineWeighted(...arguments_: RefineArguments): number
  group(
    ...columns: [
      nodes: number,
      parts: number,
      mass: number,
      count: number,
      partMass: number,
      starts: number,
      places: number,
      members: number,
    ]
  ): number
  aggregateUnit(...arguments_: AggregateArguments): number
  aggregateWeighted(...arguments_: AggregateArguments): number
  renumber(nodes: number, labels: number, seen: number): number
  gather(count: number, from: number, index: number, to: number): number
  scatter(count: number, from: number, index: number, to: number): number
  split(
    ...columns: [
      nodes: number,
      graphOffsets: number,
      graphNeighbours: number,
      communities: number,
      queue: number,
      labels: number,
    ]
  ): number
}
type MoveArguments = [
  nodes: number,
  offsets: number,
  mass: number,
  communities: number,
  sums: number,
  waiting: number,
  waitingWords: number,
  startWord: number,
  emptied: number,
  bound: number,
  factor: number,
]
type RefineArguments = [
  nodes: number,
  offsets: number,
  mass: number,
  communities: number,
  whole: number,
  parts: number,
  partMass: number,
  outward: number,
  isOpen: number,
  isAlone: number,
  sums: number,
  bound: number,
  factor: number,
  penalty: number,
]
type AggregateArguments = [
  count: number,
  offsets: number,
  parts: number,
  starts: number,
  members: number,
  places: number,
  outOffsets: number,
  out: number,
  spare: number,
]

/** Below every gain, and far enough from all of them for differences to fit 32 bits. */
const NO_GAIN = -0x3fffffff
const NONE = int(0)
const ONE = int(1)
const SIGN_PLACE = int(31)
const negative = (value: Code): Code => sub(NONE, value)
const inverted = (value: Code): Code => xor(value, int(-1))
/** All bits set or none. */
const maskWhere = (fact: Code): Code => negative(fact)
/** Two words an entry. */
const pairAt = (column: Code, index: Code): Code => add(column, shl(index, int(3)))
/** Sets `result` to what `value` is above `base`, 0 where it is below. */
const setAbove = (result: Local, value: Code, base: Code): Code => [
  ...result.set(sub(value, base)),
  ...result.set(select(greater(result.get, NONE), result.get, NONE)),
]
const raise = (local: Local, by: Code): Code => local.set(add(local.get, by))
/** Runs the body for `index` from 0 to `count`, which is not reached. */
const each = (index: Local, count: Code, ...body: Code[]): Code => [
  ...index.set(NONE),
  ...whilst(less(index.get, count), ...body, raise(index, ONE)),
]
const clear = (index: Local, column: Code, count: Code): Code =>
  each(index, count, store(wordAt(column, index.get), NONE))
const increase = (place: Code, by: Code, words = 0): Code => store(place, add(load(place, words), by), words)
const eachIn = (at: Local, end: Local, strideBytes: number, ...body: Code[]): Code =>
  whilst(less(at.get, end.get), ...body, raise(at, int(strideBytes)))

type Row = {
  readonly suffix: string
  readonly strideBytes: number
  weightAt(at: Local): Code
  /** As the first of two words. */
  weightsAt(at: Local): Code
}
const UNIT: Row = { suffix: 'Unit', strideBytes: 4, weightAt: () => ONE, weightsAt: () => constantWords(1, 0) }
const WEIGHTED: Row = {
  suffix: 'Weighted',
  strideBytes: 8,
  weightAt: (at) => load(at.get, 1),
  weightsAt: (at) => loadFirstWord(at.get, 1),
}
const i32s = (count: number): 'i32'[] => Array(count).fill('i32')

/** Copies the graph with its nodes by ascending degree: loops over neighbours then run equally often many times in a row,
 *  which the branch predictor learns. Leaves out loops; `mass` still counts them. `counts` takes `longestRow` + 2. */
const sortByDegree = wasmFunction('sortByDegree', i32s(10), (parameters, local) => {
  const [nodes, graphOffsets, graphNeighbours, counts, longestRow, rank, order, offsets, mass, rows] = parameters.map(
    ({ get }) => get,
  ) as [Code, Code, Code, Code, Code, Code, Code, Code, Code, Code]
  const i = local()
  const place = local()
  const total = local()
  const at = local()
  const end = local()
  const filled = local()
  const node = local()
  const neighbour = local()
  const countOf: Code = [
    ...place.set(wordAt(graphOffsets, i.get)),
    ...place.set(wordAt(counts, sub(load(place.get, 1), load(place.get)))),
  ]
  return [
    ...clear(i, counts, add(longestRow, int(2))),
    ...each(i, nodes, countOf, increase(place.get, ONE, 1)),
    ...each(
      i,
      add(longestRow, int(2)),
      place.set(wordAt(counts, i.get)),
      raise(total, load(place.get)),
      store(place.get, total.get),
    ),
    ...each(
      i,
      nodes,
      countOf,
      total.set(load(place.get)),
      store(place.get, add(total.get, ONE)),
      store(wordAt(rank, i.get), total.get),
      store(wordAt(order, total.get), i.get),
    ),
    ...filled.set(rows),
    ...each(
      i,
      nodes,
      node.set(load(wordAt(order, i.get))),
      place.set(wordAt(graphOffsets, node.get)),
      at.set(wordAt(graphNeighbours, load(place.get))),
      end.set(wordAt(graphNeighbours, load(place.get, 1))),
      store(wordAt(offsets, i.get), filled.get),
      store(wordAt(mass, i.get), shr(sub(end.get, at.get), int(2))),
      eachIn(
        at,
        end,
        4,
        neighbour.set(load(at.get)),
        store(filled.get, load(wordAt(rank, neighbour.get))),
        raise(filled, shl(differ(neighbour.get, node.get), int(2))),
      ),
    ),
    ...store(wordAt(offsets, nodes), filled.get),
    ...filled.get,
  ]
})

/** Fills the masses of `sums` (pairs of weight and mass by community) and the stack of labels without a member: their
 *  number, then the labels, the smallest on top. */
const beginMoves = wasmFunction('beginMoves', i32s(5), (parameters, local) => {
  const [nodes, mass, communities, sums, emptied] = parameters.map(({ get }) => get) as [Code, Code, Code, Code, Code]
  const i = local()
  const place = local()
  const count = local()
  return [
    ...clear(i, sums, shl(nodes, ONE)),
    ...each(
      i,
      nodes,
      place.set(pairAt(sums, load(wordAt(communities, i.get)))),
      increase(place.get, load(wordAt(mass, i.get)), 1),
    ),
    ...i.set(nodes),
    ...whilst(
      i.get,
      i.set(sub(i.get, ONE)),
      store(wordAt(emptied, count.get), i.get, 1),
      raise(count, isZero(load(pairAt(sums, i.get), 1))),
    ),
    ...store(emptied, count.get),
    ...count.get,
  ]
})

/** One pass over the nodes that wait (a bit each): each goes to the community of a neighbour, or alone, where that gains
 *  most, and then its neighbours elsewhere wait. Answers how many moved. */
const move = ({ suffix, strideBytes, weightsAt }: Row): WasmFunction =>
  wasmFunction(`move${suffix}`, [...i32s(9), 'f64', 'f64'], (parameters, local) => {
    const [nodes, offsets, mass, communities, sums, waiting, waitingWords, startWord, emptied, bound, factor] =
      parameters.map(({ get }) => get) as [Code, Code, Code, Code, Code, Code, Code, Code, Code, Code, Code]
    const base = local()
    const moves = local()
    const emptyCount = local()
    const wordsLeft = local()
    const word = local()
    const bits = local()
    const lowest = local()
    const node = local()
    const at = local()
    const start = local()
    const end = local()
    const own = local()
    const ownMass = local()
    const ownPlace = local()
    const rest = local()
    const best = local()
    const bestGain = local()
    const community = local()
    const place = local()
    const gain = local()
    const isBetter = local()
    const neighbour = local()
    /** Weight, above the base, and mass of the community at hand. */
    const pair = local('v128')
    const bases = local('v128')
    const factors = local('v128')
    const product = local('v128')
    const setGain: Code = [
      ...product.set(mulPair(toPair(subWords(pair.get, bases.get)), factors.get)),
      ...gain.set(roundedSum(product)),
    ]
    const takeOut: Code = [
      ...store(word.get, xor(load(word.get), lowest.get)),
      ...node.set(add(shl(sub(word.get, waiting), int(3)), sub(SIGN_PLACE, leadingZeros(lowest.get)))),
      ...place.set(wordAt(offsets, node.get)),
      ...start.set(load(place.get)),
      ...end.set(load(place.get, 1)),
      ...own.set(load(wordAt(communities, node.get))),
      ...ownMass.set(load(wordAt(mass, node.get))),
      ...factors.set(pairOf(divF(bound, toF(ownMass.get)), subF(toF(NONE), factor))),
      ...ownPlace.set(pairAt(sums, own.get)),
      ...pair.set(subWords(loadWords(ownPlace.get), secondWord(ownMass.get))),
      ...storeWords(ownPlace.get, pair.get),
      ...rest.set(wordOf(pair.get, 1)),
    ]
    const findBest: Code = [
      ...best.set(own.get),
      ...bestGain.set(int(NO_GAIN)),
      ...bases.set(firstWord(base.get)),
      ...at.set(start.get),
      ...eachIn(
        at,
        end,
        strideBytes,
        community.set(load(wordAt(communities, load(at.get)))),
        place.set(pairAt(sums, community.get)),
        pair.set(addWords(greaterWords(loadWords(place.get), bases.get), weightsAt(at))),
        storeWords(place.get, pair.get),
        setGain,
        isBetter.set(less(bestGain.get, gain.get)),
        bestGain.set(select(isBetter.get, gain.get, bestGain.get)),
        best.set(select(isBetter.get, community.get, best.get)),
      ),
      ...pair.set(greaterWords(loadWords(ownPlace.get), bases.get)),
      ...setGain,
      // Two steps of rounding: less may be nothing at all, and moves that gain nothing might never end.
      ...when(lessOrEqual(bestGain.get, add(gain.get, ONE)), bestGain.set(gain.get), best.set(own.get)),
      // Alone it would gain nothing and lose nothing.
      ...when(
        and(less(bestGain.get, int(-1)), greater(rest.get, NONE)),
        best.set(load(wordAt(emptied, emptyCount.get))),
        emptyCount.set(sub(emptyCount.get, ONE)),
      ),
      ...raise(base, ownMass.get),
    ]
    const putIn: Code = [
      ...place.set(pairAt(sums, best.get)),
      ...storeWords(place.get, addWords(loadWords(place.get), secondWord(ownMass.get))),
      ...when(
        differ(best.get, own.get),
        raise(moves, ONE),
        store(wordAt(communities, node.get), best.get),
        store(wordAt(emptied, emptyCount.get), own.get, 1),
        raise(emptyCount, isZero(rest.get)),
        at.set(start.get),
        eachIn(
          at,
          end,
          strideBytes,
          neighbour.set(load(at.get)),
          place.set(wordAt(waiting, shr(neighbour.get, int(5)))),
          // The shift takes the five low bits of the node by itself.
          store(
            place.get,
            or(load(place.get), shl(differ(load(wordAt(communities, neighbour.get)), best.get), neighbour.get)),
          ),
        ),
      ),
    ]
    return [
      ...emptyCount.set(load(emptied)),
      ...each(at, nodes, store(pairAt(sums, at.get), NONE)),
      ...word.set(wordAt(waiting, startWord)),
      ...wordsLeft.set(waitingWords),
      ...whilst(
        wordsLeft.get,
        wordsLeft.set(sub(wordsLeft.get, ONE)),
        bits.set(load(word.get)),
        whilst(
          bits.get,
          lowest.set(and(bits.get, negative(bits.get))),
          takeOut,
          findBest,
          putIn,
          // Those before it wait for the next pass.
          bits.set(and(load(word.get), inverted(or(lowest.get, sub(lowest.get, ONE))))),
        ),
        raise(word, int(4)),
        when(equal(word.get, wordAt(waiting, waitingWords)), word.set(waiting)),
      ),
      ...store(emptied, emptyCount.get),
      ...moves.get,
    ]
  })

/** Divides each community into connected parts: nodes start alone, and one that is still alone joins the neighbouring
 *  part with the greatest gain, if both hang well together with the rest of the community (`isOpen`). */
const refine = ({ suffix, strideBytes, weightAt }: Row): WasmFunction =>
  wasmFunction(`refine${suffix}`, [...i32s(11), 'f64', 'f64', 'f64'], (parameters, local) => {
    const [nodes, offsets, mass, communities, whole, parts, partMass, outward, isOpen, isAlone, sums] = parameters.map(
      ({ get }) => get,
    ) as [Code, Code, Code, Code, Code, Code, Code, Code, Code, Code, Code]
    const [bound, factor, penalty] = parameters.slice(11).map(({ get }) => get) as [Code, Code, Code]
    const i = local()
    const at = local()
    const end = local()
    const own = local()
    const ownMass = local()
    const total = local()
    const base = local()
    const place = local()
    const weight = local()
    const part = local()
    const neighbour = local()
    const isSame = local()
    const gain = local()
    const isBetter = local()
    const best = local()
    const bestGain = local()
    const scale = local('f64')
    const hangsWell = (ofMass: Code, toRest: Code): Code => {
      const others = sub(load(wordAt(whole, own.get)), ofMass)
      return maskWhere(isZero(lessF(toF(toRest), mulF(penalty, mulF(toF(ofMass), toF(others))))))
    }
    const readRow: Code = [
      ...place.set(wordAt(offsets, i.get)),
      ...at.set(load(place.get)),
      ...end.set(load(place.get, 1)),
      ...own.set(load(wordAt(communities, i.get))),
      ...ownMass.set(load(wordAt(mass, i.get))),
    ]
    const findBest: Code = [
      ...scale.set(divF(bound, toF(ownMass.get))),
      ...best.set(i.get),
      ...bestGain.set(NONE),
      ...eachIn(
        at,
        end,
        strideBytes,
        neighbour.set(load(at.get)),
        isSame.set(maskWhere(equal(load(wordAt(communities, neighbour.get)), own.get))),
        part.set(load(wordAt(parts, neighbour.get))),
        place.set(wordAt(sums, part.get)),
        setAbove(weight, load(place.get), base.get),
        raise(weight, and(weightAt(at), isSame.get)),
        store(place.get, add(weight.get, base.get)),
        gain.set(rounded(subF(mulF(toF(weight.get), scale.get), mulF(toF(load(wordAt(partMass, part.get))), factor)))),
        gain.set(and(gain.get, and(isSame.get, load(wordAt(isOpen, part.get))))),
        isBetter.set(less(bestGain.get, gain.get)),
        bestGain.set(select(isBetter.get, gain.get, bestGain.get)),
        best.set(select(isBetter.get, part.get, best.get)),
      ),
    ]
    const join: Code = [
      ...weight.set(sub(load(wordAt(sums, best.get)), base.get)),
      ...store(wordAt(parts, i.get), best.get),
      ...store(wordAt(isAlone, i.get), NONE),
      ...store(wordAt(isAlone, best.get), NONE),
      ...total.set(add(load(wordAt(partMass, best.get)), ownMass.get)),
      ...store(wordAt(partMass, best.get), total.get),
      ...place.set(wordAt(outward, best.get)),
      ...weight.set(sub(add(load(place.get), load(wordAt(outward, i.get))), shl(weight.get, ONE))),
      ...store(place.get, weight.get),
      ...store(wordAt(isOpen, best.get), hangsWell(total.get, weight.get)),
    ]
    return [
      ...clear(i, whole, nodes),
      ...each(
        i,
        nodes,
        store(wordAt(sums, i.get), NONE),
        store(wordAt(parts, i.get), i.get),
        store(wordAt(isAlone, i.get), ONE),
        store(wordAt(partMass, i.get), load(wordAt(mass, i.get))),
        increase(wordAt(whole, load(wordAt(communities, i.get))), load(wordAt(mass, i.get))),
      ),
      ...each(
        i,
        nodes,
        readRow,
        total.set(NONE),
        eachIn(
          at,
          end,
          strideBytes,
          raise(total, and(weightAt(at), maskWhere(equal(load(wordAt(communities, load(at.get))), own.get)))),
        ),
        store(wordAt(outward, i.get), total.get),
        store(wordAt(isOpen, i.get), and(hangsWell(ownMass.get, total.get), maskWhere(greater(total.get, NONE)))),
      ),
      ...each(
        i,
        nodes,
        when(
          and(load(wordAt(isAlone, i.get)), load(wordAt(isOpen, i.get))),
          readRow,
          findBest,
          when(differ(best.get, i.get), join),
          raise(base, ownMass.get),
        ),
      ),
      ...base.get,
    ]
  })

/** Members of each part, one after the other (`starts` takes two more than there are parts), and the part's mass. */
const group = wasmFunction('group', i32s(8), (parameters, local) => {
  const [nodes, parts, mass, count, partMass, starts, places, members] = parameters.map(({ get }) => get) as [
    Code,
    Code,
    Code,
    Code,
    Code,
    Code,
    Code,
    Code,
  ]
  const i = local()
  const place = local()
  const part = local()
  const total = local()
  return [
    ...clear(i, starts, add(count, int(2))),
    ...clear(i, partMass, count),
    ...clear(i, places, count),
    ...each(
      i,
      nodes,
      part.set(load(wordAt(parts, i.get))),
      increase(wordAt(starts, part.get), ONE, 2),
      increase(wordAt(partMass, part.get), load(wordAt(mass, i.get))),
    ),
    ...each(
      i,
      add(count, int(2)),
      place.set(wordAt(starts, i.get)),
      raise(total, load(place.get)),
      store(place.get, total.get),
    ),
    ...each(
      i,
      nodes,
      place.set(wordAt(starts, load(wordAt(parts, i.get)))),
      total.set(load(place.get, 1)),
      store(place.get, add(total.get, ONE), 1),
      store(wordAt(members, total.get), i.get),
    ),
    ...count,
  ]
})

/** The graph whose nodes are the parts, written to `out`; answers where it ends. Weight inside a part goes to `spare`,
 *  behind all rows: it moves with the part whatever happens. */
const aggregate = ({ suffix, strideBytes, weightAt }: Row): WasmFunction =>
  wasmFunction(`aggregate${suffix}`, i32s(9), (parameters, local) => {
    const [count, offsets, parts, starts, members, places, outOffsets, out, spare] = parameters.map(
      ({ get }) => get,
    ) as [Code, Code, Code, Code, Code, Code, Code, Code, Code]
    const part = local()
    const row = local()
    const filled = local()
    const member = local()
    const lastMember = local()
    const at = local()
    const end = local()
    /** Where a part last stood in a row; before the start of the row at hand it is new to it. */
    const place = local()
    const placeOfPlace = local()
    const other = local()
    const isNew = local()
    return [
      ...filled.set(out),
      ...each(
        part,
        count,
        row.set(filled.get),
        store(wordAt(outOffsets, part.get), row.get),
        store(wordAt(places, part.get), spare),
        member.set(wordAt(members, load(wordAt(starts, part.get)))),
        lastMember.set(wordAt(members, load(wordAt(starts, part.get), 1))),
        eachIn(
          member,
          lastMember,
          4,
          place.set(wordAt(offsets, load(member.get))),
          at.set(load(place.get)),
          end.set(load(place.get, 1)),
          eachIn(
            at,
            end,
            strideBytes,
            other.set(load(wordAt(parts, load(at.get)))),
            placeOfPlace.set(wordAt(places, other.get)),
            place.set(load(placeOfPlace.get)),
            isNew.set(less(place.get, row.get)),
            place.set(select(isNew.get, filled.get, place.get)),
            store(placeOfPlace.get, place.get),
            store(place.get, other.get),
            store(place.get, add(select(isNew.get, NONE, load(place.get, 1)), weightAt(at)), 1),
            raise(filled, shl(isNew.get, int(3))),
          ),
        ),
        store(wordAt(places, part.get), NONE),
      ),
      ...store(wordAt(outOffsets, count), filled.get),
      ...filled.get,
    ]
  })

/** Numbers from 0 in order of first appearance; answers how many. */
const renumber = wasmFunction('renumber', i32s(3), (parameters, local) => {
  const [nodes, labels, seen] = parameters.map(({ get }) => get) as [Code, Code, Code]
  const i = local()
  const place = local()
  const value = local()
  const count = local()
  return [
    ...clear(i, seen, nodes),
    ...each(
      i,
      nodes,
      place.set(wordAt(seen, load(wordAt(labels, i.get)))),
      value.set(load(place.get)),
      when(isZero(value.get), raise(count, ONE), value.set(count.get), store(place.get, count.get)),
      store(wordAt(labels, i.get), sub(value.get, ONE)),
    ),
    ...count.get,
  ]
})

/** `to[i] = from[index[i]]`. */
const gather = wasmFunction('gather', i32s(4), (parameters, local) => {
  const [count, from, index, to] = parameters.map(({ get }) => get) as [Code, Code, Code, Code]
  const i = local()
  return [...each(i, count, store(wordAt(to, i.get), load(wordAt(from, load(wordAt(index, i.get)))))), ...count]
})

/** `to[index[i]] = from[i]`. */
const scatter = wasmFunction('scatter', i32s(4), (parameters, local) => {
  const [count, from, index, to] = parameters.map(({ get }) => get) as [Code, Code, Code, Code]
  const i = local()
  return [...each(i, count, store(wordAt(to, load(wordAt(index, i.get))), load(wordAt(from, i.get)))), ...count]
})

/** Labels of the connected pieces of each community, from 0 in order of first appearance; answers how many. `communities`
 *  are taken apart (-1 once a node is labelled); `queue` takes one more than there are nodes. */
const split = wasmFunction('split', i32s(6), (parameters, local) => {
  const [nodes, graphOffsets, graphNeighbours, communities, queue, labels] = parameters.map(({ get }) => get) as [
    Code,
    Code,
    Code,
    Code,
    Code,
    Code,
  ]
  const i = local()
  const head = local()
  const tail = local()
  const own = local()
  const at = local()
  const end = local()
  const node = local()
  const place = local()
  const isFresh = local()
  const count = local()
  return [
    ...each(
      i,
      nodes,
      own.set(load(wordAt(communities, i.get))),
      when(
        lessOrEqual(NONE, own.get),
        store(queue, i.get),
        store(wordAt(communities, i.get), int(-1)),
        head.set(queue),
        tail.set(add(queue, int(4))),
        eachIn(
          head,
          tail,
          4,
          node.set(load(head.get)),
          store(wordAt(labels, node.get), count.get),
          place.set(wordAt(graphOffsets, node.get)),
          at.set(wordAt(graphNeighbours, load(place.get))),
          end.set(wordAt(graphNeighbours, load(place.get, 1))),
          eachIn(
            at,
            end,
            4,
            node.set(load(at.get)),
            place.set(wordAt(communities, node.get)),
            isFresh.set(equal(load(place.get), own.get)),
            store(tail.get, node.get),
            store(place.get, or(load(place.get), maskWhere(isFresh.get))),
            raise(tail, shl(isFresh.get, int(2))),
          ),
        ),
        raise(count, ONE),
      ),
    ),
    ...count.get,
  ]
})

/** The functions of `CommunityKernels`. */
export const COMMUNITY_KERNELS: readonly WasmFunction[] = [
  sortByDegree,
  beginMoves,
  move(UNIT),
  move(WEIGHTED),
  refine(UNIT),
  refine(WEIGHTED),
  group,
  aggregate(UNIT),
  aggregate(WEIGHTED),
  renumber,
  gather,
  scatter,
  split,
]

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  add,
  addF,
  and,
  below,
  type Code,
  compileFunctions,
  differ,
  equal,
  greater,
  greaterPair,
  int,
  isZero,
  type Local,
  less,
  lesserPair,
  load,
  loadF,
  loadPair,
  PAGE_BYTES,
  returned,
  sar,
  shl,
  store,
  storeF,
  storePair,
  sub,
  twice,
  wasmFunction,
  when,
  whilst,
  xor,
} from '../../src/hot-paths/wasm-assembler.ts'

type OfTwo = (left: number, right: number) => number
const ofTwo = (name: string, code: (left: Code, right: Code) => Code, type: 'i32' | 'f64' = 'i32') =>
  wasmFunction(name, [type, type], ([left, right]) => code(left!.get, right!.get))
const anyInt = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })

test('each operation on whole numbers does what JavaScript does', () => {
  const operations: Record<string, [(left: Code, right: Code) => Code, OfTwo]> = {
    add: [add, (a, b) => (a + b) | 0],
    sub: [sub, (a, b) => (a - b) | 0],
    and: [and, (a, b) => a & b],
    xor: [xor, (a, b) => a ^ b],
    shl: [shl, (a, b) => a << b],
    sar: [sar, (a, b) => a >> b],
    equal: [equal, (a, b) => Number(a === b)],
    differ: [differ, (a, b) => Number(a !== b)],
    less: [less, (a, b) => Number(a < b)],
    below: [below, (a, b) => Number(a >>> 0 < b >>> 0)],
    greater: [greater, (a, b) => Number(a > b)],
    isZero: [(left) => isZero(left), (a) => Number(a === 0)],
  }
  const start = compileFunctions<Record<string, OfTwo>>(
    Object.entries(operations).map(([name, [code]]) => ofTwo(name, code)),
  )
  const { run } = start(1)
  for (const [name, [, expected]] of Object.entries(operations))
    fc.assert(
      fc.property(fc.oneof(anyInt, fc.integer({ min: -2, max: 2 })), anyInt, (left, right) => {
        assert.equal(run[name]!(left, right), expected(left, right), `${name} of ${left} and ${right}`)
        assert.equal(run[name]!(left, left), expected(left, left), `${name} of ${left} twice`)
      }),
      { seed: 41 },
    )
})
test('constants of any length come out as they went in', () => {
  const constants = [0, 1, -1, 63, 64, -64, -65, 127, 128, 8191, 8192, 2 ** 31 - 1, -(2 ** 31)]
  const { run } = compileFunctions<Record<string, () => number>>(
    constants.map((value, i) => wasmFunction(`constant${i}`, [], () => int(value))),
  )(1)
  assert.deepEqual(
    constants.map((_, i) => run[`constant${i}`]!()),
    constants,
  )
})
test('pairs of floats: the lesser and the greater of each two, loads and stores at any place', () => {
  const start = compileFunctions<Record<'pick', OfTwo>>([
    wasmFunction('pick', ['i32', 'i32'], ([left, right], local) => {
      const pair = local('v128')
      return [
        ...pair.set(loadPair(left!.get, 8)),
        ...storePair(int(64), lesserPair(pair.get, loadPair(right!.get))),
        ...storePair(int(64), greaterPair(pair.get, loadPair(right!.get)), 16),
        ...storePair(int(64), twice(loadF(left!.get, 16)), 32),
        ...storeF(int(64), addF(loadF(left!.get), loadF(right!.get, 8)), 48),
        ...int(0),
      ]
    }),
  ])
  const anyFloat = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(fc.array(anyFloat, { minLength: 8, maxLength: 8 }), (values) => {
      const { memory, run } = start(1)
      const floats = new Float64Array(memory.buffer)
      floats.set(values)
      run.pick(0, 24)
      const [first, a, b, c, d] = values as [number, number, number, number, number]
      const picked = [c < a ? c : a, d < b ? d : b, a < c ? c : a, b < d ? d : b, b, b, first + d]
      assert.deepEqual([...floats.subarray(8, 15)], picked)
    }),
    { numRuns: 50, seed: 42 },
  )
})
test('a loop whose condition does not hold is not entered, and a return leaves at once', () => {
  const { run } = compileFunctions<{ sumBelow(count: number): number; isPositive(value: number): number }>([
    wasmFunction('sumBelow', ['i32'], ([count], local) => {
      const i = local()
      const sum = local()
      return [...whilst(less(i.get, count!.get), sum.set(add(sum.get, i.get)), i.set(add(i.get, int(1)))), ...sum.get]
    }),
    wasmFunction('isPositive', ['i32'], ([value]) => [
      ...when(greater(value!.get, int(0)), returned(int(1))),
      ...int(0),
    ]),
  ])(1)
  assert.deepEqual([-1, 0, 1, 10].map(run.sumBelow), [0, 0, 0, 45])
  assert.deepEqual([-1, 0, 1].map(run.isPositive), [0, 0, 1])
})
const wordAt = (index: Local): Code => add(int(8), shl(index.get, int(2)))

test('memories are separate, and an address past the end is an error', () => {
  const start = compileFunctions<{ put(index: number, value: number): number }>([
    wasmFunction('put', ['i32', 'i32'], ([index, value]) => [
      ...store(wordAt(index!), value!.get, 1),
      ...load(wordAt(index!), 1),
    ]),
  ])
  const [one, other] = [start(1), start(1)]
  assert.equal(one.run.put(2, -7), -7)
  assert.equal(new Int32Array(one.memory.buffer)[5], -7)
  assert.equal(new Int32Array(other.memory.buffer)[5], 0)
  const behind = PAGE_BYTES / 4 - 3
  assert.throws(() => one.run.put(behind, 1), /out of bounds/)
  one.memory.grow(1)
  assert.equal(one.run.put(behind, 1), 1)
})

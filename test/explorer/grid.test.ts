import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createGrid } from '../../explorer/src/map/grid.ts'
import { createLayout } from '../../explorer/src/map/layout.ts'

const coordinate = fc.double({ min: -3_000, max: 3_000, noNaN: true })

test('the grid gives every pair that is closer than a cell, and no pair twice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(coordinate, coordinate), { maxLength: 60 }),
      fc.double({ min: 1, max: 900, noNaN: true }),
      (points, cell) => {
        const x = Float32Array.from(points, ([at]) => at)
        const y = Float32Array.from(points, ([, at]) => at)
        const grid = createGrid(x, y, cell)
        const seen = new Set<string>()
        // A second filling must not see the first.
        for (let time = 0; time < 2; time += 1) {
          seen.clear()
          grid.fill()
          grid.eachPair((one, other) => {
            const name = one < other ? `${one} ${other}` : `${other} ${one}`
            assert(one !== other && !seen.has(name), name)
            seen.add(name)
          })
        }
        for (let one = 0; one < points.length; one += 1)
          for (let other = one + 1; other < points.length; other += 1)
            if (Math.hypot(x[one]! - x[other]!, y[one]! - y[other]!) < cell) assert(seen.has(`${one} ${other}`))
      },
    ),
    { numRuns: 60 },
  )
})

/** A map of so many: shares as of a token, a third in ten groups, three links each. */
function layoutOf(size: number) {
  const radii = Float32Array.from({ length: size }, (_, rank) => 4 + Math.min(52, Math.sqrt(20 / (rank + 2)) * 8.5))
  const groups = Int16Array.from({ length: size }, (_, rank) => (rank % 3 === 0 ? rank % 10 : -1))
  const links = Uint16Array.from({ length: size * 6 }, (_, at) => (at * 7_919) % size)
  const layout = createLayout({ radii, groups, links, weights: new Float32Array(size * 3).fill(0.5) })
  return { radii, layout }
}

for (const size of [0, 1, 300, 1_000])
  test(`${size} bubbles come to rest, apart from each other, the same way every time`, () => {
    const { layout, radii } = layoutOf(size)
    let steps = 0
    while (layout.step() >= 0.02 && steps < 1_000) steps += 1
    assert(steps < 1_000, 'it comes to rest')
    let overlapping = 0
    for (let one = 0; one < size; one += 1)
      for (let other = one + 1; other < size; other += 1) {
        const distance = Math.hypot(layout.x[one]! - layout.x[other]!, layout.y[one]! - layout.y[other]!)
        if (distance < (radii[one]! + radii[other]!) * 0.8) overlapping += 1
      }
    assert(overlapping <= size / 100, `${overlapping} pairs lie on each other`)
    const again = layoutOf(size).layout
    for (let step = 0; step <= steps; step += 1) again.step()
    assert.deepEqual(again.x, layout.x)
  })

test('what somebody holds stays where it is put', () => {
  const { layout } = layoutOf(40)
  layout.held[3] = 1
  layout.x[3] = 500
  for (let step = 0; step < 20; step += 1) layout.step()
  assert.equal(layout.x[3], 500)
})

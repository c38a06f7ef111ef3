import { createGrid } from './grid.ts'

/** Places bubbles on a plane: linked ones attract each other, all push each other away, those of one group stay close, and
 *  none overlap. Positions are in pixels around the origin. Repulsion looks at the neighbouring cells of a grid only, and
 *  not so far where there are very many. */
export type Layout = {
  readonly x: Float32Array
  readonly y: Float32Array
  /** Bubbles that somebody holds; they stay where they are put. */
  readonly held: Uint8Array
  /** Moves everything once. Returns how much moved: below 0.02 the picture is at rest. */
  step(): number
  /** Lets it move again. */
  warm(heat?: number): void
}

export type LayoutInput = {
  readonly radii: Float32Array
  /** Pairs of indexes. */
  readonly links: Uint16Array
  /** Strength of each pair, 0 to 1. */
  readonly weights: Float32Array
  /** Group of each bubble, -1 for none. */
  readonly groups: Int16Array
}

const REPULSION = 900
const REACH = 130
/** So many bubbles push each other over the whole reach; with more it shrinks, as far as this. */
const FULL_REACH_BUBBLES = 600
const LEAST_REACH = 36
const GAP = 3
const GRAVITY = 0.012
const SPRING = 0.06
const COHESION = 0.012
const FRICTION = 0.6
const COOLING = 0.988
const FASTEST = 12

export function createLayout({ radii, links, weights, groups }: LayoutInput): Layout {
  const size = radii.length
  const x = new Float32Array(size)
  const y = new Float32Array(size)
  const vx = new Float32Array(size)
  const vy = new Float32Array(size)
  const held = new Uint8Array(size)
  const groupCount = groups.reduce((most, group) => Math.max(most, group), -1) + 1
  const centres = new Float32Array(groupCount * 3)
  const reach = size <= FULL_REACH_BUBBLES ? REACH : Math.max(LEAST_REACH, REACH * Math.sqrt(FULL_REACH_BUBBLES / size))
  /** Wider than a cell: they look at all others, the rest of the grid leaves them out. */
  const isWide = Uint8Array.from(radii, (radius) => (radius * 2 + GAP > reach ? 1 : 0))
  const wide = Array.from(radii.keys()).filter((index) => isWide[index] === 1)
  const grid = createGrid(x, y, reach)
  let heat = 1
  spread()

  /** A spiral by rank, groups in sectors of their own: the same input always gives the same picture. */
  function spread(): void {
    for (let index = 0; index < size; index += 1) {
      const group = groups[index]!
      const angle = group < 0 ? index * 2.399963 : (group / groupCount) * Math.PI * 2 + (index % 7) * 0.09
      const distance = 14 * Math.sqrt(index + 1) + (group < 0 ? 60 : 30)
      x[index] = Math.cos(angle) * distance
      y[index] = Math.sin(angle) * distance
    }
  }

  function pushApart(): void {
    grid.fill()
    grid.eachPair((one, other) => {
      if (isWide[one] === 0 && isWide[other] === 0) pushPair(one, other)
    })
    for (const one of wide)
      for (let other = 0; other < size; other += 1) if (isWide[other] === 0 || other > one) pushPair(one, other)
  }

  function pushPair(one: number, other: number): void {
    let dx = x[other]! - x[one]!
    let dy = y[other]! - y[one]!
    const touching = radii[one]! + radii[other]! + GAP
    const far = touching > reach ? touching : reach
    if (dx > far || dx < -far || dy > far || dy < -far) return
    if (dx === 0 && dy === 0) {
      dx = ((one * 7 + other * 13) % 11) / 11 - 0.5
      dy = ((one * 3 + other * 5) % 7) / 7 - 0.5
    }
    const squared = dx * dx + dy * dy
    if (squared > far * far) return
    const distance = Math.sqrt(squared) || 0.01
    let force = (REPULSION * heat * 0.08) / (squared + 40)
    if (distance < touching) force += (touching - distance) * 0.7
    const fx = (dx / distance) * force
    const fy = (dy / distance) * force
    vx[one]! -= fx
    vy[one]! -= fy
    vx[other]! += fx
    vy[other]! += fy
  }

  function pullLinks(): void {
    for (let pair = 0; pair < weights.length; pair += 1) {
      const one = links[pair * 2]!
      const other = links[pair * 2 + 1]!
      const dx = x[other]! - x[one]!
      const dy = y[other]! - y[one]!
      const distance = Math.sqrt(dx * dx + dy * dy) || 0.01
      const wanted = radii[one]! + radii[other]! + 22
      const force = ((distance - wanted) / distance) * SPRING * heat * (0.25 + 0.75 * weights[pair]!)
      vx[one]! += dx * force
      vy[one]! += dy * force
      vx[other]! -= dx * force
      vy[other]! -= dy * force
    }
  }

  function pullGroups(): void {
    centres.fill(0)
    for (let index = 0; index < size; index += 1) {
      const group = groups[index]!
      if (group < 0) continue
      centres[group * 3]! += x[index]!
      centres[group * 3 + 1]! += y[index]!
      centres[group * 3 + 2]! += 1
    }
    for (let index = 0; index < size; index += 1) {
      const group = groups[index]!
      if (group >= 0) {
        const count = centres[group * 3 + 2]!
        vx[index]! += (centres[group * 3]! / count - x[index]!) * COHESION * heat
        vy[index]! += (centres[group * 3 + 1]! / count - y[index]!) * COHESION * heat
      }
      vx[index]! -= x[index]! * GRAVITY * heat
      vy[index]! -= y[index]! * GRAVITY * heat
    }
  }

  /** Returns how far all went together. */
  function move(): number {
    let moved = 0
    for (let index = 0; index < size; index += 1) {
      if (held[index] === 1) {
        vx[index] = vy[index] = 0
        continue
      }
      const dx = vx[index]! * FRICTION
      const dy = vy[index]! * FRICTION
      vx[index] = dx
      vy[index] = dy
      x[index]! += dx > FASTEST ? FASTEST : dx < -FASTEST ? -FASTEST : dx
      y[index]! += dy > FASTEST ? FASTEST : dy < -FASTEST ? -FASTEST : dy
      moved += Math.abs(dx) + Math.abs(dy)
    }
    return moved
  }

  return {
    x,
    y,
    held,
    step() {
      pushApart()
      pullLinks()
      pullGroups()
      const moved = move()
      heat *= COOLING
      return size === 0 ? 0 : heat < 0.02 ? 0 : moved / size
    },
    warm(next = 0.5) {
      heat = Math.max(heat, next)
    },
  }
}

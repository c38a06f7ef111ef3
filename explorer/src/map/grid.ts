/** Points on a plane by cells, for those that are close to each other. Arrays are made once and grow: a step over
 *  thousands of points leaves nothing to collect. */
export type Grid = {
  /** Takes the points as they are now. */
  fill(): void
  /** Every pair in one cell or in two that touch, once. */
  eachPair(take: (one: number, other: number) => void): void
}

/** With more cells on a side they become wider. */
const MOST_CELLS = 256
/** The cells behind one in reading order that touch it, as steps of columns and rows. */
const BEHIND = [1, 0, -1, 1, 0, 1, 1, 1] as const

export function createGrid(x: Float32Array, y: Float32Array, cellSize: number): Grid {
  const size = x.length
  const cellOf = new Int32Array(size)
  const order = new Int32Array(size)
  /** Where each cell begins in `order`; one more, for the end of the last. */
  let starts = new Int32Array(1)
  let columns = 1
  let rows = 1

  return {
    fill() {
      const bounds = boundsOf(x, y)
      const side = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top)
      const cell = Math.max(cellSize, side / MOST_CELLS)
      columns = Math.floor((bounds.right - bounds.left) / cell) + 1
      rows = Math.floor((bounds.bottom - bounds.top) / cell) + 1
      const cells = columns * rows
      if (starts.length < cells + 1) starts = new Int32Array(cells + 1)
      else starts.fill(0, 0, cells + 1)
      for (let index = 0; index < size; index += 1) {
        const column = Math.floor((x[index]! - bounds.left) / cell)
        const at = Math.floor((y[index]! - bounds.top) / cell) * columns + column
        cellOf[index] = at
        starts[at + 1]! += 1
      }
      for (let at = 0; at < cells; at += 1) starts[at + 1]! += starts[at]!
      // Filled from behind, which moves the end of each cell to its beginning: `starts` is shifted by one until then.
      for (let index = size - 1; index >= 0; index -= 1) {
        const at = cellOf[index]! + 1
        starts[at]! -= 1
        order[starts[at]!] = index
      }
      for (let at = 0; at < cells; at += 1) starts[at] = starts[at + 1]!
      starts[cells] = size
    },
    eachPair(take) {
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1) {
          const at = row * columns + column
          const end = starts[at + 1]!
          for (let place = starts[at]!; place < end; place += 1) {
            const one = order[place]!
            for (let next = place + 1; next < end; next += 1) take(one, order[next]!)
            for (let side = 0; side < BEHIND.length; side += 2) {
              const toColumn = column + BEHIND[side]!
              const toRow = row + BEHIND[side + 1]!
              if (toColumn < 0 || toColumn >= columns || toRow >= rows) continue
              const to = toRow * columns + toColumn
              for (let next = starts[to]!; next < starts[to + 1]!; next += 1) take(one, order[next]!)
            }
          }
        }
    },
  }
}

function boundsOf(x: Float32Array, y: Float32Array): { left: number; right: number; top: number; bottom: number } {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let index = 0; index < x.length; index += 1) {
    if (x[index]! < left) left = x[index]!
    if (x[index]! > right) right = x[index]!
    if (y[index]! < top) top = y[index]!
    if (y[index]! > bottom) bottom = y[index]!
  }
  return x.length === 0 ? { left: 0, right: 0, top: 0, bottom: 0 } : { left, right, top, bottom }
}

/** How likely at least `count` events are where `mean` are expected, each on its own (Poisson). */
export function tailOf(count: number, mean: number): number {
  let term = Math.exp(-mean)
  let below = 0
  for (let events = 0; events < count; events++) {
    below += term
    term *= mean / (events + 1)
  }
  return Math.max(0, 1 - below)
}

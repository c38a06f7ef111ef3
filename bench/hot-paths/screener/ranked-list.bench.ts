import { Bench } from 'tinybench'
import { createRankedList } from '../../../src/hot-paths/screener/ranked-list.ts'

const ROWS = 100_000
const list = createRankedList()
for (let row = 0; row < ROWS; row++) list.set(row, Math.exp((row % 1_400) / 100))
const bench = new Bench({ name: 'ranked-list', time: 300, warmupTime: 100 })
let row = 0
bench.add(`a row of ${ROWS} changes its place`, () => {
  row = (row + 7_919) % ROWS
  list.set(row, row)
})
bench.add('the first 50 of the order', () => {
  let left = 50
  for (let bucket = list.nextBucket(null, true); bucket >= 0 && left > 0; bucket = list.nextBucket(bucket, true))
    for (let at = list.first(bucket); at >= 0; at = list.next(at)) left--
})
await bench.run()
console.table(bench.table())

import { Bench } from 'tinybench'
import { fillColumns } from './bench-columns.ts'

const ROWS = 100_000
const columns = fillColumns(ROWS)
const objects = Array.from({ length: ROWS }, (_, row) => ({ price: columns.number(0, row) }))
const bench = new Bench({ name: 'pair-columns', time: 300, warmupTime: 100 })
let row = 0
bench.add('set a number of a row, columns', () => {
  row = (row + 7_919) % ROWS
  columns.setNumber(0, row, row)
})
bench.add('set a number of a row, objects', () => {
  row = (row + 7_919) % ROWS
  objects[row]!.price = row
})
await bench.run()
console.table(bench.table())

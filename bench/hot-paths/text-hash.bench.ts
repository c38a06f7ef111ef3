import { createHash, hash } from 'node:crypto'
import { Bench } from 'tinybench'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { hashText } from '../../src/hot-paths/text-hash.ts'

/** Short keys of 256 addresses, beside the hash of node:crypto. */
const texts = Array.from({ length: 256 }, (_, index) =>
  encodeBase58(createHash('sha256').update(String(index)).digest()),
)
const bench = new Bench({ name: 'text hash', time: 400, warmupTime: 100 })
bench
  .add('ours', () => {
    for (const text of texts) hashText(text)
  })
  .add('node:crypto sha1', () => {
    for (const text of texts) hash('sha1', text, 'hex')
  })
await bench.run()
console.table(bench.table())

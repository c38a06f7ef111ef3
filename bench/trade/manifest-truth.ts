import { proveManifests } from '../../test/services/manifest/prove-manifests.ts'
import { openTradeLab } from '../../test/services/manifest/trade-lab.ts'

/** `node bench/trade/manifest-truth.ts --count 1000 --seed 1`: drawn trades whose manifest is compared with what the
 *  chain then shows of them. Ends with 1 when one differs. */
const count = Number(argument('count', '1000'))
const seed = Number(argument('seed', '1'))
const lab = await openTradeLab()
const startedMs = performance.now()
try {
  const { compared, mismatches, refused, traits } = await proveManifests(lab, count, seed)
  for (const line of mismatches) console.log(`DIFFERS ${line}`)
  console.table(Object.fromEntries([...traits].sort()))
  console.log('refused:', Object.fromEntries([...refused].sort()))
  const sec = ((performance.now() - startedMs) / 1_000).toFixed(0)
  console.log(`seed ${seed}: ${compared} transactions compared in ${sec} s, ${mismatches.length} differences`)
  process.exitCode = mismatches.length === 0 && compared >= count ? 0 : 1
} finally {
  await lab.stop()
}

function argument(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}

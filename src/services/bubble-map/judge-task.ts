import { createHash } from 'node:crypto'
import { judgeBubbleMap } from './judge-bubble-map.ts'
import type { MapBundle } from './map-bundle.ts'

/** Compute-thread entry: the bytes of recorded inputs in, the bytes of their Bubble Map out. */
export default function task({ bundle }: { readonly bundle: Uint8Array }): Uint8Array {
  return judgeMapBytes(bundle)
}

/** The same in place, for the replay. The digest in the report is that of exactly these bytes. */
export function judgeMapBytes(bytes: Uint8Array): Uint8Array {
  const bundleSha256 = createHash('sha256').update(bytes).digest('hex')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  const { evidence, mint, generatedAtMs } = JSON.parse(text) as MapBundle
  return Buffer.from(JSON.stringify(judgeBubbleMap(evidence, { mint, generatedAtMs, bundleSha256 })))
}

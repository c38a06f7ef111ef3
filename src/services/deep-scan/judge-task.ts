import { createHash } from 'node:crypto'
import type { InputBundle } from '../evidence-bundle/input-bundle.ts'
import { judgeScan } from './judge-scan.ts'

/** Compute-thread entry: the bytes of a bundle in, the bytes of its report out. The digest in the report is that of
 *  exactly these bytes. */
export default function task({ bundle }: { readonly bundle: Uint8Array }): Uint8Array {
  return judgeBundleBytes(bundle)
}

/** The same in place, for the replay. */
export function judgeBundleBytes(bytes: Uint8Array): Uint8Array {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const bundle = JSON.parse(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
  ) as InputBundle
  return Buffer.from(JSON.stringify(judgeScan(bundle, sha256)))
}

import { hash } from 'node:crypto'

/** One changed byte sequence of a binary: where it stands, what stands there, what is put there instead. */
type Edit = { readonly offset: number; readonly from: readonly number[]; readonly to: readonly number[] }
export type BinaryPatch = {
  /** Of the original, for people: `sha256sum` of the package's file. */
  readonly sha256: string
  readonly patchedSha256: string
  readonly edits: readonly Edit[]
}

/** Patches by `platform_arch_abi`.
 *
 *  The parser trims header values by `value < 33`, and reads the size of a chunk up to the first byte that is not `> 32`,
 *  both with `char`, which has a sign on x86-64: bytes from 0x80 up are below zero there and count as white space. So
 *  `X-User-Ref: alice\xff` arrives as `alice` and `Transfer-Encoding: \xffchunked\xff` as `chunked`. The same source
 *  compiled for arm64 (`char` without a sign) has unsigned branches at these four places; these edits give x86-64 the
 *  branches of arm64 and change nothing else. Field values hold no byte below 32 but tabs by then (the parser has refused
 *  the others), so what is still trimmed is the optional white space of RFC 9110 5.5. The newest upstream source
 *  (August 2026) still has the fault. */
export const UWS_PATCHES: Readonly<Record<string, BinaryPatch>> = {
  // uws-pack 20.0.8
  linux_x64_127: {
    sha256: '8cabc918bbf9a07323e54f89a33882491080b2eb35df0607f473ccdb1f3c31af',
    patchedSha256: 'f41a5dbb41300c63647758648bf51e35363888f43600c30bd1f4a907b4e7caf7',
    edits: [
      // HttpParser::getHeaders, end of a value: cmpb $0x21, jge -> jae
      { offset: 0xf2522, from: [0x7d, 0x10], to: [0x73, 0x10] },
      // HttpParser::getHeaders, start of a value: cmpb $0x20, jg -> ja
      { offset: 0xf253c, from: [0x7f, 0x12], to: [0x77, 0x12] },
      // consumeHexNumber, first byte of a chunk's size: cmp $0x21, jl -> jb
      { offset: 0xf2002, from: [0x0f, 0x8c, 0x78], to: [0x0f, 0x82, 0x78] },
      // consumeHexNumber, further bytes: cmp $0x21, jge -> jae
      { offset: 0xf2074, from: [0x0f, 0x8d, 0x96], to: [0x0f, 0x83, 0x96] },
    ],
  },
}

/** These bytes with the edits made; null when they are not the binary that the patch is for.
 *  Looking at the result alone suffices: the edits replace known bytes by known bytes, so only one original leads to it. */
export function patchBinary(bytes: Buffer, { patchedSha256, edits }: BinaryPatch): Buffer | null {
  const isThere = ({ offset, from }: Edit): boolean =>
    bytes.subarray(offset, offset + from.length).equals(Buffer.from(from))
  if (!edits.every(isThere)) return null
  const patched = Buffer.from(bytes)
  for (const { offset, to } of edits) patched.set(to, offset)
  return hash('sha256', patched) === patchedSha256 ? patched : null
}

import { hash } from 'node:crypto'

/** One changed byte sequence of a binary: its offset, the expected bytes and their replacement. */
type Edit = { readonly offset: number; readonly from: readonly number[]; readonly to: readonly number[] }
export type BinaryPatch = {
  /** Of the original, for people: `sha256sum` of the package's file. */
  readonly sha256: string
  readonly patchedSha256: string
  readonly edits: readonly Edit[]
}

/** Patches by `platform_arch_abi`.
 *
 *  The parser trims header values by `value < 33`, and reads the size of a chunk up to the first byte that is not `>
 *  32`, both with `char`, which has a sign on x86-64: bytes from 0x80 up are below zero there and count as white space.
 *  So `X-User-Ref: alice\xff` arrives as `alice` and `Transfer-Encoding: \xffchunked\xff` as `chunked`. The same source
 *  compiled for arm64 (`char` without a sign) has unsigned branches at these four places; the first four edits give
 *  x86-64 the branches of arm64 and change nothing else. Field values hold no byte below 32 but tabs by then (the
 *  parser has refused the others), so what is still trimmed is the optional white space of RFC 9110 5.5. The newest
 *  upstream source (August 2026) still has the fault.
 *
 *  A line without a name (`: x`) is stored with a name of length 0, which is the mark of the last line: everything that
 *  reads the head stops there, so `: x` hides a `Content-Length` below it. The fifth edit makes such a line a malformed
 *  head, answered 400. It needs no room of its own: a jump over ten bytes of padding leads into the loop that reads a
 *  name, and both are replaced. `%rdx` is the first byte of the line, `%r14` the error that the caller set to 0 (3 is
 *  400), and the returned `%eax` is 0 on every way there. The binary for arm64 has this fault and no patch. */
export const UWS_PATCHES: Readonly<Record<string, BinaryPatch>> = {
  // uws-pack 20.0.8
  linux_x64_127: {
    sha256: '8cabc918bbf9a07323e54f89a33882491080b2eb35df0607f473ccdb1f3c31af',
    patchedSha256: 'a476a9313ab02e692dea386fa8e5a9e07ce99a03356939a903386b6a3efefef1',
    edits: [
      // HttpParser::getHeaders, end of a value: cmpb $0x21, jge -> jae
      { offset: 0xf2522, from: [0x7d, 0x10], to: [0x73, 0x10] },
      // HttpParser::getHeaders, start of a value: cmpb $0x20, jg -> ja
      { offset: 0xf253c, from: [0x7f, 0x12], to: [0x77, 0x12] },
      // consumeHexNumber, first byte of a chunk's size: cmp $0x21, jl -> jb
      { offset: 0xf2002, from: [0x0f, 0x8c, 0x78], to: [0x0f, 0x82, 0x78] },
      // consumeHexNumber, further bytes: cmp $0x21, jge -> jae
      { offset: 0xf2074, from: [0x0f, 0x8d, 0x96], to: [0x0f, 0x83, 0x96] },
      // HttpParser::getHeaders, start of a line: jmp over ten bytes of padding, to the loop that reads a name ->
      //   cmpb $0x3a,(%rdx); jne <that loop>; movb $3,(%r14); jmp <return>; nop
      {
        offset: 0xf23d1,
        from: [0xe9, 0x0e, 0x00, 0x00, 0x00, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
        to: [0x80, 0x3a, 0x3a, 0x75, 0x0e, 0x41, 0xc6, 0x06, 0x03, 0xe9, 0xa5, 0x01, 0x00, 0x00, 0x90],
      },
    ],
  },
}

/** These bytes with the edits made; null when they are not the binary that the patch is for. Looking at the result
 *  alone suffices: the edits replace known bytes by known bytes, so only one original leads to it. */
export function patchBinary(bytes: Buffer, { patchedSha256, edits }: BinaryPatch): Buffer | null {
  const isThere = ({ offset, from }: Edit): boolean =>
    bytes.subarray(offset, offset + from.length).equals(Buffer.from(from))
  if (!edits.every(isThere)) return null
  const patched = Buffer.from(bytes)
  for (const { offset, to } of edits) patched.set(to, offset)
  return hash('sha256', patched) === patchedSha256 ? patched : null
}

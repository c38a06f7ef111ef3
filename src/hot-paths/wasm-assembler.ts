/** Instructions of a WebAssembly function body, as bytes. An expression leaves one value, a statement none. */
export type Code = readonly number[]
/** A parameter or local of the function at hand. */
export type Local = { readonly get: Code; set(value: Code): Code }
export type ValueType = 'i32' | 'f64' | 'v128'
export type WasmFunction = { readonly name: string; readonly bytes: Code; readonly parameters: readonly ValueType[] }

const TYPES: Readonly<Record<ValueType, number>> = { i32: 0x7f, f64: 0x7c, v128: 0x7b }
const NO_VALUE = 0x40
const WORD_ALIGNMENT = 2
const FLOAT_ALIGNMENT = 3

/** Signed or, for numbers from 0, unsigned LEB128. */
function leb(value: number, isSigned: boolean): number[] {
  const bytes: number[] = []
  for (let rest = value; ; ) {
    const low = rest & 0x7f
    rest = isSigned ? rest >> 7 : rest >>> 7
    const isLast = isSigned ? rest === ((low & 0x40) === 0 ? 0 : -1) : rest === 0
    bytes.push(isLast ? low : low | 0x80)
    if (isLast) return bytes
  }
}
const binary =
  (opcode: number) =>
  (left: Code, right: Code): Code => [...left, ...right, opcode]

export const int = (value: number): Code => [0x41, ...leb(value, true)]
export const add = binary(0x6a)
export const sub = binary(0x6b)
export const and = binary(0x71)
export const xor = binary(0x73)
export const shl = binary(0x74)
/** Shift right, with the sign. */
export const sar = binary(0x75)
export const equal = binary(0x46)
export const differ = binary(0x47)
export const less = binary(0x48)
/** `less` of numbers from 0 to 2^32 - 1. */
export const below = binary(0x49)
export const greater = binary(0x4a)
export const isZero = (value: Code): Code => [...value, 0x45]
export const addF = binary(0xa0)

/** The 32-bit word at an address, or `words` after it. */
export const load = (address: Code, words = 0): Code => [...address, 0x28, WORD_ALIGNMENT, ...leb(4 * words, false)]
export const store = (address: Code, value: Code, words = 0): Code => [
  ...address,
  ...value,
  0x36,
  WORD_ALIGNMENT,
  ...leb(4 * words, false),
]

/** The float at an address, or `bytes` after it. */
export const loadF = (address: Code, bytes = 0): Code => [...address, 0x2b, FLOAT_ALIGNMENT, ...leb(bytes, false)]
export const storeF = (address: Code, value: Code, bytes = 0): Code => [
  ...address,
  ...value,
  0x39,
  FLOAT_ALIGNMENT,
  ...leb(bytes, false),
]

/* Vectors hold two floats. (WebAssembly core specification, vector instructions) */
const vector = (opcode: number): Code => [0xfd, ...leb(opcode, false)]
const binaryVector =
  (opcode: number) =>
  (left: Code, right: Code): Code => [...left, ...right, ...vector(opcode)]
/** The two floats at an address, or `bytes` after it. */
export const loadPair = (address: Code, bytes = 0): Code => [
  ...address,
  ...vector(0x00),
  FLOAT_ALIGNMENT,
  ...leb(bytes, false),
]
export const storePair = (address: Code, pair: Code, bytes = 0): Code => [
  ...address,
  ...pair,
  ...vector(0x0b),
  FLOAT_ALIGNMENT,
  ...leb(bytes, false),
]
export const twice = (value: Code): Code => [...value, ...vector(0x14)]
/** The lesser of each two in one machine instruction: the left one where either is no number. */
export const lesserPair = binaryVector(0xf6)
export const greaterPair = binaryVector(0xf7)

export const when = (condition: Code, ...body: Code[]): Code => [...condition, 0x04, NO_VALUE, ...body.flat(), 0x0b]
/** Runs the body as long as the condition holds, which is asked before. */
export const whilst = (condition: Code, ...body: Code[]): Code =>
  when(condition, [0x03, NO_VALUE, ...body.flat(), ...condition, 0x0d, 0, 0x0b])
export const returned = (value: Code): Code => [...value, 0x0f]

/** A function that answers with an `i32`. `body` gets the parameters and a maker of locals. */
export function wasmFunction(
  name: string,
  parameters: readonly ValueType[],
  body: (parameters: readonly Local[], local: (type?: ValueType) => Local) => Code,
): WasmFunction {
  const locals: ValueType[] = []
  const localAt = (index: number): Local => {
    const place = leb(index, false)
    return { get: [0x20, ...place], set: (value) => [...value, 0x21, ...place] }
  }
  const makeLocal = (type: ValueType = 'i32'): Local => localAt(parameters.length + locals.push(type) - 1)
  const code = body(
    parameters.map((_, index) => localAt(index)),
    makeLocal,
  )
  const declared = locals.flatMap((type) => [1, TYPES[type]])
  return { name, parameters, bytes: [...leb(locals.length, false), ...declared, ...code, 0x0b] }
}

/** A module of functions over the memory `env.memory`, each exported under its name. (WebAssembly core specification,
 *  binary format) */
function wasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const sized = (bytes: Code): number[] => [...leb(bytes.length, false), ...bytes]
  const text = (value: string): number[] => sized([...new TextEncoder().encode(value)])
  const section = (id: number, entries: readonly Code[]): number[] => [
    id,
    ...sized([...leb(entries.length, false), ...entries.flat()]),
  ]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      functions.map(({ parameters }) => [0x60, ...sized(parameters.map((type) => TYPES[type])), 1, TYPES.i32]),
    ),
    ...section(2, [[...text('env'), ...text('memory'), 0x02, 0x00, 0]]),
    ...section(
      3,
      functions.map((_, index) => leb(index, false)),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [...text(name), 0x00, ...leb(index, false)]),
    ),
    ...section(
      10,
      functions.map(({ bytes }) => sized(bytes)),
    ),
  ])
}

/** The part of the JavaScript interface that is used here; Node's own types leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: unknown }
}
export type WasmMemory = {
  readonly buffer: ArrayBuffer
  /** Views of the old buffer are empty afterwards. */
  grow(pages: number): number
}

export const PAGE_BYTES = 65_536

/** Compiles functions once and starts them over fresh memories as often as wanted. `Functions` names what they take. */
export function compileFunctions<Functions>(
  functions: readonly WasmFunction[],
): (pages: number) => { readonly memory: WasmMemory; readonly run: Functions } {
  const module = new WebAssembly.Module(wasmModule(functions))
  return (pages) => {
    const memory = new WebAssembly.Memory({ initial: pages })
    return { memory, run: new WebAssembly.Instance(module, { env: { memory } }).exports as Functions }
  }
}

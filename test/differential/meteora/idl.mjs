import { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { BN } from './packages.mjs'

/* Bytes by an IDL, through Anchor's own coder: of instructions, events and accounts. */

/** Random values for every field of a type, for layouts whose fields must not be mistaken for one another. */
export function randomOf(idl, type, random) {
  if (typeof type === 'string') return randomScalar(type, random)
  if (type.array) return Array.from({ length: type.array[1] }, () => randomOf(idl, type.array[0], random))
  if (type.vec) return []
  if (type.option) return null
  const name = type.defined?.name ?? type.defined
  const found = idl.types.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no type ${JSON.stringify(type)}`)
  return randomStruct(idl, found.type, random)
}

export function randomStruct(idl, type, random) {
  if (type.kind === 'enum') return { [lowerFirst(type.variants[0].name)]: {} }
  // Fields without names go by their place.
  return Object.fromEntries(
    type.fields.map((field, at) => [field.name ?? String(at), randomOf(idl, field.type ?? field, random)]),
  )
}

function randomScalar(kind, random) {
  if (kind === 'bool') return random.below(2) === 1
  if (kind === 'pubkey' || kind === 'publicKey') return random.key()
  if (kind === 'u8') return random.below(256)
  if (kind === 'i8') return random.below(128)
  if (kind === 'u16') return random.below(65_536)
  if (kind === 'i16') return random.below(32_768)
  if (kind === 'u32') return random.u32()
  if (kind === 'i32') return random.u32() >> 1
  if (kind === 'f64') return 1.5
  if (kind === 'string') return `text ${random.u32()}`
  const bits = { u64: 64, i64: 62, u128: 128, i128: 126 }[kind]
  if (bits === undefined) throw new Error(`no value for ${kind}`)
  return new BN(random.big(bits).toString())
}

const lowerFirst = (text) => text[0].toLowerCase() + text.slice(1)

/** A big integer as the coders take it. */
export const bn = (value) => new BN(value.toString())

/** An event's discriminator and body: every field random but the given ones. */
export function encodeEvent(idl, coder, name, fields, random) {
  const type = idl.types.find((one) => one.name === name).type
  const { discriminator } = idl.events.find((one) => one.name === name)
  const layout = coder.types.typeLayouts.get(name)
  return Buffer.concat([
    Buffer.from(discriminator),
    encodeWith(layout, { ...randomStruct(idl, type, random), ...fields }),
  ])
}

/** An account's bytes, likewise. */
export function encodeAccount(idl, coder, name, fields, random) {
  const type = idl.types.find((one) => one.name === name).type
  const { discriminator } = idl.accounts.find((one) => one.name === name)
  const layout = coder.types.typeLayouts.get(name)
  return Buffer.concat([
    Buffer.from(discriminator),
    encodeWith(layout, { ...randomStruct(idl, type, random), ...fields }),
  ])
}

export function encodeWith(layout, value) {
  const room = Buffer.alloc(16_384)
  return room.subarray(0, layout.encode(value, room))
}

/** An instruction by the IDL: accounts by name, those not given are random; arguments random but the given ones. */
export function encodeInstruction({ idl, coder, programId, name, accounts, args, random }) {
  const found = idl.instructions.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no instruction ${name}`)
  const filled = Object.fromEntries(found.args.map((arg) => [arg.name, randomOf(idl, arg.type, random)]))
  const keys = found.accounts.map((account) => {
    const pubkey = accounts[account.name] ?? (account.address ? new PublicKey(account.address) : random.key())
    // An optional account that is left out is spelled as the program, without rights.
    const isGiven = !pubkey.equals(programId)
    const isSigner = account.signer ?? account.isSigner ?? false
    const isWritable = account.writable ?? account.isMut ?? false
    return { pubkey, isSigner: isGiven && isSigner, isWritable: isGiven && isWritable }
  })
  return new TransactionInstruction({ programId, keys, data: coder.instruction.encode(name, { ...filled, ...args }) })
}

/** Keys and big integers as text. */
export function plain(fields) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof PublicKey ? value.toBase58() : typeof value === 'object' ? value.toString() : value,
    ]),
  )
}

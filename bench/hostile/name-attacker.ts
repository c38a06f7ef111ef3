import { PublicKey, VersionedTransaction } from '@solana/web3.js'
import { addDeposit, addTransfer } from '../attack/rewrite-transaction.ts'
import type { Draw, KindLab } from './kind.ts'

const WSOL = 'So11111111111111111111111111111111111111112'
const SKIMMED = 1_949_000

/** A transaction of a builder with a payment to the attacker in it, or with the attacker in place of one of its
 *  accounts. */
export async function nameAttacker(
  wire: string,
  { draw, lab }: { readonly draw: Draw; readonly lab: KindLab },
): Promise<string> {
  const accounts = accountsOf(wire)
  if (accounts === null) return wire
  const payer = accounts[0]!.toBase58()
  const way = draw.below(3)
  if (way === 0) return addTransfer(payer, lab.attacker, SKIMMED)(lab.rpcUrl, wire)
  if (way === 1) return addDeposit(payer, lab.attacker, WSOL)(lab.rpcUrl, wire)
  return inPlaceOfOne(wire, draw, lab.attacker)
}

function inPlaceOfOne(wire: string, draw: Draw, attacker: string): string {
  const transaction = VersionedTransaction.deserialize(Buffer.from(wire, 'base64'))
  const { staticAccountKeys: keys, header } = transaction.message
  const first = header.numRequiredSignatures
  const last = keys.length - header.numReadonlyUnsignedAccounts
  if (last <= first) return wire
  keys[first + draw.below(last - first)] = new PublicKey(attacker)
  return Buffer.from(transaction.serialize()).toString('base64')
}

/** Those that a transaction names itself; null for what is none. */
export function accountsOf(wire: string): readonly PublicKey[] | null {
  try {
    return VersionedTransaction.deserialize(Buffer.from(wire, 'base64')).message.staticAccountKeys
  } catch {
    return null
  }
}

import assert from 'node:assert/strict'
import type { AccountUse } from './instructions.ts'

/** Name of an account in an instruction's list, with its flags after a colon: `user:ws`, `pool:w`, `mint`. */
type NameOf<S extends string> = S extends `${infer Name}:${string}` ? Name : S

/** The fixed accounts of one instruction, in wire order: one table for the builder and for readers of such an
 *  instruction. */
export type AccountList<Name extends string> = {
  readonly names: readonly Name[]
  readonly isSigner: readonly boolean[]
  readonly isWritable: readonly boolean[]
}

export function accountList<const S extends string>(specs: readonly S[]): AccountList<NameOf<S>> {
  const split = specs.map((spec) => spec.split(':'))
  return {
    names: split.map(([name]) => name as NameOf<S>),
    isSigner: split.map(([, flags = '']) => flags.includes('s')),
    isWritable: split.map(([, flags = '']) => flags.includes('w')),
  }
}

/** Accounts of an instruction from its accounts by name. */
export function accountUses<Name extends string>(
  list: AccountList<Name>,
  addresses: Readonly<Record<Name, string>>,
  remaining: readonly AccountUse[] = [],
): AccountUse[] {
  const uses = list.names.map((name, at) => {
    const address = addresses[name]
    assert(address !== undefined, `account ${name} is missing`)
    return { address, isSigner: list.isSigner[at]!, isWritable: list.isWritable[at]! }
  })
  return [...uses, ...remaining]
}

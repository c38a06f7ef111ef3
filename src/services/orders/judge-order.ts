import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { type Breach, breach } from '../manifest/judge-manifest.ts'
import type { Steps } from '../manifest/read-steps.ts'
import type { AskedOrder, Call } from './asked-order.ts'

/** The first thing in the message of an order that is no part of one: beside the one call of the order program the
 *  owner's own token accounts are made, and SOL is wrapped and unwrapped on them. */
export function judgeOrderSteps({ steps }: Steps, asked: AskedOrder): Breach | null {
  const wrapped = associatedTokenAddress(asked.owner, NATIVE_MINT)
  const calls: Call[] = []
  for (const step of steps) {
    switch (step.kind) {
      case 'call':
        calls.push(step)
        break
      case 'open':
        if (step.owner !== asked.owner) return breach('created_account', `${step.account} of ${step.owner} comes to be`)
        break
      case 'fund':
      case 'initialize':
        return breach('created_account', `${step.account} comes to be`)
      case 'close':
        if (step.account !== wrapped) return breach('closed_account', `${step.account} is closed`)
        break
      case 'pay':
        if (step.to !== wrapped || step.isToken) return breach('recipient', `${step.raw} to ${step.to}`)
        break
      default:
    }
  }
  if (calls.length !== 1) return breach('call', `${calls.length} calls of the order program, one was requested`)
  return asked.judgeCall(calls[0]!)
}

/** Compares the accounts of a call with those that are known of it, by position. */
export function judgeAccounts({ accounts }: Call, known: Readonly<Record<number, string>>): Breach | null {
  for (const [at, address] of Object.entries(known))
    if (accounts[Number(at)] !== address)
      return breach('call', `account ${at} is ${accounts[Number(at)] ?? 'absent'}, ${address} was requested`)
  return null
}

/** Compares the data of a call, given as what was asked for stands there. Several for what may be written in several
 *  ways. */
export function judgeData({ data }: Call, asked: readonly Uint8Array[]): Breach | null {
  return asked.some((one) => Buffer.compare(one, data) === 0)
    ? null
    : breach('call', 'its terms are not those requested')
}

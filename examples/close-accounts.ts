// Deposits of empty token accounts come back: check, close, sign with @solana/web3.js, send, wait, confirm.
// The key of the wallet never leaves this process.
import { setTimeout } from 'node:timers/promises'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { decodeBase58 } from '../src/hot-paths/base58.ts'
import { ask, SERVER, type World } from './ask.ts'

type Figures = { totalPotentialRecovery: number; potentialRecovery: number; emptyAccounts: number }
type Built = { transaction: string; accountsInTx: number; recovery: number }

/** Signs what was built, sends it and waits until it is confirmed. */
async function signAndSend({ transaction }: Built, signer: Keypair): Promise<string> {
  const unsigned = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'))
  unsigned.sign([signer])
  const signed = Buffer.from(unsigned.serialize()).toString('base64')
  const { result: signature, error } = await open<{ result: string; error?: object }>('send', { transaction: signed })
  if (error !== undefined) throw new Error(JSON.stringify(error))
  for (let i = 0; i < 60; i++) {
    await setTimeout(500)
    const { result } = await open<{ result: { value: ({ confirmationStatus: string } | null)[] } }>('status', {
      signature,
    })
    if (['confirmed', 'finalized'].includes(result.value[0]?.confirmationStatus ?? '')) return signature
  }
  throw new Error(`${signature} was not confirmed`)
}

/** The public helpers answer as a node does. */
async function open<T>(helper: 'send' | 'status', body: object): Promise<T> {
  const reply = await fetch(`${SERVER}/api/rpc/${helper}`, { method: 'POST', body: JSON.stringify(body) })
  return (await reply.json()) as T
}

const { wallets } = await ask<World>('/api/sandbox')
const wallet = wallets.findLast(({ archetype }) => archetype === 'closeable')!
const signer = Keypair.fromSecretKey(decodeBase58(wallet.secretKey)!)
const walletAddresses = [wallet.address]

const before = await ask<{ results: Figures[] }>('/api/v1/check', { walletAddresses })
const { emptyAccounts, potentialRecovery } = before.results[0]!
console.log(`${wallet.address} has ${emptyAccounts} empty accounts with ${potentialRecovery} SOL`)

const built = await ask<{ walletTransactions: Record<string, Built[]> }>('/api/v1/close', { walletAddresses })
for (const one of built.walletTransactions[wallet.address] ?? []) {
  const signature = await signAndSend(one, signer)
  console.log(`closed ${one.accountsInTx}: ${signature}`)
  const report = { walletAddress: wallet.address, accountsClosed: one.accountsInTx, solRecovered: one.recovery }
  await ask('/api/v1/confirm', { ...report, signature })
}

const after = await ask<{ results: Figures[] }>('/api/v1/check', { walletAddresses })
console.log(`left: ${after.results[0]!.emptyAccounts} empty accounts`)

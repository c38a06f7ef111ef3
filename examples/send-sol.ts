// A SOL transfer between two wallets of the sandbox with @solana/web3.js, which needs no change to talk to it.
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js'
import { decodeBase58 } from '../src/hot-paths/base58.ts'
import { ask, type World } from './ask.ts'

const { wallets, upstreams } = await ask<World>('/api/sandbox')
const from = wallets.find(({ archetype }) => archetype === 'whale')!
const to = wallets.find(({ archetype }) => archetype === 'dormant')!
const connection = new Connection(upstreams['rpc']!, 'confirmed')
const recipient = new PublicKey(to.address)

const before = await connection.getBalance(recipient)
const transfer = SystemProgram.transfer({
  fromPubkey: new PublicKey(from.address),
  toPubkey: recipient,
  lamports: 0.25 * LAMPORTS_PER_SOL,
})
const signer = Keypair.fromSecretKey(decodeBase58(from.secretKey)!)
const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [signer])
const after = await connection.getBalance(recipient)
console.log(`${signature}\n${to.address} has ${(after - before) / LAMPORTS_PER_SOL} SOL more`)

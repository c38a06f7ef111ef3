// What the page of a builder does with a wallet in the browser: register an API key, sign in, look at the dashboard,
// set where the fees go, and take a change back. Signed with @solana/web3.js's key pair and Node's Ed25519, as a
// wallet's `signMessage` would.
import { createPrivateKey, sign } from 'node:crypto'
import { Keypair } from '@solana/web3.js'
import { SERVER } from './ask.ts'

type Challenge = { nonce: string; message: string }
type Dashboard = {
  apiKeyId: number
  feeWallet: string
  feeWalletChanges: { from: string | null; to: string | null; byOwner: boolean }[]
}

/** One call; throws with the server's own words when it does not succeed. */
async function call<T>(path: string, body?: object, session?: string): Promise<T> {
  const headers = {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(session === undefined ? {} : { 'X-Session-Token': session }),
  }
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const reply = await fetch(SERVER + path, request)
  const answer = (await reply.json()) as { success: boolean; error?: string } & T
  if (!answer.success) throw new Error(`${path}: ${reply.status} ${answer.error}`)
  return answer
}

/** Asks for a text, looks at it, signs it. */
async function prove(purpose: 'login' | 'register') {
  const ownerWallet = wallet.publicKey.toBase58()
  const { nonce, message } = await call<Challenge>('/api/auth/challenge', { ownerWallet, purpose })
  console.log(message.split('\n')[0])
  return { ownerWallet, nonce, signature: sign(null, Buffer.from(message), signer).toString('base64') }
}

/** A wallet of its own: nothing has to be in it. */
const wallet = Keypair.generate()
const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), wallet.secretKey.subarray(0, 32)])
const signer = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })

const made = await call<{ apiKey: string; apiKeyId: number; keyPrefix: string }>('/api/register-key', {
  ...(await prove('register')),
  label: 'my page',
})
console.log(`registered key ${made.apiKeyId}: ${made.keyPrefix}... (shown once, kept by you)`)

const { sessionToken } = await call<{ sessionToken: string }>('/api/auth/login', await prove('login'))
const newFeeWallet = Keypair.generate().publicKey.toBase58()
const change = { ownerWallet: wallet.publicKey.toBase58(), newFeeWallet, apiKeyId: made.apiKeyId }
await call('/api/dashboard/update-fee-wallet', change)
const { feeWallet, feeWalletChanges } = await call<Dashboard>('/api/dashboard-session', undefined, sessionToken)
console.log(
  `fees go to ${feeWallet}, changed by ${feeWalletChanges[0]?.byOwner ? 'you' : 'somebody without your session'}`,
)

const undone = await call<{ feeWallet: string }>('/api/dashboard-session/undo-fee-wallet', {}, sessionToken)
console.log(`undone: fees go to ${undone.feeWallet} again, your own wallet`)

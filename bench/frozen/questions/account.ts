import { withKey, withSession } from '../question.ts'
import type { Answer, Recorder } from '../recorder.ts'
import { type Facts, signPayment, signText, type Wallet } from '../world-facts.ts'

const SLOTS = 4

export async function askAccount(recorder: Recorder, facts: Facts): Promise<void> {
  const owner = facts.wallet('trader')
  const registered = await prove(recorder, owner, 'register', 'POST /api/register-key')
  const apiKeyId = registered.json?.apiKeyId
  const login = await prove(recorder, owner, 'login', 'POST /api/auth/login')
  const session = withSession(login.json?.sessionToken ?? '')
  await recorder.askAll({ operation: 'GET /api/dashboard/{wallet}', as: null, path: { wallet: owner.address } })
  await recorder.askAll({ operation: 'GET /api/dashboard-session', as: session })
  const domains = { domains: ['Shop.example', '*.wide.example', 'no host'] }
  await recorder.askAll({ operation: 'POST /api/update-domains', as: session, body: domains })
  const newFeeWallet = facts.wallet('dormant').address
  const change = { ownerWallet: owner.address, newFeeWallet, apiKeyId }
  await recorder.askAll({ operation: 'POST /api/dashboard/update-fee-wallet', as: null, body: change })
  const undo = 'POST /api/dashboard-session/undo-fee-wallet'
  await recorder.askAll({ operation: undo, as: session, body: {} })
  const lock = 'POST /api/dashboard-session/lock-fee-wallet'
  await recorder.askAll({ operation: lock, as: session, body: { locked: true } })
  await recorder.ask({ operation: 'POST /api/dashboard/update-fee-wallet', name: 'locked', as: null, body: change })
  const license = { operation: 'GET /api/branding-license', as: null }
  const { json: price } = await recorder.askAll({ ...license, query: { apiKeyId: String(apiKeyId) } })
  await recorder.ask({ ...license, name: 'no such key', query: { apiKeyId: '999999' } })
  const verify = { operation: 'POST /api/verify-branding-payment', as: null }
  const claim = { ownerWallet: owner.address, transactionSignature: facts.signatures[0], apiKeyId }
  await recorder.askAll({ ...verify, name: 'another payment', body: claim })
  const transactionSignature = await pay(recorder, facts, price?.paymentWallet, price?.payment?.lamports)
  await recorder.ask({ ...verify, body: { ...claim, transactionSignature } })
  await recorder.askAll({ operation: 'POST /api/regenerate-key', as: session, body: { graceSeconds: 60 } })
  await recorder.ask({ operation: 'GET /api/dashboard-session', name: 'at the end', as: session })
}

/** A challenge, signed, and what it opens; then every mistake, with a challenge that is used up. */
async function prove(
  recorder: Recorder,
  wallet: Wallet,
  purpose: 'login' | 'register',
  operation: string,
): Promise<Answer> {
  const ownerWallet = wallet.address
  const challenge = { operation: 'POST /api/auth/challenge', name: purpose, as: null, body: { ownerWallet, purpose } }
  const { json } = await recorder.ask(challenge)
  const proof = { ownerWallet, nonce: json?.nonce, signature: signText(wallet, json?.message ?? '') }
  const body = purpose === 'register' ? { ...proof, label: 'frozen' } : proof
  const opened = await recorder.askAll({ operation, as: null, body })
  await recorder.askMistakes(challenge)
  return opened
}

/** A payment of the owner, as a wallet makes it: a blockhash from the node, signed, sent. */
async function pay(recorder: Recorder, facts: Facts, to: string, lamports: number): Promise<string> {
  const as = withKey(facts.operatorKey)
  const latest = { jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash' }
  const { json } = await recorder.ask({ operation: 'POST /api/v2/rpc', name: 'blockhash', as, body: latest })
  const payment = { to, lamports, blockhash: json?.result?.value?.blockhash }
  const transaction = signPayment(facts.wallet('trader'), payment)
  const send = { operation: 'POST /api/rpc/send', name: 'license', as: null, body: { transaction }, slots: SLOTS }
  const sent = await recorder.ask(send)
  return sent.json?.result
}

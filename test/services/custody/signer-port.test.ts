import assert from 'node:assert/strict'
import { after, afterEach, before, mock, test } from 'node:test'
import { createAssociatedTokenAccount } from '../../../src/chain/solana/instructions.ts'
import { verifySignature } from '../../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { fail } from '../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import type { Signee, Signer } from '../../../src/services/custody/signer-port.ts'
import { nobody, openTradeLab, type TradeLab } from '../../routes/trading/trade-lab.ts'

/** Everything that signs for the server's wallets asks one port. */

let lab: TradeLab
let own: Signer['sign']
before(async () => {
  lab = await openTradeLab()
  own = lab.api.ctx.parts.signer.sign
})
afterEach(() => mock.restoreAll())
after(() => lab?.stop())

type Asked = { readonly signee: Signee; readonly message: Uint8Array; readonly signature: string }

/** A signer elsewhere: it takes its time, and what it was asked is known. */
function signElsewhere(): Asked[] {
  const asked: Asked[] = []
  mock.method(lab.api.ctx.parts.signer, 'sign', async (signee: Signee, message: Uint8Array) => {
    const bytes = Uint8Array.from(message)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const signed = await own(signee, bytes)
    assert(signed.ok)
    asked.push({ signee, message: bytes, signature: encodeBase58(signed.value) })
    return signed
  })
  return asked
}

async function walletOf(userRef: string) {
  const owner = await lab.user(userRef)
  const { json } = await lab.post('/v1/wallets', { user_ref: userRef })
  return { owner, id: json.wallet.id as string }
}

test('a trade, a withdrawal and a refund land with what a signer elsewhere signed, once each', async () => {
  const { owner, id } = await walletOf('elsewhere')
  const { mint } = lab.coins.get('raydium')!
  const asked = signElsewhere()
  const bought = await lab.trade('buy', { mint, amount_in: 0.05 }, { userRef: 'elsewhere' })
  assert.equal(bought.status, 200, bought.text)
  const out = await lab.post(`/v1/wallets/${id}/withdraw`, { to: nobody(), amount: '1000000' })
  assert.equal(out.status, 200, out.text)
  const payer = await lab.wallet()
  const { mint: other } = lab.coins.get('pumpswap')!
  const before = (await lab.holdings(owner)).accounts.size
  await lab.send(payer, [createAssociatedTokenAccount({ payer: payer.address, owner, mint: other })]).catch(() => null)
  const signatures: string[] = [bought.json.signature, out.json.signature]
  if ((await lab.holdings(owner)).accounts.size > before) {
    const refund = await lab.post('/v1/refund/close', { kinds: ['empty'] }, { userRef: 'elsewhere' })
    assert.equal(refund.status, 200, refund.text)
    signatures.push(...refund.json.signatures)
  }
  assert.deepEqual(
    asked.map(({ signature }) => signature),
    signatures,
  )
  for (const { signee, message } of asked) {
    assert.deepEqual(signee, { walletId: id })
    const signed = await own(signee, message)
    assert(signed.ok && verifySignature(addressBytes(owner), message, signed.value))
  }
})

test('where the signer refuses, nothing is sent and nothing was paid', async () => {
  const { owner, id } = await walletOf('refused')
  const before = await lab.holdings(owner)
  mock.method(lab.api.ctx.parts.signer, 'sign', async () => fail('upstream_failed', 'the signer does not answer'))
  const { mint } = lab.coins.get('raydium')!
  const trade = await lab.trade('buy', { mint, amount_in: 0.05 }, { userRef: 'refused' })
  const out = await lab.post(`/v1/wallets/${id}/withdraw`, { to: nobody(), amount: '1000000' })
  for (const { status, json, text } of [trade, out]) {
    assert.equal(status, 502, text)
    assert.deepEqual([json.stage, json.fee_lamports, json.retry_safe], ['sign', 0, true], text)
  }
  assert.equal((await lab.holdings(owner)).lamports, before.lamports)
})

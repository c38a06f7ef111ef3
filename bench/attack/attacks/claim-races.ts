import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { paySol } from '../../../test/support/pay-sol.ts'
import type { Attack, Findings } from '../attack.ts'
import { registerKey, signIn } from '../free-key.ts'
import type { Lab } from '../lab.ts'
import type { MadeKey, Target } from '../target.ts'

const SOL = 1_000_000_000
const REPEATS = 5

type Party = { readonly owner: Keypair; readonly key: MadeKey }
type Notes = { readonly got: string[]; readonly taken: string[]; readonly lost: string[] }
type Scene = { readonly lab: Lab; readonly target: Target; readonly notes: Notes }

/** Payments that someone else claims, and fees that someone else turns to himself. */
export const claimRaces: Attack = {
  name: 'claim-races',
  finding: '8, 9',
  async run(lab): Promise<Findings> {
    const license = lab.keypair('license').address
    await lab.airdrop(license, SOL)
    const { target } = await lab.served({
      LICENSE_WALLET: license,
      RECOVERY_FEE_BPS: '0',
      RECOVERY_KEY_FEE_BPS: '1000',
    })
    const notes: Notes = { got: [], taken: [], lost: [] }
    const scene = { lab, target, notes }
    await claimFirst(scene)
    await claimPlain(scene)
    await claimAtOnce(scene)
    await turnFees(scene)
    return {
      tried: 'license payments from a wallet without a key claimed by others; fee wallets changed by strangers',
      ...notes,
    }
  },
}

let parties = 0
async function partyOf({ lab, target }: Scene, name: string): Promise<Party> {
  const owner = lab.keypair(`${name} ${parties++}`)
  const key = await registerKey(target, owner, {}, `127.0.0.${100 + (parties % 100)}`)
  if (key === null) throw new Error('no key was given')
  return { owner, key }
}

/** Pays what the server asks for the key, from a wallet of no key. */
async function payFor(scene: Scene, { key }: Party): Promise<string> {
  const { lab, target } = scene
  const { json } = await target.ask(`/api/branding-license?apiKeyId=${key.id}`)
  const lamports = (json.payment?.lamports as number | undefined) ?? Math.round(Number(json.cost) * SOL)
  return pay(scene, { from: lab.keypair(`exchange ${parties++}`), to: json.paymentWallet as string, lamports })
}

async function pay(
  { lab }: Scene,
  { from, to, lamports }: { readonly from: Keypair; readonly to: string; readonly lamports: number },
): Promise<string> {
  await lab.airdrop(from.address, SOL)
  return paySol(lab.sandbox.urls['rpc']!, { from, to, amounts: [BigInt(lamports)] })
}

function claim({ target }: Scene, { owner, key }: Party, transactionSignature: string, headers = {}) {
  const body = { ownerWallet: owner.address, apiKeyId: key.id, transactionSignature }
  return target.ask('/api/verify-branding-payment', { body, headers, from: `127.0.0.${200 + (key.id % 50)}` })
}

async function claimFirst(scene: Scene): Promise<void> {
  const { got, taken, lost } = scene.notes
  const [payer, stranger] = [await partyOf(scene, 'payer'), await partyOf(scene, 'stranger')]
  const payment = await payFor(scene, payer)
  const stolen = await claim(scene, stranger, payment)
  const rightful = await claim(scene, payer, payment)
  const after = await licensed(scene, stranger)
  got.push(
    `a stranger claims a payment: ${stolen.status} ${stolen.json?.error ?? ''}; who paid: ${rightful.status} ${rightful.json?.error ?? ''}; the stranger has a license then: ${after}`,
  )
  if (after) taken.push("a license for somebody else's payment")
  if (!(await licensed(scene, payer))) lost.push('the license of the key that paid')
}

/** The price as it stands, from a second wallet of the payer that has no key but can sign. */
async function claimPlain(scene: Scene): Promise<void> {
  const { got, taken, lost } = scene.notes
  const [payer, stranger] = [await partyOf(scene, 'payer'), await partyOf(scene, 'stranger')]
  const { json } = await scene.target.ask('/api/branding-license')
  const second = scene.lab.keypair(`second wallet ${parties++}`)
  const payment = await pay(scene, { from: second, to: json.paymentWallet as string, lamports: SOL / 2 })
  const stolen = await claim(scene, stranger, payment)
  const session = { 'X-Session-Token': await signIn(scene.target, second) }
  const rightful = await claim(scene, payer, payment, session)
  const after = await licensed(scene, stranger)
  got.push(
    `a plain payment: the stranger ${stolen.status}, then the payer with a session of the paying wallet ${rightful.status}; the stranger has a license then: ${after}`,
  )
  if (after) taken.push("a license for somebody else's plain payment")
  if (!(await licensed(scene, payer))) lost.push('the license of a plain payment')
}

async function claimAtOnce(scene: Scene): Promise<void> {
  const { got, taken, lost } = scene.notes
  const [payer, stranger] = [await partyOf(scene, 'payer'), await partyOf(scene, 'stranger')]
  const payment = await payFor(scene, payer)
  await Promise.all([stranger, payer, stranger, payer].map((party) => claim(scene, party, payment)))
  await claim(scene, payer, payment)
  const has = { payer: await licensed(scene, payer), stranger: await licensed(scene, stranger) }
  got.push(
    `both at once: the payer ${has.payer ? 'has' : 'has no'} license, the stranger ${has.stranger ? 'has one' : 'none'}`,
  )
  if (has.stranger) taken.push("a license by a race for somebody else's payment")
  if (!has.payer) lost.push('the license of the key that paid, by a race')
}

async function licensed({ target }: Scene, { owner }: Party): Promise<boolean> {
  return (await target.ask(`/api/dashboard/${owner.address}`)).json?.hasBrandingLicense === true
}

/** As documented anyone may ask for another fee wallet; what counts is whom the next closing pays, and whether the
 *  owner can make an end of it. */
async function turnFees(scene: Scene): Promise<void> {
  const { lab, target, notes } = scene
  const owner = await partyOf(scene, 'owner')
  const thief = lab.keypair('fee thief').address
  await lab.airdrop(thief, SOL)
  const turn = () => {
    const body = { ownerWallet: owner.owner.address, newFeeWallet: thief, apiKeyId: owner.key.id }
    return target.ask('/api/dashboard/update-fee-wallet', { body, from: '127.0.0.99' })
  }
  const session = { 'X-Session-Token': await signIn(target, owner.owner) }
  const answers: number[] = []
  let paid = 0
  for (let i = 0; i < REPEATS; i++) {
    answers.push((await turn()).status)
    const { json } = await target.ask('/api/dashboard-session', { headers: session })
    if (json?.feeWallet === thief) paid++
    await target.ask('/api/dashboard-session/undo-fee-wallet', { headers: session, body: {} })
  }
  notes.got.push(
    `a stranger turns the fees ${REPEATS} times and once after the owner locked them (${answers.join(', ')}): in force at once ${paid} times`,
  )
  if (paid > 0) notes.taken.push('the fees of a key, at once and as often as the owner undoes it')
}

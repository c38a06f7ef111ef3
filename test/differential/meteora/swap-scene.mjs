import {
  createTransferCheckedInstruction,
  createTransferInstruction,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { call, record, routed } from './record.mjs'

export const SOL = new PublicKey('So11111111111111111111111111111111111111112')
export const USDC = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
const DECIMALS = 6

/** Wallet, mints, token accounts and amounts of one swap. `coinFirst`: the program's first mint is the coin;
 *  `firstIn`: the first mint goes in; `withheld`: units that Token-2022 mints keep of either transfer;
 *  `sponsored`: somebody else pays the network's fee. */
export function sceneOf(
  random,
  { coinFirst = true, firstIn, money = SOL, withheld = 0n, userSigns = true, sponsored = false },
) {
  const coin = random.key()
  const wallet = random.wallet()
  const inRaw = random.big(40) + 1_000_000n
  const outRaw = random.big(40) + 1_000_000n
  const tokenProgram = withheld > 0n ? TOKEN_2022_PROGRAM_ID : TOKEN_PROGRAM_ID
  const [first, second] = coinFirst ? [coin, money] : [money, coin]
  return {
    payer: sponsored ? random.wallet() : wallet,
    user: userSigns ? wallet : random.key(),
    userSigns,
    coin,
    money,
    first,
    second,
    firstIn,
    mintIn: firstIn ? first : second,
    mintOut: firstIn ? second : first,
    tokenProgram,
    userIn: random.key(),
    userOut: random.key(),
    vaultFirst: random.key(),
    vaultSecond: random.key(),
    vaultOwner: random.key(),
    inRaw,
    /** What left the pool. */
    outRaw,
    withheld,
  }
}

/** The two transfers of a swap, as the token program's own library encodes them; `plain` for programs that do not name
 *  the mint. */
export function transfersOf(scene, { plain = false } = {}) {
  const { user, vaultOwner, tokenProgram, firstIn } = scene
  const [vaultIn, vaultOut] = firstIn ? [scene.vaultFirst, scene.vaultSecond] : [scene.vaultSecond, scene.vaultFirst]
  const transfer = (from, mint, to, authority, amount) =>
    call(
      plain
        ? createTransferInstruction(from, to, authority, amount)
        : createTransferCheckedInstruction(from, mint, to, authority, amount, DECIMALS, [], tokenProgram),
    )
  return [
    transfer(scene.userIn, scene.mintIn, vaultIn, user, scene.inRaw),
    transfer(vaultOut, scene.mintOut, scene.userOut, vaultOwner, scene.outRaw),
  ]
}

/** Token balances before and after. */
export function balancesOf(scene) {
  const { first, second, firstIn, inRaw, outRaw, withheld, tokenProgram } = scene
  const row = (address, mint, owner, before, change) => ({
    address,
    mint,
    owner,
    tokenProgram,
    decimals: DECIMALS,
    before,
    after: before + change,
  })
  const held = 10n ** 15n
  return [
    row(scene.userIn, scene.mintIn, scene.user, held, -inRaw),
    row(scene.userOut, scene.mintOut, scene.user, 5n, outRaw - withheld),
    row(scene.vaultFirst, first, scene.vaultOwner, held, firstIn ? inRaw - withheld : -outRaw),
    row(scene.vaultSecond, second, scene.vaultOwner, held, firstIn ? -outRaw : inRaw - withheld),
  ]
}

/** The record and what is to be read from it. */
export function swapVector(
  random,
  name,
  scene,
  { dex, pool, swap, version, viaRouter, err, hidden, reserves, balances },
) {
  const top = viaRouter ? routed([swap], scene.userSigns ? [scene.payer, scene.user] : [scene.payer]) : swap
  const answer = record({
    version,
    payer: scene.payer,
    calls: [top],
    balances: balances ?? balancesOf(scene),
    err: err ?? null,
    hidden: hidden ?? [],
    signature: random.bytes(64),
  })
  const isSell = scene.mintIn.equals(scene.coin)
  const gotRaw = scene.outRaw - scene.withheld
  const trade = {
    dex,
    pool: pool.toBase58(),
    instructionPath: viaRouter ? [0, 0] : [0, -1],
    side: isSell ? 'sell' : 'buy',
    trader: (scene.userSigns ? scene.user : scene.payer).toBase58(),
    baseMint: scene.coin.toBase58(),
    quoteMint: scene.money.toBase58(),
    baseAmountRaw: (isSell ? scene.inRaw : gotRaw).toString(),
    quoteAmountRaw: (isSell ? gotRaw : scene.inRaw).toString(),
    baseReserveRaw: reserves?.base.toString() ?? null,
    quoteReserveRaw: reserves?.quote.toString() ?? null,
  }
  return { name, answer, trades: err ? [] : [trade], launches: [] }
}

export function launchVector(random, name, { made, version, viaRouter, payer, balances = [], launch }) {
  const top = viaRouter ? routed([made], [payer]) : made
  const answer = record({ version, payer, calls: [top], balances, signature: random.bytes(64) })
  return { name, answer, trades: [], launches: [{ ...launch, instructionPath: viaRouter ? [0, 0] : [0, -1] }] }
}

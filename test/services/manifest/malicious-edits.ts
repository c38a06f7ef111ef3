import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressWithSeed, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  NATIVE_MINT,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { ManifestRule } from '../../../src/services/manifest/judge-manifest.ts'
import {
  callAt,
  type Draft,
  isBudget,
  replaced,
  type Scene,
  type SceneName,
  type SceneWorld,
  without,
} from './edit-scenes.ts'
import { USDC } from './trade-lab.ts'

/* What someone between building and signing could make of a transaction. */

export type Edit = {
  readonly name: string
  readonly scene: SceneName
  readonly edit: (scene: Scene, world: SceneWorld) => Draft
  /** What the judge names: it reads the message first. */
  readonly rule: ManifestRule
  /** What it would name if it saw nothing but what the run did; absent where that stays within what was asked for,
   *  which leaves room for slippage and deposits, or does not show in balances. */
  readonly shows?: ManifestRule
  /** The chain refuses it on its own; all others would go through, signed. */
  readonly dies?: true
}

const LOOT = 10_000_000n
const SEED = 'loot'
/** Token-2022: incoming transfers need a memo from now on (30, enable 0). */
const REQUIRE_MEMO = Uint8Array.of(30, 0)

type Change = (scene: Scene, world: SceneWorld) => make.Instruction
const added =
  (change: Change): Edit['edit'] =>
  (scene, world) => ({ instructions: [...scene.instructions, change(scene, world)] })
const addedFirst =
  (change: Change): Edit['edit'] =>
  (scene, world) => ({ instructions: [change(scene, world), ...scene.instructions] })
const changed =
  (isIt: (one: make.Instruction, scene: Scene, world: SceneWorld) => boolean, by: Change): Edit['edit'] =>
  (scene, world) => {
    const at = scene.instructions.findIndex((one) => isIt(one, scene, world))
    return { instructions: replaced(scene.instructions, at, by(scene, world)) }
  }
/** The swap of the first leg with other amounts or accounts. */
const swapped =
  (by: (scene: Scene, world: SceneWorld) => Partial<make.Instruction>): Edit['edit'] =>
  (scene, world) => {
    const at = callAt(scene)
    return { instructions: replaced(scene.instructions, at, { ...scene.instructions[at]!, ...by(scene, world) }) }
  }
const droppedWhere =
  (isIt: (one: make.Instruction, scene: Scene, world: SceneWorld) => boolean): Edit['edit'] =>
  (scene, world) => ({ instructions: without(scene.instructions, (one) => isIt(one, scene, world)) })

const pays =
  (to: (scene: Scene, world: SceneWorld) => string) => (one: make.Instruction, scene: Scene, world: SceneWorld) =>
    one.programId === SYSTEM_PROGRAM && one.data[0] === 2 && one.accounts[1]!.address === to(scene, world)
const paysFee = pays(({ plan }) => plan.fee!.wallet)
const paysTip = pays(({ plan }) => plan.tip!.to)
const token = (code: number) => (one: make.Instruction) =>
  (one.programId === TOKEN_PROGRAM || one.programId === TOKEN_2022_PROGRAM) && one.data[0] === code
const CLOSE = token(9)
const own = ({ wallet }: Scene, mint: string, program = TOKEN_PROGRAM) => associatedTokenAddress(wallet, mint, program)
const thiefs = ({ thief }: SceneWorld, mint: string, program = TOKEN_PROGRAM) =>
  associatedTokenAddress(thief, mint, program)
const coinOf = ({ plan }: Scene) => plan.token
const legOf = ({ plan }: Scene) => plan.legs[0]!
const tokenInstruction = (
  accounts: readonly make.AccountUse[],
  data: Uint8Array,
  programId = TOKEN_PROGRAM,
): make.Instruction => ({ programId, accounts, data })
const { readonlyAccount, readonlySigner, writableAccount, writableSigner } = make

function amountBytes(code: number, raw: bigint, decimals: number): Uint8Array {
  const data = Buffer.alloc(10)
  data[0] = code
  data.writeBigUInt64LE(raw, 1)
  data[9] = decimals
  return data
}

function systemData(code: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(4)
  head.writeUInt32LE(code)
  return Buffer.concat([head, ...parts])
}

export const EDITS: readonly Edit[] = [
  // Payments
  {
    name: 'the fee goes to somebody else',
    scene: 'buy',
    edit: changed(paysFee, ({ wallet, plan }, { thief }) =>
      make.transferLamports({ from: wallet, to: thief, lamports: plan.fee!.raw }),
    ),
    rule: 'recipient',
  },
  {
    name: 'the fee is one lamport more',
    scene: 'sale',
    edit: changed(paysFee, ({ wallet, plan }) =>
      make.transferLamports({ from: wallet, to: plan.fee!.wallet, lamports: plan.fee!.raw + 1n }),
    ),
    rule: 'recipient',
  },
  {
    name: 'the fee is ten times as much, within what slippage leaves room for',
    scene: 'sale',
    edit: changed(paysFee, ({ wallet, plan }) =>
      make.transferLamports({ from: wallet, to: plan.fee!.wallet, lamports: plan.fee!.raw * 10n }),
    ),
    rule: 'recipient',
  },
  {
    name: 'the fee is paid twice',
    scene: 'sale',
    edit: (scene, world) => ({
      instructions: [...scene.instructions, scene.instructions.find((one) => paysFee(one, scene, world))!],
    }),
    rule: 'recipient',
  },
  { name: 'the fee is left out', scene: 'buy', edit: droppedWhere(paysFee), rule: 'unpaid' },
  {
    name: 'the fee in dollars goes to somebody else',
    scene: 'dollars',
    edit: changed(
      (one, { plan }) => token(3)(one) && one.accounts[1]!.address === plan.fee!.account!.address,
      (scene, world) =>
        make.transferTokens({
          from: own(scene, USDC),
          to: thiefs(world, USDC),
          authority: scene.wallet,
          amountRaw: scene.plan.fee!.raw,
        }),
    ),
    rule: 'recipient',
  },
  {
    name: 'the tip goes to somebody else',
    scene: 'sale',
    edit: changed(paysTip, ({ wallet, plan }, { thief }) =>
      make.transferLamports({ from: wallet, to: thief, lamports: plan.tip!.lamports }),
    ),
    rule: 'recipient',
  },
  {
    name: 'the tip is higher',
    scene: 'sale',
    edit: changed(paysTip, ({ wallet, plan }) =>
      make.transferLamports({ from: wallet, to: plan.tip!.to, lamports: plan.tip!.lamports + LOOT }),
    ),
    rule: 'recipient',
    shows: 'lamports',
  },
  { name: 'the tip is left out', scene: 'buy', edit: droppedWhere(paysTip), rule: 'unpaid' },
  {
    name: 'SOL to a stranger besides',
    scene: 'buy',
    edit: added(({ wallet }, { thief }) => make.transferLamports({ from: wallet, to: thief, lamports: LOOT })),
    rule: 'recipient',
    shows: 'lamports',
  },
  {
    name: 'one lamport to a stranger, from a sale with room for it',
    scene: 'sale',
    edit: added(({ wallet }, { thief }) => make.transferLamports({ from: wallet, to: thief, lamports: 1n })),
    rule: 'recipient',
  },
  {
    name: 'SOL for a stranger into a wrapped account of his',
    scene: 'sale',
    edit: added((scene, world) =>
      make.transferLamports({ from: scene.wallet, to: thiefs(world, NATIVE_MINT), lamports: LOOT }),
    ),
    rule: 'recipient',
    shows: 'lamports',
  },
  {
    name: 'some of the coins bought go on to a stranger',
    scene: 'buy',
    edit: added((scene, world) =>
      make.transferTokens({
        from: coinOf(scene).address,
        to: thiefs(world, coinOf(scene).mint),
        authority: scene.wallet,
        amountRaw: 1n,
      }),
    ),
    rule: 'recipient',
  },
  {
    name: 'another coin of the wallet goes to a stranger',
    scene: 'buy',
    edit: added((scene, world) =>
      make.transferTokens({
        from: own(scene, world.otherMint),
        to: thiefs(world, world.otherMint),
        authority: scene.wallet,
        amountRaw: LOOT,
      }),
    ),
    rule: 'recipient',
    shows: 'tokens',
  },
  {
    name: 'another coin goes to a stranger by a checked transfer',
    scene: 'sale',
    edit: added((scene, world) =>
      make.transferTokensChecked({
        from: own(scene, world.otherMint),
        mint: world.otherMint,
        to: thiefs(world, world.otherMint),
        authority: scene.wallet,
        amountRaw: LOOT,
        decimals: 6,
      }),
    ),
    rule: 'recipient',
    shows: 'tokens',
  },
  {
    name: 'wrapped SOL of the wallet goes to a stranger',
    scene: 'firstBuy',
    edit: added((scene, world) =>
      make.transferTokens({
        from: own(scene, NATIVE_MINT),
        to: thiefs(world, NATIVE_MINT),
        authority: scene.wallet,
        amountRaw: LOOT,
      }),
    ),
    rule: 'recipient',
    shows: 'lamports',
  },
  {
    name: 'Token-2022 coins go to a stranger',
    scene: 'token2022',
    edit: added((scene, world) =>
      make.transferTokensChecked({
        from: coinOf(scene).address,
        mint: coinOf(scene).mint,
        to: thiefs(world, coinOf(scene).mint, TOKEN_2022_PROGRAM),
        authority: scene.wallet,
        amountRaw: LOOT,
        decimals: 6,
        tokenProgram: TOKEN_2022_PROGRAM,
      }),
    ),
    rule: 'recipient',
    shows: 'tokens',
  },
  // What closes
  {
    name: 'what an emptied account held goes to a stranger',
    scene: 'fullSale',
    edit: changed(
      (one, { plan }) => CLOSE(one) && one.accounts[0]!.address === plan.token.address,
      (scene, { thief }) =>
        make.closeTokenAccount({ account: coinOf(scene).address, destination: thief, authority: scene.wallet }),
    ),
    rule: 'recipient',
    shows: 'lamports',
  },
  {
    name: 'the SOL of a sale goes to a stranger with the account it came through',
    scene: 'sale',
    edit: changed(
      (one, { plan }) => CLOSE(one) && one.accounts[0]!.address === plan.scratch!.address,
      ({ wallet, plan }, { thief }) =>
        make.closeTokenAccount({ account: plan.scratch!.address, destination: thief, authority: wallet }),
    ),
    rule: 'recipient',
    shows: 'lamports',
  },
  {
    name: 'the wrapped SOL account is closed to a stranger',
    scene: 'buy',
    edit: added((scene, { thief }) =>
      make.closeTokenAccount({ account: own(scene, NATIVE_MINT), destination: thief, authority: scene.wallet }),
    ),
    rule: 'recipient',
    shows: 'closed_account',
  },
  {
    name: 'the wrapped SOL account is closed, unasked',
    scene: 'sale',
    edit: added((scene) =>
      make.closeTokenAccount({ account: own(scene, NATIVE_MINT), destination: scene.wallet, authority: scene.wallet }),
    ),
    rule: 'closed_account',
    shows: 'closed_account',
  },
  {
    name: 'the account that SOL passes through stays open',
    scene: 'sale',
    edit: droppedWhere((one, { plan }) => CLOSE(one) && one.accounts[0]!.address === plan.scratch!.address),
    rule: 'created_account',
    shows: 'created_account',
  },
  // Powers
  {
    name: 'a stranger may spend the coins',
    scene: 'buy',
    edit: added((scene, { thief }) =>
      make.approveTokens({
        account: coinOf(scene).address,
        delegate: thief,
        owner: scene.wallet,
        amountRaw: 2n ** 64n - 1n,
      }),
    ),
    rule: 'instruction',
    shows: 'authority',
  },
  {
    name: 'a stranger may spend another coin, by the checked spelling',
    scene: 'sale',
    edit: added((scene, { thief, otherMint }) =>
      tokenInstruction(
        [
          writableAccount(own(scene, otherMint)),
          readonlyAccount(otherMint),
          readonlyAccount(thief),
          readonlySigner(scene.wallet),
        ],
        amountBytes(13, LOOT, 6),
      ),
    ),
    rule: 'instruction',
    shows: 'authority',
  },
  {
    name: 'the account of the coins passes to a stranger',
    scene: 'buy',
    edit: added((scene, { thief }) =>
      make.setTokenAuthority({
        account: coinOf(scene).address,
        authority: scene.wallet,
        type: 'accountOwner',
        newAuthority: thief,
      }),
    ),
    rule: 'instruction',
    shows: 'authority',
  },
  {
    name: 'a stranger may close the account of the coins',
    scene: 'sale',
    edit: added((scene, { thief }) =>
      make.setTokenAuthority({
        account: coinOf(scene).address,
        authority: scene.wallet,
        type: 'closeAccount',
        newAuthority: thief,
      }),
    ),
    rule: 'instruction',
    shows: 'authority',
  },
  {
    name: 'a delegate is taken away, unasked',
    scene: 'buy',
    edit: added((scene) => make.revokeTokens({ account: coinOf(scene).address, owner: scene.wallet })),
    rule: 'instruction',
  },
  {
    name: 'coins are burnt',
    scene: 'buy',
    edit: added((scene) =>
      make.burnTokens({
        account: coinOf(scene).address,
        mint: coinOf(scene).mint,
        authority: scene.wallet,
        amountRaw: 1n,
      }),
    ),
    rule: 'instruction',
  },
  {
    name: 'another coin is burnt, by the checked spelling',
    scene: 'sale',
    edit: added((scene, { otherMint }) =>
      tokenInstruction(
        [writableAccount(own(scene, otherMint)), writableAccount(otherMint), readonlySigner(scene.wallet)],
        amountBytes(15, LOOT, 6),
      ),
    ),
    rule: 'instruction',
    shows: 'tokens',
  },
  {
    name: 'a Token-2022 account takes no transfers without a memo any more',
    scene: 'token2022',
    edit: added((scene) =>
      tokenInstruction(
        [writableAccount(coinOf(scene).address), readonlySigner(scene.wallet)],
        REQUIRE_MEMO,
        TOKEN_2022_PROGRAM,
      ),
    ),
    rule: 'instruction',
    dies: true,
  },
  {
    name: 'the wallet itself passes to another program',
    scene: 'buy',
    edit: added(({ wallet }) => ({
      programId: SYSTEM_PROGRAM,
      accounts: [writableSigner(wallet)],
      data: systemData(1, Buffer.alloc(32, 9)),
    })),
    rule: 'instruction',
    shows: 'authority',
  },
  // Accounts made at the wallet's cost
  {
    name: "a stranger's account is made at the wallet's cost",
    scene: 'curve',
    edit: added(({ wallet }, { otherMint }) =>
      make.createAssociatedTokenAccount({
        payer: wallet,
        owner: keypairFromText('edits: nobody').address,
        mint: otherMint,
      }),
    ),
    rule: 'created_account',
    shows: 'lamports',
  },
  {
    name: 'an account of the wallet is made for a coin that nobody asked for',
    scene: 'sale',
    edit: added((scene, { coins }) =>
      make.createAssociatedTokenAccount({ payer: scene.wallet, owner: scene.wallet, mint: coins.get('orca')!.mint }),
    ),
    rule: 'created_account',
    shows: 'created_account',
  },
  {
    name: 'SOL is put into an account of another program',
    scene: 'sale',
    edit: added(({ wallet }) =>
      make.createAccountWithSeed({
        payer: wallet,
        account: addressWithSeed(wallet, SEED, STAKE_PROGRAM),
        seed: SEED,
        lamports: LOOT,
        dataBytes: 200,
        owner: STAKE_PROGRAM,
      }),
    ),
    rule: 'created_account',
    shows: 'lamports',
  },
  {
    name: 'the account that SOL passes through belongs to a stranger',
    scene: 'sale',
    edit: changed(token(18), ({ plan }, { thief }) =>
      make.initializeTokenAccount({ account: plan.scratch!.address, mint: NATIVE_MINT, owner: thief }),
    ),
    rule: 'created_account',
    dies: true,
  },
  // The swap
  {
    name: 'less must arrive than was asked for',
    scene: 'buy',
    edit: swapped((scene) => {
      const { pool, inputMint, amountInRaw } = legOf(scene)
      return { data: pool.data(inputMint, amountInRaw, 1n) }
    }),
    rule: 'call',
  },
  {
    name: 'a unit less must arrive than was asked for',
    scene: 'sale',
    edit: swapped((scene) => {
      const { pool, inputMint, amountInRaw, minOutRaw } = legOf(scene)
      return { data: pool.data(inputMint, amountInRaw, minOutRaw - 1n) }
    }),
    rule: 'call',
  },
  {
    name: 'more is sold than was asked for',
    scene: 'sale',
    edit: swapped((scene) => {
      const { pool, inputMint, amountInRaw, minOutRaw } = legOf(scene)
      return { data: pool.data(inputMint, amountInRaw + 1n, minOutRaw) }
    }),
    rule: 'call',
    shows: 'tokens',
  },
  {
    name: 'more is spent on a curve than was asked for',
    scene: 'curve',
    edit: swapped((scene) => {
      const { pool, inputMint, amountInRaw, minOutRaw } = legOf(scene)
      return { data: pool.data(inputMint, amountInRaw * 2n, minOutRaw) }
    }),
    rule: 'call',
    shows: 'lamports',
  },
  {
    name: 'what is bought arrives with a stranger',
    scene: 'firstBuy',
    edit: swapped((scene, world) => {
      const { pool, inputMint, outputMint } = legOf(scene)
      const accounts = {
        user: scene.wallet,
        inputAccount: scene.plan.scratch!.address,
        outputAccount: thiefs(world, outputMint),
      }
      return { accounts: pool.accounts(inputMint, accounts) }
    }),
    rule: 'call',
    shows: 'tokens',
  },
  {
    name: 'the SOL of a sale arrives with a stranger',
    scene: 'token2022',
    edit: swapped((scene, world) => {
      const { pool, inputMint } = legOf(scene)
      const accounts = {
        user: scene.wallet,
        inputAccount: coinOf(scene).address,
        outputAccount: thiefs(world, NATIVE_MINT),
      }
      return { accounts: pool.accounts(inputMint, accounts) }
    }),
    rule: 'call',
    shows: 'lamports',
  },
  {
    name: 'the swap is left out, its fee and tip are not',
    scene: 'curve',
    edit: (scene) => ({ instructions: scene.instructions.filter((_, at) => at !== callAt(scene)) }),
    rule: 'call',
    shows: 'tokens',
  },
  {
    name: 'the swap is made twice',
    scene: 'curve',
    edit: (scene) => ({ instructions: [...scene.instructions, scene.instructions[callAt(scene)]!] }),
    rule: 'call',
    shows: 'lamports',
  },
  {
    name: 'the swap goes through another program',
    scene: 'sale',
    edit: swapped((_, { scenes }) => ({ programId: legOf(scenes.firstBuy).pool.programId })),
    rule: 'program',
    dies: true,
  },
  {
    name: 'the swap goes through another pool',
    scene: 'curve',
    edit: (scene, { scenes }) => {
      const other = scenes.buy
      const swap = other.instructions[callAt(other)]!
      return { instructions: replaced(scene.instructions, callAt(scene), swap) }
    },
    rule: 'program',
    dies: true,
  },
  {
    name: 'a second swap sells another coin for nothing',
    scene: 'sale',
    edit: added((scene, { scenes }) => {
      const { pool } = legOf(scenes.token2022)
      const coin = scenes.token2022.plan.token
      const accounts = { user: scene.wallet, inputAccount: coin.address, outputAccount: own(scene, NATIVE_MINT) }
      return {
        programId: pool.programId,
        accounts: pool.accounts(coin.mint, accounts),
        data: pool.data(coin.mint, LOOT, 0n),
      }
    }),
    rule: 'program',
    shows: 'program',
  },
  // Price of the transaction
  {
    name: 'the priority fee takes what slippage left room for',
    scene: 'sale',
    edit: changed(
      (one) => isBudget(one) && one.data[0] === 3,
      () => make.setComputeUnitPrice(100_000_000n),
    ),
    rule: 'priority_fee',
  },
  {
    name: 'the priority fee that a version 1 message names is higher',
    scene: 'dollars',
    edit: ({ instructions, priorityLamports }) => ({ instructions, priorityLamports: priorityLamports + LOOT }),
    rule: 'priority_fee',
    shows: 'lamports',
  },
  {
    name: 'more units at the same price',
    scene: 'sale',
    edit: changed(
      (one) => isBudget(one) && one.data[0] === 2,
      () => make.setComputeUnitLimit(1_400_000),
    ),
    rule: 'priority_fee',
  },
  {
    name: 'the limit of units is left out',
    scene: 'buy',
    edit: droppedWhere((one) => isBudget(one) && one.data[0] === 2),
    rule: 'priority_fee',
    shows: 'lamports',
  },
  // Who signs, who pays
  {
    name: 'a stranger has to sign, too',
    scene: 'buy',
    edit: added((_, { thief }) => make.memo('signed', [thief])),
    rule: 'signer',
    shows: 'program',
  },
  {
    name: 'a second wallet of the signer is drained along',
    scene: 'sale',
    edit: added((_, { thief, feeWallet }) => make.transferLamports({ from: feeWallet, to: thief, lamports: LOOT })),
    rule: 'signer',
  },
  {
    name: 'somebody else pays the fee of the chain',
    scene: 'buy',
    edit: ({ instructions }, { thief }) => ({ instructions, payer: thief }),
    rule: 'fee_payer',
  },
  {
    name: 'accounts are hidden in a lookup table',
    scene: 'buy',
    edit: ({ instructions, plan }, { thief }) => ({
      instructions,
      lookupTables: [{ address: thief, addresses: [plan.fee!.wallet, plan.tip!.to] }],
    }),
    rule: 'lookup_table',
    dies: true,
  },
  // Durable nonce
  {
    name: 'another durable nonce is advanced',
    scene: 'nonced',
    edit: ({ instructions, wallet }, { otherNonce }) => ({
      instructions: replaced(instructions, 0, make.advanceNonce({ nonce: otherNonce, authority: wallet })),
    }),
    rule: 'nonce',
  },
  {
    name: 'the durable nonce is left out',
    scene: 'nonced',
    edit: ({ instructions }) => ({ instructions: instructions.slice(1) }),
    rule: 'nonce',
  },
  {
    name: 'a transaction that was to die within a minute lives by a nonce',
    scene: 'buy',
    edit: addedFirst(({ wallet }, { nonce }) => make.advanceNonce({ nonce, authority: wallet })),
    rule: 'nonce',
  },
  {
    name: 'the durable nonce passes to a stranger',
    scene: 'nonced',
    edit: added(({ wallet }, { nonce, thief }) => ({
      programId: SYSTEM_PROGRAM,
      accounts: [writableAccount(nonce), readonlySigner(wallet)],
      data: systemData(
        7,
        make
          .setTokenAuthority({ account: wallet, authority: wallet, type: 'accountOwner', newAuthority: thief })
          .data.subarray(-32),
      ),
    })),
    rule: 'instruction',
    shows: 'authority',
  },
  {
    name: 'the durable nonce is emptied to a stranger',
    scene: 'sale',
    edit: added(({ wallet }, { otherNonce, thief }) =>
      make.withdrawNonce({ nonce: otherNonce, authority: wallet, to: thief, lamports: 1n }),
    ),
    rule: 'instruction',
    dies: true,
  },
  // Odd ones
  {
    name: 'a program that has no part in it is called',
    scene: 'buy',
    edit: added(() => make.memo('hello')),
    rule: 'program',
    shows: 'program',
  },
  {
    name: 'an account within an account is emptied',
    scene: 'buy',
    edit: added((scene, { otherMint }) => ({
      programId: ASSOCIATED_TOKEN_PROGRAM,
      accounts: [
        writableAccount(associatedTokenAddress(own(scene, otherMint), otherMint)),
        readonlyAccount(otherMint),
        writableAccount(own(scene, otherMint)),
        writableAccount(own(scene, otherMint)),
        readonlyAccount(otherMint),
        writableSigner(scene.wallet),
        readonlyAccount(TOKEN_PROGRAM),
      ],
      data: Uint8Array.of(2),
    })),
    rule: 'instruction',
    dies: true,
  },
  {
    name: 'lamports above the rent of an account go to a stranger',
    scene: 'token2022',
    edit: added((scene, { thief }) =>
      make.withdrawExcessLamports({
        account: coinOf(scene).address,
        destination: thief,
        authority: scene.wallet,
        tokenProgram: TOKEN_2022_PROGRAM,
      }),
    ),
    rule: 'instruction',
  },
]

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Address, createNoopSigner, address as kitAddress } from '@solana/kit'
import {
  AddressLookupTableProgram,
  Authorized,
  ComputeBudgetProgram,
  Lockup,
  PublicKey,
  StakeProgram,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js'
import * as token from '@solana-program/token'
import * as ours from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressWithSeed, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'

const name = (text: string): string => keypairFromText(text).address
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(name) as [string, string, string, string]
const key = (address: string): PublicKey => new PublicKey(address)
const kit = (address: string): Address => kitAddress(address)
const signer = (address: string) => createNoopSigner(kitAddress(address))

type Plain = { programId: string; accounts: readonly ours.AccountUse[]; data: string }
const plain = (instruction: ours.Instruction): Plain => ({
  programId: instruction.programId,
  accounts: instruction.accounts,
  data: Buffer.from(instruction.data).toString('hex'),
})
const fromWeb3 = ({ programId, keys, data }: TransactionInstruction): Plain => ({
  programId: programId.toBase58(),
  accounts: keys.map((use) => ({ address: use.pubkey.toBase58(), isSigner: use.isSigner, isWritable: use.isWritable })),
  data: data.toString('hex'),
})
type KitInstruction = {
  programAddress: string
  accounts?: readonly { address: string; role: number }[]
  data?: ArrayLike<number>
}
const fromKit = (instruction: unknown): Plain => {
  const { programAddress, accounts, data } = instruction as KitInstruction
  return {
    programId: programAddress,
    accounts: (accounts ?? []).map((use) => ({
      address: use.address,
      isSigner: use.role > 1,
      isWritable: (use.role & 1) === 1,
    })),
    data: Buffer.from(Array.from(data ?? [])).toString('hex'),
  }
}
const same = (one: ours.Instruction, other: Plain): void => assert.deepEqual(plain(one), other)

test('System instructions equal those of web3.js', () => {
  const lamports = 12_345_678_901n
  same(
    ours.transferLamports({ from: A, to: B, lamports }),
    fromWeb3(SystemProgram.transfer({ fromPubkey: key(A), toPubkey: key(B), lamports })),
  )
  const seeded = { payer: A, account: addressWithSeed(A, 'scratch0', C), seed: 'scratch0', lamports: 99n, owner: C }
  same(
    ours.createAccountWithSeed({ ...seeded, dataBytes: 165 }),
    fromWeb3(
      SystemProgram.createAccountWithSeed({
        fromPubkey: key(A),
        basePubkey: key(A),
        newAccountPubkey: key(seeded.account),
        seed: 'scratch0',
        lamports: 99,
        space: 165,
        programId: key(C),
      }),
    ),
  )
  same(
    ours.createAccount({ payer: A, account: B, lamports: 99n, dataBytes: 165, owner: C }),
    fromWeb3(
      SystemProgram.createAccount({
        fromPubkey: key(A),
        newAccountPubkey: key(B),
        lamports: 99,
        space: 165,
        programId: key(C),
      }),
    ),
  )
  same(
    ours.advanceNonce({ nonce: A, authority: B }),
    fromWeb3(SystemProgram.nonceAdvance({ noncePubkey: key(A), authorizedPubkey: key(B) })),
  )
  same(
    ours.withdrawNonce({ nonce: A, authority: B, to: C, lamports: 5n }),
    fromWeb3(
      SystemProgram.nonceWithdraw({ noncePubkey: key(A), authorizedPubkey: key(B), toPubkey: key(C), lamports: 5 }),
    ),
  )
  const created = SystemProgram.createNonceAccount({
    fromPubkey: key(A),
    noncePubkey: key(B),
    authorizedPubkey: key(C),
    lamports: 5,
  })
  same(ours.initializeNonce({ nonce: B, authority: C }), fromWeb3(created.instructions[1]!))
})

test('compute budget instructions equal those of web3.js', () => {
  same(ours.setComputeUnitLimit(300_000), fromWeb3(ComputeBudgetProgram.setComputeUnitLimit({ units: 300_000 })))
  same(
    ours.setComputeUnitPrice(2n ** 40n),
    fromWeb3(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2n ** 40n })),
  )
  assert.equal(plain(ours.setLoadedAccountsDataSizeLimit(0x01020304)).data, '0404030201')
})

test('stake instructions equal those of web3.js', () => {
  const initialize = StakeProgram.initialize({
    stakePubkey: key(A),
    authorized: new Authorized(key(B), key(C)),
    lockup: new Lockup(0, 0, PublicKey.default),
  })
  same(ours.initializeStake({ stake: A, staker: B, withdrawer: C }), fromWeb3(initialize))
  const delegate = StakeProgram.delegate({ stakePubkey: key(A), authorizedPubkey: key(B), votePubkey: key(C) })
  same(ours.delegateStake({ stake: A, staker: B, vote: C }), fromWeb3(delegate.instructions[0]!))
  const deactivate = StakeProgram.deactivate({ stakePubkey: key(A), authorizedPubkey: key(B) })
  same(ours.deactivateStake({ stake: A, staker: B }), fromWeb3(deactivate.instructions[0]!))
  const withdraw = StakeProgram.withdraw({
    stakePubkey: key(A),
    authorizedPubkey: key(B),
    toPubkey: key(C),
    lamports: 7,
  })
  same(ours.withdrawStake({ stake: A, withdrawer: B, to: C, lamports: 7n }), fromWeb3(withdraw.instructions[0]!))
})

test('lookup table instructions equal those of web3.js', () => {
  const [created, table] = AddressLookupTableProgram.createLookupTable({
    authority: key(A),
    payer: key(B),
    recentSlot: 777,
  })
  const made = ours.createLookupTable({ authority: A, payer: B, recentSlot: 777 })
  assert.equal(made.table, table.toBase58())
  same(made.instruction, fromWeb3(created))
  same(
    ours.extendLookupTable({ table: C, authority: A, payer: B, addresses: [C, D] }),
    fromWeb3(
      AddressLookupTableProgram.extendLookupTable({
        lookupTable: key(C),
        authority: key(A),
        payer: key(B),
        addresses: [key(C), key(D)],
      }),
    ),
  )
})

test('token instructions equal those of the official client', () => {
  const amount = 2n ** 63n + 5n
  same(
    ours.initializeMint({ mint: A, decimals: 9, mintAuthority: B, freezeAuthority: C }),
    fromKit(
      token.getInitializeMint2Instruction({
        mint: kit(A),
        decimals: 9,
        mintAuthority: kit(B),
        freezeAuthority: kit(C),
      }),
    ),
  )
  same(
    ours.initializeMint({ mint: A, decimals: 6, mintAuthority: B }),
    fromKit(token.getInitializeMint2Instruction({ mint: kit(A), decimals: 6, mintAuthority: kit(B) })),
  )
  same(
    ours.initializeTokenAccount({ account: A, mint: B, owner: C }),
    fromKit(token.getInitializeAccount3Instruction({ account: kit(A), mint: kit(B), owner: kit(C) })),
  )
  same(
    ours.mintTokens({ mint: A, to: B, authority: C, amountRaw: amount }),
    fromKit(token.getMintToInstruction({ mint: kit(A), token: kit(B), mintAuthority: signer(C), amount })),
  )
  same(
    ours.transferTokens({ from: A, to: B, authority: C, amountRaw: amount }),
    fromKit(token.getTransferInstruction({ source: kit(A), destination: kit(B), authority: signer(C), amount })),
  )
  const checked = { source: kit(A), mint: kit(B), destination: kit(C), authority: signer(D), amount, decimals: 6 }
  same(
    ours.transferTokensChecked({ from: A, mint: B, to: C, authority: D, amountRaw: amount, decimals: 6 }),
    fromKit(token.getTransferCheckedInstruction(checked)),
  )
  same(
    ours.approveTokens({ account: A, delegate: B, owner: C, amountRaw: amount }),
    fromKit(token.getApproveInstruction({ source: kit(A), delegate: kit(B), owner: signer(C), amount })),
  )
  same(
    ours.revokeTokens({ account: A, owner: B }),
    fromKit(token.getRevokeInstruction({ source: kit(A), owner: signer(B) })),
  )
  same(
    ours.burnTokens({ account: A, mint: B, authority: C, amountRaw: amount }),
    fromKit(token.getBurnInstruction({ account: kit(A), mint: kit(B), authority: signer(C), amount })),
  )
  same(
    ours.closeTokenAccount({ account: A, destination: B, authority: C }),
    fromKit(token.getCloseAccountInstruction({ account: kit(A), destination: kit(B), owner: signer(C) })),
  )
  // Newer clients add the rent sysvar, which the program takes but does not need.
  const synced = fromKit(token.getSyncNativeInstruction({ account: kit(A) }))
  same(ours.syncNative(A), { ...synced, accounts: synced.accounts.slice(0, 1) })
})

test('authority instructions equal those of the official client', () => {
  const frozen = { account: kit(A), mint: kit(B), owner: signer(C) }
  same(
    ours.freezeTokenAccount({ account: A, mint: B, authority: C }),
    fromKit(token.getFreezeAccountInstruction(frozen)),
  )
  same(ours.thawTokenAccount({ account: A, mint: B, authority: C }), fromKit(token.getThawAccountInstruction(frozen)))
  for (const [type, number] of [
    ['mintTokens', 0],
    ['freezeAccount', 1],
    ['accountOwner', 2],
    ['closeAccount', 3],
  ] as const)
    for (const next of [null, C])
      same(
        ours.setTokenAuthority({ account: A, authority: B, type, newAuthority: next }),
        fromKit(
          token.getSetAuthorityInstruction({
            owned: kit(A),
            owner: signer(B),
            authorityType: number,
            newAuthority: next === null ? null : kit(next),
          }),
        ),
      )
  same(
    ours.withdrawExcessLamports({ account: A, destination: B, authority: C }),
    fromKit(
      token.getWithdrawExcessLamportsInstruction({
        source: kit(A),
        destination: kit(B),
        authority: signer(C),
      }),
    ),
  )
})

test('associated token accounts are created as the official client creates them, for either token program', () => {
  for (const tokenProgram of [undefined, TOKEN_2022_PROGRAM]) {
    const input = { payer: A, owner: B, mint: C, ...(tokenProgram === undefined ? {} : { tokenProgram }) }
    const theirs = token.getCreateAssociatedTokenIdempotentInstruction({
      payer: signer(A),
      ata: kit(associatedTokenAddress(B, C, tokenProgram)),
      owner: kit(B),
      mint: kit(C),
      ...(tokenProgram === undefined ? {} : { tokenProgram: kit(tokenProgram) }),
    })
    same(ours.createAssociatedTokenAccount(input), fromKit(theirs))
  }
})

test('a memo is its text and names its signers', () => {
  const memo = ours.memo('hé', [A])
  assert.equal(Buffer.from(memo.data).toString(), 'hé')
  assert.deepEqual(memo.accounts, [{ address: A, isSigner: true, isWritable: false }])
})

test('amounts and sizes that do not fit are refused', () => {
  assert.throws(() => ours.transferLamports({ from: A, to: B, lamports: -1n }))
  assert.throws(() => ours.transferTokens({ from: A, to: B, authority: C, amountRaw: 2n ** 64n }))
  assert.throws(() => ours.setComputeUnitLimit(2 ** 32))
  assert.throws(() => ours.initializeMint({ mint: A, decimals: 256, mintAuthority: B }), /u8 out of range/)
  assert.throws(() => ours.initializeStake({ stake: A, staker: 'nobody', withdrawer: B }), /not an address/)
})

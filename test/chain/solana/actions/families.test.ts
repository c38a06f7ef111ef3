import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeActions } from '../../../../src/chain/solana/actions/decode-actions.ts'
import { errorInWords } from '../../../../src/chain/solana/actions/error-words.ts'
import { toParsed } from '../../../../src/chain/solana/actions/to-parsed.ts'
import { NOT_EXECUTED } from '../../../../src/chain/solana/execution-outcome.ts'
import type { ChainInstruction } from '../../../../src/chain/solana/transaction.ts'
import { encodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { madeTransaction } from './made-transaction.ts'

/** Instructions of each family, by the bytes that the programs' published interfaces and other decoders give them: here
 *  as hex, while the code takes Anchor's from names. */

const keys = Array.from({ length: 20 }, (_, at) => encodeBase58(Buffer.alloc(32, at + 40)))
const call = (programId: string, hex: string, accounts: readonly string[] = keys): ChainInstruction => ({
  programId,
  accounts,
  data: Buffer.from(hex, 'hex'),
  stackHeight: 1,
})
const M2 = 'M2mx93ekt1fmXSVkTrUL9xVFHkmME8HTUi5Cyc5aF7K'
const TSWAP = 'TSWAPaqyCSx2KABk68Shruf4rp7CxcNi8hAsbdwmHbN'
const BUBBLEGUM = 'BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY'
const CORE = 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d'
const METADATA = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const STAKE_POOL = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'
const SANCTUM_POOL = 'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY'
const MARINADE = 'MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD'
const LIMIT_1 = 'jupoNjAxXgZ4rjzxzPMP4oxduvQsQtZzyknqvzYNrNu'
const LIMIT_2 = 'j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X'
const DCA = 'DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M'
const TABLES = 'AddressLookupTab1e1111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const STAKE = 'Stake11111111111111111111111111111111111111'
const UNKNOWN_PROGRAM = encodeBase58(Buffer.alloc(32, 'no one knows this program'))
const JITO_POOL = 'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb'

const ROWS: readonly (readonly [programId: string, hex: string, expected: string])[] = [
  [M2, '5bdc31dfcc8135c1', 'NFT_SALE MAGIC_EDEN'],
  [M2, '33e685a4017f83ad', 'NFT_LISTING MAGIC_EDEN'],
  [TSWAP, '66594200054454d8', 'NFT_SALE TENSOR'],
  [BUBBLEGUM, '9162c076b8937668', 'COMPRESSED_NFT_MINT BUBBLEGUM'],
  [BUBBLEGUM, 'a334c8e78c0345ba', 'COMPRESSED_NFT_TRANSFER BUBBLEGUM'],
  [BUBBLEGUM, '746e1d386bdb2a5d', 'COMPRESSED_NFT_BURN BUBBLEGUM'],
  [BUBBLEGUM, 'a553888e59ca2fdc', 'CREATE_MERKLE_TREE BUBBLEGUM'],
  [CORE, '00', 'NFT_MINT MPL_CORE'],
  [CORE, '0c', 'BURN_NFT MPL_CORE'],
  [CORE, '0e', 'TRANSFER MPL_CORE'],
  [METADATA, '11', 'NFT_MINT METAPLEX'],
  [METADATA, '1d', 'BURN_NFT METAPLEX'],
  [METADATA, '21', 'CREATE_METADATA METAPLEX'],
  [STAKE_POOL, '0e', 'STAKE_SOL SPL_STAKE_POOL'],
  [STAKE_POOL, '10', 'UNSTAKE_SOL SPL_STAKE_POOL'],
  [SANCTUM_POOL, '19', 'STAKE_SOL SANCTUM'],
  [MARINADE, 'f223c68952e1f2b6', 'STAKE_SOL MARINADE'],
  [MARINADE, '1e1e77f0bfe30c10', 'UNSTAKE_SOL MARINADE'],
  [MARINADE, '61a7906b75be8024', 'DEACTIVATE_STAKE MARINADE'],
  [MARINADE, 'b59d59438fb63448', 'ADD_LIQUIDITY MARINADE'],
  [LIMIT_1, 'e87a7319c78f88a2', 'FILL_ORDER JUPITER'],
  [LIMIT_2, '856e4aaf709ff59f', 'CREATE_ORDER JUPITER'],
  [LIMIT_2, 'fc681286a44e128c', 'FILL_ORDER JUPITER'],
  [LIMIT_2, '5f81edf00831df84', 'CANCEL_ORDER JUPITER'],
  [DCA, '8e772b6da2340bb1', 'CREATE_ORDER JUPITER'],
  [DCA, '7340e24e21d369a2', 'FILL_ORDER JUPITER'],
  [DCA, '537da645f7fc6785', 'CLOSE_ORDER JUPITER'],
  [TABLES, '00000000', 'CREATE_LOOKUP_TABLE ADDRESS_LOOKUP_TABLE'],
  [TABLES, '02000000', 'EXTEND_LOOKUP_TABLE ADDRESS_LOOKUP_TABLE'],
  [TOKEN, '0400000000000000', 'APPROVE SOLANA_PROGRAM_LIBRARY'],
  [TOKEN, '05', 'REVOKE SOLANA_PROGRAM_LIBRARY'],
  [TOKEN, '0a', 'FREEZE SOLANA_PROGRAM_LIBRARY'],
  [STAKE, '01000000', 'SET_AUTHORITY STAKE_PROGRAM'],
  [M2, 'ffffffffffffffff', 'UNKNOWN MAGIC_EDEN'],
  [UNKNOWN_PROGRAM, '33e685a4017f83ad', 'UNKNOWN UNKNOWN'],
]

test('each family names its instructions in the words of the field, and what it does not know is UNKNOWN', () => {
  for (const [programId, hex, expected] of ROWS) {
    const decoded = decodeActions(madeTransaction([call(programId, hex)]))
    assert.equal(`${decoded.type} ${decoded.source}`, expected, `${programId} ${hex}`)
    const { description } = toParsed(decoded)
    assert(description.endsWith('.') && !description.includes('undefined'), description)
  }
})

test('a pool that runs for a name of its own is named by it', () => {
  const { source } = decodeActions(madeTransaction([call(STAKE_POOL, '0e', [JITO_POOL, ...keys])]))
  assert.equal(source, 'JITO')
})

test('a sale says who bought what from whom, and the price where the instruction states it', () => {
  const price = Buffer.alloc(8)
  price.writeBigUInt64LE(1_500_000_000n)
  const sale = (programId: string, hex: string) =>
    toParsed(decodeActions(madeTransaction([call(programId, hex)]))).events.sales
  const [listed] = sale(M2, `5bdc31dfcc8135c1fffe${price.toString('hex')}`)
  assert.deepEqual(
    [listed!.buyer, listed!.seller, listed!.asset, listed!.priceLamports, listed!.source],
    [keys[0], keys[1], keys[4], '1500000000', 'MAGIC_EDEN'],
  )
  // Tensor's instruction names the most that the buyer gives, which is no price.
  const [bought] = sale(TSWAP, `66594200054454d8${price.toString('hex')}`)
  assert.deepEqual(
    [bought!.buyer, bought!.seller, bought!.asset, bought!.priceLamports],
    [keys[7], keys[6], keys[4], null],
  )
  const text = toParsed(decodeActions(madeTransaction([call(M2, `5bdc31dfcc8135c1fffe${price.toString('hex')}`)])))
  assert.equal(text.description, `${keys[0]} bought ${keys[4]} from ${keys[1]} for 1.5 SOL on MAGIC_EDEN.`)
})

test('an offer that is executed at once is a sale, and a step inside an unknown program names nothing', () => {
  const steps = [call(M2, 'b8 17 ee 61 67 c5 d3 3d'.replaceAll(' ', '')), call(M2, '5bdc31dfcc8135c1')]
  assert.equal(decodeActions(madeTransaction(steps)).type, 'NFT_SALE')
  const inner = [[{ ...call(TOKEN, '05'), stackHeight: 2 }]]
  const hidden = decodeActions(madeTransaction([call(UNKNOWN_PROGRAM, '01')], { innerInstructions: inner }))
  assert.deepEqual([hidden.type, hidden.source], ['UNKNOWN', 'UNKNOWN'])
})

test('one that was never executed moved nothing, not even the fee that its record names', () => {
  const transaction = madeTransaction([call(TOKEN, '05')])
  const { preBalances } = transaction
  const decoded = decodeActions({ ...transaction, err: NOT_EXECUTED, logs: [], postBalances: preBalances })
  assert.deepEqual([decoded.movements, decoded.type], [[], 'UNKNOWN'])
  assert(toParsed(decoded).description.includes('never executed'))
})

test('errors are in words where their code is known, and the code itself where it is not', () => {
  for (const [error, words] of [
    ['token:InsufficientFunds', 'a token account held less than was asked for'],
    ['program:11111111111111111111111111111111:Custom(1)', 'an account held less SOL than was asked for'],
    ['program:JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4:Custom(6001)', 'the price moved past the limit of the swap'],
    [`program:${UNKNOWN_PROGRAM}:Custom(77)`, `the program ${UNKNOWN_PROGRAM} stopped with Custom(77)`],
    ['instruction:3:ComputationalBudgetExceeded', 'it ran out of compute units'],
    ['token:SomethingNew', 'token:SomethingNew'],
  ] as const)
    assert.equal(errorInWords(error), words)
})

test('no bytes of any family make the decoder throw', () => {
  for (const [programId] of ROWS)
    for (let tag = 0; tag < 256; tag++)
      for (const accounts of [[keys[0]!], keys.slice(0, 3)])
        assert.doesNotThrow(() =>
          toParsed(
            decodeActions(madeTransaction([call(programId, Buffer.of(tag, 0, 0, 0, 1).toString('hex'), accounts)])),
          ),
        )
})

test('a priority fee is what the fee is above the base of all signatures, also of those that precompiles check', () => {
  const ed25519 = call('Ed25519SigVerify111111111111111111111111111', '0200', [])
  const feeOf = (signers: number, more: readonly ChainInstruction[], feeLamports: bigint) =>
    toParsed(
      decodeActions(madeTransaction([call(TOKEN, '05'), ...more], { signers: keys.slice(0, signers), feeLamports })),
    ).priorityFee
  assert.deepEqual(
    [feeOf(1, [], 5_000n), feeOf(2, [], 10_000n), feeOf(2, [], 10_700n), feeOf(1, [ed25519], 15_003n)],
    [0, 0, 700, 3],
  )
})

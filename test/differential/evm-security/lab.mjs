import { readFileSync } from 'node:fs'
import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM } from '@ethereumjs/evm'
import { SimpleStateManager } from '@ethereumjs/statemanager'
import { Account, Address, bytesToHex, hexToBytes } from '@ethereumjs/util'
import { keccak256 } from '../../../src/chain/evm/keccak.ts'

/* A chain in memory on a real EVM: contracts are deployed and called, blocks are numbers and times, and `ethCall` takes
 * overrides as a node does. */

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
export const TOKENS = read('../../fixtures/evm-security/tokens.json')
export const VENUES = read('../../fixtures/evm-security/venues.json')
const V2_FACTORY = `0x${read('./node_modules/@uniswap/v2-core/build/UniswapV2Factory.json').bytecode.replace(/^0x/, '')}`
const V3_FACTORY = read(
  './node_modules/@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
).bytecode
const V4_MANAGER = read('./node_modules/@uniswap/v4-core/out/PoolManager.sol/PoolManager.json').bytecode.object

export const word = (value) =>
  (typeof value === 'string' ? BigInt(value) : BigInt.asUintN(256, BigInt(value))).toString(16).padStart(64, '0')
const call = (selector, ...args) => `${selector}${args.map(word).join('')}`
export const DEPLOYER = `0x${'d0'.repeat(20)}`
const GAS = 30_000_000n

export async function createLab({ number = 1_000n, timeSec = 1_700_000_000n } = {}) {
  const common = new Common({ chain: Mainnet, hardfork: Hardfork.Cancun })
  const state = new SimpleStateManager({ common })
  const evm = await createEVM({ common, stateManager: state, allowUnlimitedContractSize: true })
  const at = { number, timeSec }
  await state.putAccount(address(DEPLOYER), new Account(0n, 10n ** 30n))

  const blockOf = ({ number, timeSec }) => ({
    header: {
      number,
      timestamp: timeSec,
      coinbase: address(`0x${'c0'.repeat(20)}`),
      difficulty: 0n,
      prevRandao: new Uint8Array(32),
      gasLimit: GAS,
      baseFeePerGas: 7n,
      getBlobGasPrice: () => 1n,
    },
  })

  async function run({ from = DEPLOYER, to, data, value = 0n, gas = GAS, block = at }) {
    const { execResult, createdAddress } = await evm.runCall({
      caller: address(from),
      origin: address(from),
      ...(to === undefined ? {} : { to: address(to) }),
      data: hexToBytes(data),
      value,
      gasLimit: gas,
      gasPrice: 8n,
      block: blockOf(block),
      skipBalance: true,
    })
    const { exceptionError: error, returnValue, executionGasUsed } = execResult
    return {
      error: error?.error ?? null,
      data: bytesToHex(returnValue),
      gas: executionGasUsed,
      made: createdAddress?.toString(),
    }
  }
  async function must(wish) {
    const done = await run(wish)
    if (done.error !== null) throw new Error(`${done.error} ${done.data} in ${JSON.stringify(wish.data?.slice(0, 10))}`)
    return done
  }
  const deploy = async (creation, ...args) =>
    (
      await must({
        data: `${creation}${args.map((arg) => (typeof arg === 'string' && arg.startsWith('raw:') ? arg.slice(4) : word(arg))).join('')}`,
      })
    ).made
  const send = (to, selector, args = [], rest = {}) => must({ to, data: call(selector, ...args), ...rest })

  return {
    at,
    run,
    deploy,
    send,
    deployer: DEPLOYER,
    /** Code at an address of one's choice. */
    async place(of, code) {
      await state.putCode(address(of), hexToBytes(code))
    },
    async fund(of, wei) {
      const account = (await state.getAccount(address(of))) ?? new Account()
      account.balance += wei
      await state.putAccount(address(of), account)
    },
    async code(of) {
      return bytesToHex(await state.getCode(address(of)))
    },
    /** Of a call that nothing stays of: `{ error, data, gas }`. */
    async ethCall({ from, to, data, overrides = {}, gas = GAS, block = at }) {
      await state.checkpoint()
      try {
        for (const [of, { code, balance }] of Object.entries(overrides)) {
          const account = (await state.getAccount(address(of))) ?? new Account()
          if (balance !== undefined) account.balance = BigInt(balance)
          await state.putAccount(address(of), account)
          if (code !== undefined) await state.putCode(address(of), hexToBytes(code))
        }
        return await run({ from, to, data, gas, block })
      } finally {
        await state.revert()
      }
    },
    async balanceOf(token, of) {
      return BigInt((await must({ to: token, data: call('0x70a08231', of) })).data)
    },
    async v2Factory() {
      return deploy(V2_FACTORY, DEPLOYER)
    },
    async v3Factory() {
      return deploy(V3_FACTORY)
    },
    async v4Manager() {
      return deploy(V4_MANAGER, DEPLOYER)
    },
    /** A pair of the real contract with this much of both. */
    async v2Pair(factory, token, quote, amounts) {
      const pair = last20((await send(factory, '0xc9c65396', [token, quote])).data)
      await send(token, '0xa9059cbb', [pair, amounts.token])
      await send(quote, '0xa9059cbb', [pair, amounts.quote])
      await send(pair, '0x6a627842', [DEPLOYER])
      return pair
    },
    /** A pool of the real contract over the whole range, both worth the same. */
    async v3Pool(factory, token, quote, amounts) {
      const pool = last20((await send(factory, '0xa1671295', [token, quote, 3000])).data)
      const [low, high] = BigInt(token) < BigInt(quote) ? [token, quote] : [quote, token]
      const of = (one) => (one === token ? amounts.token : amounts.quote)
      const root = squareRoot((of(high) << 192n) / of(low))
      await send(pool, '0xf637731d', [root])
      const depositor = await deploy(TOKENS.Depositor)
      await send(token, '0xa9059cbb', [depositor, amounts.token])
      await send(quote, '0xa9059cbb', [depositor, amounts.quote])
      const liquidity = (squareRoot(of(low) * of(high)) * 999n) / 1_000n
      await send(depositor, MINT, [pool, low, high, -887220, 887220, liquidity])
      return { pool, depositor }
    },
    /** The same of a pool of v3, through its depositor. */
    async buyV3({ pool, depositor }, { token, quote, amount, buyer }) {
      await send(quote, '0xa9059cbb', [depositor, amount])
      const isFirst = BigInt(quote) < BigInt(token)
      return run({ to: depositor, data: `${BUY}${[pool, quote, isFirst ? 1 : 0, amount, buyer].map(word).join('')}` })
    },
    /** As a user buys: the quote goes to the pair, the pair gives. */
    async buyV2(pair, { token, quote, amount, buyer }) {
      const [r0, r1] = reserves((await must({ to: pair, data: '0x0902f1ac' })).data)
      const isFirst = BigInt(token) < BigInt(quote)
      const [own, other] = isFirst ? [r0, r1] : [r1, r0]
      const kept = amount * 997n
      const out = (kept * own) / (other * 1_000n + kept)
      await send(quote, '0xa9059cbb', [pair, amount])
      return run({
        from: buyer,
        to: pair,
        data: `0x022c0d9f${[isFirst ? out : 0n, isFirst ? 0n : out, buyer, 128, 0].map(word).join('')}`,
      })
    },
  }
}

export const selector = (signature) =>
  `0x${Buffer.from(keccak256(Buffer.from(signature)))
    .toString('hex')
    .slice(0, 8)}`
const MINT = selector('mint(address,address,address,int24,int24,uint128)')
const BUY = selector('buy(address,address,bool,int256,address)')

const address = (text) => new Address(hexToBytes(text))
const last20 = (data) => `0x${data.slice(26, 66)}`
const reserves = (data) => [BigInt(data.slice(0, 66)), BigInt(`0x${data.slice(66, 130)}`)]

export function squareRoot(value) {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  for (let step = 0; step < 100; step++) {
    const next = (root + value / root) / 2n
    if (next === root || next === root + 1n) break
    root = next
  }
  return root
}

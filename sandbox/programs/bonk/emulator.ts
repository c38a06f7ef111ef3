import { LAUNCHLAB_PROGRAM } from '../../../src/chain/solana/dexes/bonk/addresses.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import { runLaunch } from './launch.ts'
import { runMigrateToCpmm } from './migrate.ts'
import { runTrade } from './trade.ts'

/** Raydium LaunchLab: launches, trades on their curves, and graduations to CPMM. */
export const launchlabEmulator = anchorEmulator(LAUNCHLAB_PROGRAM, [
  { tag: 'faea0d7bd59c13ec', name: 'BuyExactIn', run: (call) => runTrade(call, 'buy_exact_in') },
  { tag: '18d3742869039938', name: 'BuyExactOut', run: (call) => runTrade(call, 'buy_exact_out') },
  { tag: '9527de9bd37c981a', name: 'SellExactIn', run: (call) => runTrade(call, 'sell_exact_in') },
  { tag: '5fc8472208090ba6', name: 'SellExactOut', run: (call) => runTrade(call, 'sell_exact_out') },
  { tag: 'afaf6d1f0d989bed', name: 'Initialize', run: (call) => runLaunch(call, 'v1') },
  { tag: '4399af27da102620', name: 'InitializeV2', run: (call) => runLaunch(call, 'v2') },
  { tag: '25be7ede2c9aab11', name: 'InitializeWithToken2022', run: (call) => runLaunch(call, 'token_2022') },
  { tag: '885cc8671cda908c', name: 'MigrateToCpswap', run: runMigrateToCpmm },
])

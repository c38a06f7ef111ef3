import { collectorExit } from '../../sandbox/world/recipes/collector-exit.ts'
import { graduatedOrganic } from '../../sandbox/world/recipes/graduated-organic.ts'
import { privacyHop } from '../../sandbox/world/recipes/privacy-hop.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { serialRugger } from '../../sandbox/world/recipes/serial-rugger.ts'
import { sharedTable } from '../../sandbox/world/recipes/shared-table.ts'
import { stagedHolders } from '../../sandbox/world/recipes/staged-holders.ts'
import { stealthSnipers } from '../../sandbox/world/recipes/stealth-snipers.ts'
import { tippedBundle } from '../../sandbox/world/recipes/tipped-bundle.ts'
import { agedWallets } from './aged-wallets.ts'
import { airdrop } from './airdrop.ts'
import { batchWarmed } from './batch-warmed.ts'
import { botUsers } from './bot-users.ts'
import { boughtWallets } from './bought-wallets.ts'
import { bridgeArrivals } from './bridge-arrivals.ts'
import { calledCrowd } from './called-crowd.ts'
import { cardApp } from './card-app.ts'
import { changeReturned } from './change-returned.ts'
import { closedAccounts } from './closed-accounts.ts'
import { collectorsCoin } from './collectors-coin.ts'
import { computeFingerprint } from './compute-fingerprint.ts'
import { copyTraders } from './copy-traders.ts'
import { crowdedPurse } from './crowded-purse.ts'
import { daisyChain } from './daisy-chain.ts'
import { directBundle } from './direct-bundle.ts'
import { dollarPayroll } from './dollar-payroll.ts'
import { dustedHolders } from './dusted-holders.ts'
import { exchangeAlike } from './exchange-alike.ts'
import { exchangeCrowd } from './exchange-crowd.ts'
import { exchangeFeePayer } from './exchange-fee-payer.ts'
import { friendsOnboarded } from './friends-onboarded.ts'
import { fundingTree } from './funding-tree.ts'
import { gameEarnings } from './game-earnings.ts'
import { gasLenders } from './gas-lenders.ts'
import { gatheredCoins } from './gathered-coins.ts'
import { holderMode } from './holder-mode.ts'
import { holderRewards } from './holder-rewards.ts'
import { honestDev } from './honest-dev.ts'
import { junkCoinPayroll } from './junk-coin-payroll.ts'
import { latePurse } from './late-purse.ts'
import { lentPortfolios } from './lent-portfolios.ts'
import { makerLanes } from './maker-lanes.ts'
import { matchedSwaps } from './matched-swaps.ts'
import { multiHopBundle } from './multi-hop-bundle.ts'
import { operatorRing } from './operator-ring.ts'
import { organic } from './organic.ts'
import { paidHolders } from './paid-holders.ts'
import { payday } from './payday.ts'
import { peelBundle } from './peel-bundle.ts'
import { presaleRefunds } from './presale-refunds.ts'
import { questRewards } from './quest-rewards.ts'
import { relaunchedCommunity } from './relaunched-community.ts'
import { relayAuthority } from './relay-authority.ts'
import { rugRecycling } from './rug-recycling.ts'
import { sameDeposit } from './same-deposit.ts'
import { sampleConfigs } from './sample-configs.ts'
import { secondSkins } from './second-skins.ts'
import { sharedNonce } from './shared-nonce.ts'
import { smallSales } from './small-sales.ts'
import { sniped } from './sniped.ts'
import { splitBundle } from './split-bundle.ts'
import { sponsoredFees } from './sponsored-fees.ts'
import { stagedTakeover } from './staged-takeover.ts'
import { staggerPlaybook } from './stagger-playbook.ts'
import { stealthMode } from './stealth-mode.ts'
import { stockBundler } from './stock-bundler.ts'
import { stopLosses } from './stop-losses.ts'
import { swappedHands } from './swapped-hands.ts'
import { testPayments } from './test-payments.ts'
import { tradingFirm } from './trading-firm.ts'
import { travellingCohort } from './travelling-cohort.ts'
import { twentySales } from './twenty-sales.ts'
import { twoTeams } from './two-teams.ts'
import { twoWallets } from './two-wallets.ts'
import { walletMigration } from './wallet-migration.ts'
import { warmedWallets } from './warmed-wallets.ts'
import { washedPeel } from './washed-peel.ts'
import { whipRound } from './whip-round.ts'
import { wrappedPayroll } from './wrapped-payroll.ts'

/** Recipes on which weights and thresholds may be tuned. */
export const TUNED_RECIPES: readonly Recipe[] = [
  directBundle,
  multiHopBundle,
  peelBundle,
  exchangeAlike,
  exchangeFeePayer,
  sharedTable,
  sharedNonce,
  tippedBundle,
  computeFingerprint,
  privacyHop,
  stealthSnipers,
  stagedHolders,
  serialRugger,
  collectorExit,
  agedWallets,
  operatorRing,
  organic,
  exchangeCrowd,
  botUsers,
  airdrop,
  sniped,
  honestDev,
  graduatedOrganic,
  // Held out until the first weights were measured (docs/engines.md), learned from since.
  wrappedPayroll,
  closedAccounts,
  fundingTree,
  boughtWallets,
  twoTeams,
  splitBundle,
  relayAuthority,
  smallSales,
  dollarPayroll,
  daisyChain,
  rugRecycling,
  friendsOnboarded,
  sponsoredFees,
  twoWallets,
  tradingFirm,
  calledCrowd,
  // Held out from the second weights, learned from since.
  latePurse,
  testPayments,
  sameDeposit,
  washedPeel,
  payday,
  questRewards,
  // Held out from the third weights, learned from since.
  travellingCohort,
  gasLenders,
  swappedHands,
  junkCoinPayroll,
  copyTraders,
  presaleRefunds,
  // Held out from rules 2026-11-22.2, learned from since.
  stagedTakeover,
  makerLanes,
  warmedWallets,
  paidHolders,
  relaunchedCommunity,
  cardApp,
  // Held out from rules 2026-11-22.3, learned from since.
  lentPortfolios,
  gatheredCoins,
  crowdedPurse,
  changeReturned,
  whipRound,
  gameEarnings,
  walletMigration,
  // Held out from rules 2026-11-22.4, learned from since.
  batchWarmed,
  matchedSwaps,
  secondSkins,
  dustedHolders,
  collectorsCoin,
  stopLosses,
]

/** Recipes that no one tunes on: written after the weights were frozen, by someone who does not know the rules. */
export const HELD_OUT_RECIPES: readonly Recipe[] = [
  stockBundler,
  stealthMode,
  staggerPlaybook,
  holderMode,
  twentySales,
  sampleConfigs,
  bridgeArrivals,
  holderRewards,
]

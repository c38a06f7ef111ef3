import assert from 'node:assert/strict'

/** What is true of a token when a check passes, by the check's id; a rule's own label says what is true when it fails.
 *  Labels stand alone on badges and in lists: a green line must not name the fault it did not find. */
const PASSED_LABELS: Readonly<Record<string, string>> = {
  // contract
  not_a_mint: 'It is a token mint',
  mint_authority: 'No more of it can be minted',
  freeze_authority: 'Accounts cannot be frozen',
  permanent_delegate: 'No delegate can move the tokens of other holders',
  transfer_hook: 'No program decides on transfers',
  transfer_fee: 'Transfers cost no fee',
  default_frozen: 'New accounts are not frozen',
  non_transferable: 'It can be transferred',
  pausable: 'No authority can stop transfers',
  paused: 'Transfers are not stopped',
  metadata_mutable: 'Name and image are fixed',
  // holders, holderstats
  top10_entities: 'Ten entities do not hold most of the supply',
  largest_entity: 'No single entity holds a large share',
  few_holders: 'It has enough holders',
  entity_nakamoto: 'Many entities hold the majority',
  fresh_holders: 'New wallets hold little',
  hidden_supply: 'The list of holders shows who holds',
  // liquidity, lplock, market
  no_pool: 'There is a pool to sell into',
  pulled: 'The liquidity is still there',
  money_gone: 'The money that came in is still there',
  thin: 'The pool is deep enough',
  thin_for_value: 'Liquidity is in proportion to its value',
  lp_unlocked: 'The liquidity cannot be taken out',
  creator_holds_lp: 'The creator does not hold the liquidity',
  nobody_sells: 'It is sold as well as bought',
  collapsed: 'The price has not collapsed',
  unpriced: 'It has a price',
  silent: 'It is traded',
  // bundle, launch
  bundle_share: 'Bundled launch buyers hold little',
  bundle_bought: 'No group of wallets bought up the launch slot',
  bundle_wallets: 'Few or no wallets of one group bought the launch',
  shared_signing: 'Early buyers share no payer, nonce or transaction',
  shared_budget: 'Early buyers share no odd compute budget',
  early_share: 'Most of it was still for sale after the first seconds',
  early_buyers_tied: 'The first buyers do not belong together',
  early_buyers_fresh: 'The first buyers are not mostly new wallets',
  launch_paid_by_other: 'The creator paid for the launch',
  // creator
  creator_share: 'The creator holds little or nothing',
  creator_sold: 'The creator has not sold most of it',
  creator_left: 'The creator has not left it to fall',
  creator_sent: 'The creator handed on little or nothing',
  creator_paid_buyers: 'The creator paid no crowd of buyers',
  creator_fresh: "The creator's wallet is not new",
  // cohorts
  insiders_share: 'Insiders hold little or nothing',
  insiders_ever: 'Insiders never bought a large share',
  coordinated_exit: 'No group sold together',
  team_left: "The creator's wallets have not sold out",
  proceeds_collected: 'Sellers do not pay into one wallet',
  // honeypot
  sell_blocked: 'It can be sold',
  sell_time_locked: 'Sales do not stop or start with time',
  sell_taxed: 'A sale loses nothing large',
  seizable: 'Holdings were not taken',
  sell_proven: 'That it can be sold is proven',
  // swapstats
  dumped: 'Insiders did not sell into the others',
  only_insiders_sell: 'Others than insiders get out',
  washed: 'Trades are not made by a few wallets with themselves',
  same_size: 'Purchases have sizes of their own',
  // devforensics
  serial_rugger: 'The creator has not rugged several tokens',
  rugged_prior: 'No earlier token of the creator was rugged',
  fast_rugger: 'The creator does not rug within minutes',
  operator_ring: "The creator's funder paid no ring of creators",
  ring_co_launch: 'No burst of launches of a ring with one funder',
  privacy_funding: "The trail of the creator's money was not broken",
  peeled_funding: "The creator's money was not passed on from wallet to wallet",
  // sniperforensics
  sniper_share: 'Launch snipers hold little or nothing',
  sniper_crowd: 'No crowd of snipers took the launch',
  snipers_dumped: 'Launch snipers did not dump it',
  serial_snipers: 'Most snipers do not snipe for a living',
  snipers_tied: 'Snipers of the launch are not one group',
  // programs
  unknown_hook: 'No unknown program sits in transfers',
  private_launcher: 'No private program bought the launch',
  // bubblemap
  team_cluster: "The creator's wallets hold little or nothing",
  team_wallets: 'The creator did not buy under several names',
  largest_cluster: 'No group of wallets holds a large share',
  group_held: 'No group of wallets ever held a large share',
  // the map's own
  map_built: 'The holder graph could be built',
  map_largest_cluster: 'No group of linked wallets holds much of the supply',
  map_dev_cluster: 'The creator has no other wallets that hold much of the token',
  map_launch_cluster: 'No group bought the launch with several wallets',
  map_hidden_supply: 'The list of holders does not hide concentration',
  map_collector: 'Proceeds of several sellers do not meet in one wallet',
  map_majority: 'Many entities hold half of the circulating supply',
}

/** Every rule has one. */
export function passedLabel({ id }: { readonly id: string }): string {
  const label = PASSED_LABELS[id]
  assert(label !== undefined, `${id} has a label for when it passes`)
  return label
}

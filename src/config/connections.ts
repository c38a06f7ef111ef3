/** How many connections may be open at once. The numbers that an operator sets are `MINTGLASS_MAX_CONNECTIONS` and
 *  `MINTGLASS_MAX_CONNECTIONS_PER_ADDRESS`. */
export const CONNECTIONS = {
  /** Of one address (an IPv4 address, or an IPv6 /64), unless the setting says otherwise. */
  ofOneAddress: 512,
  /** Of all connections, the most that one address may hold, whatever the setting: one address never takes all. */
  shareOfOneAddress: 0.5,
  /** Descriptors that the store, providers and log files need: without one left, `accept` fails and the loop spins. */
  descriptorsForOthers: 256,
  /** Of a descriptor limit that is smaller than twice that, the share that connections get. */
  shareOfFewDescriptors: 0.5,
  /** The end of a connection does not say whose it was. A look at the system's list of sockets does; at most one in
   *  this time, and longer where the list is long: a look holds the loop. */
  lookEveryMs: 100,
  /** After a look that failed (no descriptor was left, or the system has no list) no address is refused until another
   *  look, this much later, succeeds. */
  lookAgainMs: 5_000,
  /** Addresses whose counts are kept while looks fail; with more they begin again at 0. */
  addressesUnseen: 10_000,
  /** Of the loop's time, the most that looks take. */
  shareForLooks: 0.05,
  /** Closed connections not yet charged to an address, after which a look is due even when no address is at its cap. */
  endsBeforeLook: 10_000,
  /** Refusals are logged once, and once more after a pause of this length. */
  quietMs: 60_000,
} as const

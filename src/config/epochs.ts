/** Slots of an epoch where the chain's own schedule is not at hand: that of mainnet. The EpochSchedule sysvar says what
 *  holds. */
export const NOMINAL_EPOCH_SLOTS = 432_000

import { NOMINAL_EPOCH_SLOTS } from '../../src/config/epochs.ts'

/** Slots of an epoch in this world. */
export const SLOTS_PER_EPOCH = NOMINAL_EPOCH_SLOTS

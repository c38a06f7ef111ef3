/** Slot time of sandboxes whose tests wait for slots, in milliseconds: so short that no one waits for a confirmation, and
 *  so long that a blockhash outlives a busy machine. One for all of them, because a run builds the world of the usual slot
 *  time and of this one once; with any other each sandbox builds its own. */
export const FAST_SLOT_MS = 150

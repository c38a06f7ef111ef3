/* What the recorder tells the programs of a tree in their environment. */
export const FROZEN_FILE = 'MINTGLASS_FROZEN_FILE'
export const FROZEN_ROLE = 'MINTGLASS_FROZEN_ROLE'

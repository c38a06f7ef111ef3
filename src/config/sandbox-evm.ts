/** What an operator types so that the sandbox plays Ethereum and Base from its next start. */
export const EVM_NODE_INSTALL = 'npm install --prefix sandbox/evm-node --no-package-lock --ignore-scripts'

/** A tape without such a chain begins so many blocks before the newest one, or with the chain; its node keeps somewhat
 *  more of them whole. */
export const SANDBOX_EVM_BACKFILL_BLOCKS = 1_000

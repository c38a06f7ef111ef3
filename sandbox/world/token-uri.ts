/** Where a token of this world says its off-chain JSON is. The host does not exist: the sandbox's DAS answers from the
 *  plan, and nothing that reads the chain is sent anywhere. */
export function tokenUri(mint: string): string {
  return `https://assets.example/${mint}`
}

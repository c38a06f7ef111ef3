/** Public exchange wallets (named by the exchanges' explorers' labels and by two or more unrelated public lists). The
 *  sandbox moves funds out of them without their keys, so that label registries recognise who funded whom. */
export const EXCHANGES = [
  { address: '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9', name: 'Binance 1', entity: 'Binance' },
  { address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', name: 'Binance 2', entity: 'Binance' },
  { address: 'H8sMJSCQxfKiFTCfDR3DUMLPwcRbM61LGFJ8N4dK3WjS', name: 'Coinbase 1', entity: 'Coinbase' },
  { address: 'FWznbcNXWQuHTawe9RxvQ2LdCENssh12dsznf4RiouN5', name: 'Kraken 1', entity: 'Kraken' },
  { address: '5VCwKtCXgCJ6kit5FybXjvriW3xELsFDhYrPSqtJNmcD', name: 'OKX 33', entity: 'OKX' },
  { address: 'BmFdpraQhkiDQE6SnfG5omcA1VwzqfXrwtNYBwWTymy6', name: 'KuCoin 2', entity: 'KuCoin' },
  { address: 'AC5RDfQFmDS1deWZos921JfqscXdByf8BKHs5ACWjtW2', name: 'Bybit 2', entity: 'Bybit' },
  { address: 'ASTyfSima4LLAdDgoFGkgqoKowG1LZFDr9fAQrg7iaJZ', name: 'MEXC 1', entity: 'MEXC' },
] as const

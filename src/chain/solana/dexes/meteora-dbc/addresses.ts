export const DBC_PROGRAM = 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN'
/** Owner of every curve's vaults; a test derives it. */
export const DBC_POOL_AUTHORITY = 'FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM'
/** Account of the program's calls to itself; a test derives it. */
export const DBC_EVENT_AUTHORITY = '8Ks12pbrD6PXxfty1hVQiE9sc289zgU1zHkvXhrSdriF'

/** The pages of consent for a borrower's browser. They redirect back with `code` and `state`. */
export const consentPages = {
  wallet: '/wallet/authorise',
  messenger: '/messenger/authorise',
} as const

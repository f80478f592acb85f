/** Why a bank declined a transfer, where the lender or the borrower can do something about it. */
export const declineCodes = [
  'SINGLE_LIMIT',
  'DAY_LIMIT',
  'BANK_NOT_SERVED',
  'CARD_NOT_SUPPORTED',
  'INSUFFICIENT_BALANCE',
  'CARD_NOT_USABLE',
] as const

/** The name of the product in the providers' pages and messages; a partner's brand has its own. */
export const merchant = process.env['SANDBOX_MERCHANT'] ?? '轻舟'

/** The lender's app id at the messaging app. */
export const MESSENGER_APP_ID = 'wx0123456789abcdef'

/** The mall's account at the bank. */
export const MALL_ACCOUNT = 'account-of-the-mall'

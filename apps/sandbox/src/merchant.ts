/** The name of the product in the providers' pages and messages; a partner's brand has its own. */
export const merchant = process.env['SANDBOX_MERCHANT'] ?? '轻舟'

/** The two screens of the harness. */
export const cardForm = '/card-form'
export const bankList = '/bank-list'

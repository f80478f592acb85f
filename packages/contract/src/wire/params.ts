/** The parameters of addresses, and the cookie, that name a draw or a payment order. */
export const drawParam = 'loanSeqNo'
export const orderParam = 'repaySeqNo'
export const drawCookie = 'loanSeqNo'

/** The notice in the status of a response, and where the app stores it. */
export const noticeName = 'proclamation'

/** Nothing: the README says what this stands in place of. */
export const none = undefined

/** Origin of a loan: a draw, or the restructuring of an existing debt. */
export type Origin = 'draw' | 'personalised-plan' | 'second-instalment'

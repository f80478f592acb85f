/** Where a loan comes from: money drawn, or an old debt in a new plan. */
export type Origin = 'draw' | 'personalised-plan' | 'second-instalment'

/** How often and how long, where cards are bound. Chosen here and nowhere else. */
export const cardFigures = {
  code: { waitSeconds: 60, validMinutes: 5, tries: 3 },
  perCustomerAndDay: 10,
  /** A card tried under many names comes from somebody who found it. */
  perCardAndDay: 5,
  /** A bank that has not decided by then is taken for one that will not. */
  patienceMinutes: 30,
} as const

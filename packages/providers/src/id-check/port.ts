/** Checks which name belongs to an ID number. */
export type IdCheck = {
  /** `unknown`: the register could not answer. */
  verify(person: {
    readonly name: string
    readonly idNumber: string
  }): Promise<'match' | 'mismatch' | 'unknown'>
}

/** Checks whether a bank card belongs to a person and a phone, before its bank is asked. */
export type CardCheck = {
  /** `unknown`: the service has no record of the card. */
  verify(card: {
    readonly name: string
    readonly idNumber: string
    readonly cardNumber: string
    /** The phone that the bank knows. */
    readonly phone: string
  }): Promise<'match' | 'mismatch' | 'unknown'>
}

/** Checks which name belongs to an ID number. */
export type IdCheck = {
  /** `unknown`: the register could not answer. */
  verify(person: {
    readonly name: string
    readonly idNumber: string
  }): Promise<'match' | 'mismatch' | 'unknown'>
}

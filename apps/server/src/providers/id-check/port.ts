/** Knows which name belongs to an ID number. */
export type IdCheck = {
  /** `unknown`: the register could not say, which is nobody's fault. */
  verify(person: {
    readonly name: string
    readonly idNumber: string
  }): Promise<'match' | 'mismatch' | 'unknown'>
}

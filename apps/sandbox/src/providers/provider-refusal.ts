/** A provider's refusal: an HTTP status and an error word. */
export class ProviderRefusal extends Error {
  readonly status: number
  readonly word: string

  constructor(status: number, word: string) {
    super(word)
    this.name = 'ProviderRefusal'
    this.status = status
    this.word = word
  }
}

/** A provider's own "no": a status and one word, as such services answer. */
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

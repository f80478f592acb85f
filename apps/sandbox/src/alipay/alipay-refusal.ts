/** A refusal with the app's codes. */
export class AlipayRefusal extends Error {
  readonly code: string
  readonly subCode: string

  constructor(subCode: string, code = '40004') {
    super(subCode)
    this.name = 'AlipayRefusal'
    this.code = code
    this.subCode = subCode
  }
}

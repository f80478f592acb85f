import { signPdf } from './sign-pdf.ts'
import { requireValid, type SigningKey } from './signing-key.ts'

/** Signs papers that were printed with a seal, in the name of the lender. */
export type Signer = { sign(pdf: Buffer): Promise<Buffer> }

/** The key is opened when it is first needed, once. */
export function createSigner(open: () => Promise<SigningKey>, now: () => Date): Signer {
  let opened: Promise<SigningKey> | undefined
  return {
    async sign(pdf) {
      opened ??= open()
      const key = await opened.catch((error: unknown) => {
        // What could not be read now may be there the next time.
        opened = undefined
        throw error
      })
      requireValid(key.chain, now())
      return signPdf(pdf, key)
    },
  }
}

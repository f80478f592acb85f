import { OFFSET_DIGITS } from './room-for-signature.ts'
import { signatureOver } from './signature.ts'
import type { SigningKey } from './signing-key.ts'

const RANGE = new RegExp(String.raw`/ByteRange \[ 0( 9{${OFFSET_DIGITS}}){3} \]`)
const CONTENTS = '/Contents <'

/**
 * Signs a PDF that has room for it: everything but the signature itself, from the first byte to the
 * last, so that nothing can be changed or added unseen.
 */
export async function signPdf(pdf: Buffer, key: SigningKey): Promise<Buffer> {
  const room = roomIn(pdf)
  const signed = Buffer.from(pdf)
  const afterRoom = room.to + 1
  const range = [0, room.from, afterRoom, pdf.length - afterRoom].join(' ')
  signed.write(`/ByteRange [ ${range} ]`.padEnd(room.range.length), room.range.at, 'latin1')
  const content = Buffer.concat([signed.subarray(0, room.from), signed.subarray(afterRoom)])
  const signature = await signatureOver(new Uint8Array(content), key)
  const hex = signature.toString('hex')
  if (hex.length > room.to - room.from - 1) throw new Error('a signature fits into its room')
  signed.write(hex, room.from + 1, 'latin1')
  return signed
}

/** From the angle bracket that opens the signature to the one that closes it. */
function roomIn(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const range = RANGE.exec(text)
  const contents = range ? text.indexOf(CONTENTS, range.index) : -1
  if (!range || contents === -1) throw new Error('a paper to be signed has room for a signature')
  const from = contents + CONTENTS.length - 1
  const to = text.indexOf('>', from)
  return { range: { at: range.index, length: range[0].length }, from, to }
}

/** As much of ASN.1's distinguished encoding as a private key needs. */

export function derSequence(parts: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts))
}

export function derInteger(value: bigint): Buffer {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  // A leading bit would make the number negative.
  const isNegative = (bytes[0] ?? 0) >= 0x80
  return element(0x02, isNegative ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content])
}

function lengthOf({ length }: Buffer): number[] {
  if (length < 0x80) return [length]
  if (length < 0x100) return [0x81, length]
  return [0x82, length >> 8, length & 0xff]
}

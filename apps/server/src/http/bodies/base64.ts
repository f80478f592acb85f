/** Decodes base64 natively. Throws on anything but the canonical spelling. */
export function bytesOfBase64(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new Error('not canonical base64')
  return bytes
}

/** Base64 and text as bytes, with what browsers since 2020 and Node have alike. */

export function base64OfBytes(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  }
  return btoa(binary)
}

/** More arguments than this at once overflow the stack of an old phone. */
const CHUNK = 8192

/** Throws on anything but canonical base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  if (base64OfBytes(bytes) !== text) throw new Error('not canonical base64')
  return bytes
}

export function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  return bytesOfBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='))
}

export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

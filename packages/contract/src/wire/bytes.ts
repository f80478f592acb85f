import * as z from 'zod/mini'

/** A picture as base64, already scaled down by the browser. */
export const picture = z.string().check(z.maxLength(2_800_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))

/** Base64 and text conversion with functions that both Node and browsers since 2020 have. */

export function base64OfBytes(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  }
  return btoa(binary)
}

/** More arguments than this in one call overflow the stack of old phones. */
const CHUNK = 8192

/** Throws on anything but canonical base64. The server decodes with `Buffer`, which is faster. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  if (btoa(binary) !== text) throw new Error('not canonical base64')
  const bytes = new Uint8Array(binary.length)
  // A loop: iterating over a string by its characters is many times slower.
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
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

import { base64OfBytes, bytesOfBase64, bytesOfText, textOfBytes } from '@qingzhou/contract/bytes'

/**
 * Hides a value from somebody who glances at the storage of a phone. Whoever has the phone's key
 * can turn it back, so nothing may ever depend on it.
 */
export function obfuscate(text: string, key: string): string {
  return base64OfBytes(mixed(bytesOfText(text), key))
}

/** Nothing when the text was not made with this key. */
export function reveal(hidden: string, key: string): string | undefined {
  try {
    return textOfBytes(mixed(bytesOfBase64(hidden), key))
  } catch {
    return undefined
  }
}

function mixed(bytes: Uint8Array, key: string): Uint8Array<ArrayBuffer> {
  const next = streamOf(key)
  return Uint8Array.from(bytes, (byte) => byte ^ next())
}

const FNV_OFFSET = 2_166_136_261
const FNV_PRIME = 16_777_619

/** An endless row of bytes that is the same for the same key: FNV-1a, then xorshift. */
function streamOf(key: string): () => number {
  let state = FNV_OFFSET
  for (const byte of bytesOfText(key)) state = Math.imul(state ^ byte, FNV_PRIME)
  // Xorshift never leaves nought.
  state = state || FNV_OFFSET
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state & 0xff
  }
}

/** A number chosen here for something asked of the server: asked twice under it, it is done once. */
export function newNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

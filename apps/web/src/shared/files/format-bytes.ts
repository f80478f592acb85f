const KILO = 1024
const MEGA = KILO * KILO

/** How large a file is, as people read it: 1.2 MB. */
export function bytesInWords(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`
  if (bytes < MEGA) return `${Math.round(bytes / KILO)} KB`
  const tenths = (bytes / MEGA).toFixed(1)
  return `${tenths.endsWith('.0') ? tenths.slice(0, -2) : tenths} MB`
}

/** The desk shares its storage with the app in the frame, so its keys have a prefix. */
const PREFIX = 'desk:'

/** A browser may forbid storage; then nothing is remembered. */
export const deskMemory = {
  read: (name: string): string | undefined => readShared(PREFIX + name),

  keep(name: string, value: string): void {
    try {
      localStorage.setItem(PREFIX + name, value)
    } catch {
      return
    }
  },

  isOurs: (key: string): boolean => key.startsWith(PREFIX),
}

/** What an app of this origin has stored. */
export function readShared(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

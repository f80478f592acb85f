/** A token of a provider, which all processes share. */
export type StoredToken = { readonly value: string; readonly expiresAt: Date }

export type TokenStore = {
  find(name: string): Promise<StoredToken | undefined>
  save(name: string, token: StoredToken): Promise<void>
  forget(name: string): Promise<void>
}

/** For a process of its own, without a database. */
export function ownTokens(): TokenStore {
  const tokens = new Map<string, StoredToken>()
  return {
    find: async (name) => tokens.get(name),
    save: async (name, token) => void tokens.set(name, token),
    forget: async (name) => void tokens.delete(name),
  }
}

import type { Vault } from '#platform/database/vault.ts'

type Deps = { readonly vault: Pick<Vault, 'hash'> }

/** Of a kind of their own: a borrower's half is never found among them. */
export function secretHash({ vault }: Deps, secret: string): Buffer {
  return vault.hash('staff', `secret ${secret}`)
}

export function tokenHash({ vault }: Deps, token: string): Buffer {
  return vault.hash('staff', `token ${token}`)
}

export function ticketHash({ vault }: Deps, ticket: string): Buffer {
  return vault.hash('staff', `ticket ${ticket}`)
}

export function recoveryCodeHash(
  { vault }: Deps,
  { staffNo, code }: { readonly staffNo: string; readonly code: string },
): Buffer {
  return vault.hash('staff', `recovery ${staffNo} ${code}`)
}

/** Under which wrong codes of a second factor are counted. */
export function secondFactorIndex({ vault }: Deps, staffNo: string): Buffer {
  return vault.hash('staff', `second factor ${staffNo}`)
}

/** Under which wrong passwords of a username are counted, whether somebody has it or not. */
export function triesIndex({ vault }: Deps, username: string): Buffer {
  return vault.hash('staff', `username ${username}`)
}

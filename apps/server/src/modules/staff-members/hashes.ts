import type { Vault } from '#database/vault.ts'

type Means = { readonly vault: Pick<Vault, 'hash'> }

/** Of a kind of their own: a borrower's half is never found among them. */
export function secretHash({ vault }: Means, secret: string): Buffer {
  return vault.hash('staff', `secret ${secret}`)
}

export function tokenHash({ vault }: Means, token: string): Buffer {
  return vault.hash('staff', `token ${token}`)
}

export function ticketHash({ vault }: Means, ticket: string): Buffer {
  return vault.hash('staff', `ticket ${ticket}`)
}

export function recoveryCodeHash(
  { vault }: Means,
  { staffNo, code }: { readonly staffNo: string; readonly code: string },
): Buffer {
  return vault.hash('staff', `recovery ${staffNo} ${code}`)
}

/** Under which wrong codes of a second factor are counted. */
export function secondFactorIndex({ vault }: Means, staffNo: string): Buffer {
  return vault.hash('staff', `second factor ${staffNo}`)
}

/** Under which wrong passwords of a username are counted, whether somebody has it or not. */
export function triesIndex({ vault }: Means, username: string): Buffer {
  return vault.hash('staff', `username ${username}`)
}

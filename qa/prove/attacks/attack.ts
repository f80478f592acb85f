import type { CallRefused, Client } from '@qingzhou/server/testing/client.ts'
import type { TestBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'

/** One attack on the product, run against a server. */
export type Attack = {
  readonly name: string
  /** Too slow for the short run. */
  readonly isLong?: boolean
  run(target: Target): Promise<Outcome>
}

export type Outcome = {
  readonly attempts: number
  readonly refused: number
  /** The attempts that succeeded: empty if the product resisted. */
  readonly through: readonly string[]
}

/**
 * The attacked server, and a product on the same database that prepares customers and reads the
 * books.
 */
export type Target = {
  readonly address: string
  readonly product: TestProduct
  /** Those of the server, with the login that owns the schema. */
  readonly ownerSettings: Readonly<Record<string, string>>
  readonly isFull: boolean
  /** A browser in a new network, or at the given address. */
  visitor(ip?: string): Client
  /** An address in an unused network. */
  newNetwork(): string
  /** The same session as a client of the product, over HTTP. */
  overHttp(client: Client): Client
  /** The lines of the server's log for an event of a client. */
  clientLines(event: string): readonly string[]
  /** A signed-in customer, over HTTP. */
  signedIn(): Promise<{ readonly client: Client; readonly phone: string }>
  /** A customer with a card and a limit, over HTTP. */
  borrower(): Promise<TestBorrower>
}

export type Attempt = { readonly what: string; readonly isRefused: boolean }

export function outcomeOf(attempts: readonly Attempt[]): Outcome {
  const through = attempts.filter(({ isRefused }) => !isRefused).map(({ what }) => what)
  return { attempts: attempts.length, refused: attempts.length - through.length, through }
}

/** Runs a call; true if the server answered with anything but success. */
export async function isRefused(call: () => Promise<unknown>): Promise<boolean> {
  return (await catchRefusal(call)) !== undefined
}

/** Runs a call; the code of its refusal, if it is refused. */
export async function catchRefusal(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call()
    return undefined
  } catch (error) {
    if (isCallRefused(error)) return error.code
    throw error
  }
}

function isCallRefused(error: unknown): error is CallRefused {
  return error instanceof Error && error.name === 'CallRefused'
}

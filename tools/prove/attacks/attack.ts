import type { CallRefused, Client } from '@qingzhou/server/testing/client.ts'
import type { TestBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'

/** One way to harm the product, replayed against a running server. */
export type Attack = {
  readonly name: string
  /** Too slow for the short form. */
  readonly isLong?: boolean
  run(target: Target): Promise<Outcome>
}

export type Outcome = {
  readonly attempts: number
  readonly refused: number
  /** What got through: empty when the product held. */
  readonly through: readonly string[]
}

/** The server under attack, and a product on the same database that prepares people and reads the books. */
export type Target = {
  readonly address: string
  readonly product: TestProduct
  readonly isFull: boolean
  /** A browser in a network of its own, or in the one given. */
  visitor(ip?: string): Client
  /** An address in a network that nobody else has. */
  newNetwork(): string
  /** The same session as a client of the product, over HTTP. */
  overHttp(client: Client): Client
  /** How many lines that clients sent for an event are in the server's log. */
  clientLines(event: string): number
  /** Somebody signed in, over HTTP. */
  signedIn(): Promise<{ readonly client: Client; readonly phone: string }>
  /** Somebody with a card and a limit, over HTTP. */
  borrower(): Promise<TestBorrower>
}

export type Attempt = { readonly what: string; readonly isRefused: boolean }

export function outcomeOf(attempts: readonly Attempt[]): Outcome {
  const through = attempts.filter(({ isRefused }) => !isRefused).map(({ what }) => what)
  return { attempts: attempts.length, refused: attempts.length - through.length, through }
}

/** Runs a call; refused means that the server answered, and with anything but success. */
export async function isRefused(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return false
  } catch (error) {
    if (isCallRefused(error)) return true
    throw error
  }
}

function isCallRefused(error: unknown): error is CallRefused {
  return error instanceof Error && error.name === 'CallRefused'
}

type Ticket = { readonly ticket: string; readonly expiresInSeconds: number }

/** A ticket about to expire would fail in the borrower's hand, so it is renewed a little early. */
const EARLY_MS = 60_000

/** Keeps a ticket until it expires: the messenger gives out only so many a day. */
export function keepTicket(fetchTicket: () => Promise<Ticket>, now: () => Date) {
  let kept: { readonly ticket: string; readonly until: number } | undefined
  let underWay: Promise<string> | undefined

  async function renew(): Promise<string> {
    const { ticket, expiresInSeconds } = await fetchTicket()
    kept = { ticket, until: now().getTime() + expiresInSeconds * 1_000 - EARLY_MS }
    return ticket
  }

  return async (): Promise<string> => {
    if (kept && now().getTime() < kept.until) return kept.ticket
    // Many pages that ask at once share one question; a failed one is not kept.
    underWay ??= renew().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

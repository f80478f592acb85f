import { useEffect, useState } from 'react'
import { client } from '#client.ts'
import type { BankTransfer, Books } from '#client.ts'
import type { Person } from '#people/use-people.ts'

const LOOK_EVERY_MS = 2_000

/** The lender's and the bank's records of a person. */
export type Records = { readonly books: Books; readonly transfers: readonly BankTransfer[] }

/** Polls the books of a person while they are shown. */
export function useBooks({ phone, cards }: Person): Records | undefined {
  const [seen, setSeen] = useState<Records & { readonly phone: string }>()

  useEffect(() => {
    let isShown = true
    async function look() {
      try {
        const [books, bank] = await Promise.all([client.books(phone), client.bankTransfers()])
        const transfers = bank.transfers.filter(({ cardNumber }) =>
          cards.some(({ number }) => number === cardNumber),
        )
        if (isShown) setSeen({ phone, books, transfers })
      } catch {
        // The server may be restarting; the next poll finds it.
        return
      }
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [phone, cards])

  return seen?.phone === phone ? seen : undefined
}

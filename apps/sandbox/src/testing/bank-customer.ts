import { testPeople } from '@qingzhou/provider-api/test-people'
import { ask } from './provider-client.ts'
import { getJson } from './running-sandbox.ts'

export const NOWHERE = 'http://127.0.0.1:9/callbacks'

/** The four elements of a test person, with their first card by default. */
export function holderOf(key: string, cardIndex = 0) {
  const person = testPeople.find((candidate) => candidate.key === key)
  if (!person) throw new Error(`test person ${key}: not found`)
  const { name, idNumber, phone, cards } = person
  return { name, idNumber, phone, cardNumber: cards[cardIndex]?.number ?? '' }
}

type Holder = ReturnType<typeof holderOf>
type Order = { readonly orderNo: string; readonly notifyUrl?: string }

export async function startBinding(url: string, holder: Holder, order: Order) {
  const { content } = await ask(url, '/bank/start-binding', {
    notifyUrl: NOWHERE,
    ...holder,
    ...order,
  })
  return content
}

/** The newest code the bank sent to a phone. */
export async function codeFor(url: string, phone: string): Promise<string> {
  // The sandbox's own response shape.
  const inbox = (await getJson(`${url}/inbox?phone=${phone}`)) as { messages: { code?: string }[] }
  return inbox.messages[0]?.code ?? ''
}

export async function confirmBinding(url: string, orderNo: string, code: string) {
  return (await ask(url, '/bank/confirm-binding', { orderNo, code })).content
}

/** Binds a card whose bank settles at once, and returns its token. */
export async function bindCard(url: string, holder: Holder): Promise<string> {
  const orderNo = `binding-of-${holder.cardNumber}`
  await startBinding(url, holder, { orderNo })
  await confirmBinding(url, orderNo, await codeFor(url, holder.phone))
  const { cards } = (await getJson(`${url}/bank/cards`)) as {
    cards: { cardToken: string; cardNumber: string }[]
  }
  return cards.find(({ cardNumber }) => cardNumber === holder.cardNumber)?.cardToken ?? ''
}

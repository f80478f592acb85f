import { customerMessages } from '#shared/catalogue/customers.ts'
import { detailWords, eventMessages } from '#shared/catalogue/event-words.ts'
import { useWords } from '#shared/catalogue/words.ts'
import { useMessages } from '#platform/catalogue.ts'
import type { customerCalls } from '../calls.ts'

type Event = Awaited<ReturnType<typeof customerCalls.timeline>>['events'][number]

/** Who did something: a member of staff by name, anyone else by a word. */
export function useActorName(): (actor: Pick<Event, 'who' | 'whoName'>) => string {
  const known: Readonly<Record<string, unknown>> = useMessages(eventMessages)
  return ({ who, whoName }) => {
    const word = known[who]
    return whoName ?? (typeof word === 'string' ? word : who)
  }
}

/** Events whose `about` is text for people already: a title, a page, a device. */
const TEXT = new Set(['message', 'consent', 'session-opened'])

/** An event as a sentence: who did what; and below it what it was about, without stored codes. */
export function useEventText() {
  const messages = useMessages(eventMessages)
  const actorName = useActorName()
  const words = useWords()
  const values: Readonly<Record<string, unknown>> = useMessages(customerMessages)
  const known: Readonly<Record<string, ((value: string) => string) | undefined>> =
    useMessages(detailWords)
  const detail = (pair: string): string[] => {
    const [key = '', value = ''] = pair.split('=')
    const word = values[value]
    const text = known[key]?.(typeof word === 'string' ? word : words(value))
    return text === undefined ? [] : [text]
  }
  return {
    sentence: (event: Event) =>
      event.what.startsWith('order-')
        ? words(event.what)
        : messages.sentence(actorName(event), words(event.what)),
    details: ({ what, about }: Event) =>
      TEXT.has(what) ? about : about.split(' ').flatMap(detail).join(' · '),
  }
}

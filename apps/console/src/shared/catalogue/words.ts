import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { eventWords } from '#shared/catalogue/event-words.ts'
import { kindNames } from '#shared/catalogue/act-names.ts'
import { staffActs } from '#shared/catalogue/staff-acts.ts'
import { storedWords } from '#shared/catalogue/stored-words.ts'
import { useMessages } from '#platform/catalogue.ts'

/** The words for stored states, kinds and acts; one that is new here is shown as it is stored. */
export function useWords(): (name: string) => string {
  const words: Readonly<Record<string, unknown>> = {
    ...useMessages(kindNames),
    ...useMessages(staffActs),
    ...useMessages(eventWords),
    ...useMessages(storedWords),
    ...useMessages(partMessages),
  }
  return (name) => {
    const word = words[name]
    return typeof word === 'string' ? word : name
  }
}

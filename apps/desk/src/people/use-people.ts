import { useCallback, useEffect, useState } from 'react'
import { testPeople } from '@qingzhou/provider-api/test-people'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { client } from '#client.ts'

export type Person = TestPerson & { readonly isCustomer: boolean }

type PeopleState = {
  readonly people: readonly Person[]
  /** The person whose face and books are shown. */
  readonly chosen: Person
  readonly choose: (person: Person) => void
  /** Reads again who is a customer: a person may have registered in the phone. */
  readonly ask: () => void
}

/** The test people, which of them are customers, and the chosen one. */
export function usePeople(): PeopleState {
  const [customers, setCustomers] = useState<ReadonlySet<string>>()
  const [key, setKey] = useState('')

  const ask = useCallback(() => {
    void customersNow().then(setCustomers)
  }, [])
  useEffect(ask, [ask])

  const people = testPeople.map((person) => ({
    ...person,
    isCustomer: customers ? customers.has(person.phone) : person.account !== undefined,
  }))
  const chosen = people.find((person) => person.key === key) ?? people[0]
  if (!chosen) throw new Error('no test people')

  function choose(person: Person) {
    setKey(person.key)
    ask()
  }

  return { people, chosen, choose, ask }
}

/** Returns undefined when the server does not answer. */
async function customersNow(): Promise<ReadonlySet<string> | undefined> {
  try {
    const { people } = await client.people()
    return new Set(people.filter(({ isCustomer }) => isCustomer).map(({ phone }) => phone))
  } catch {
    return undefined
  }
}

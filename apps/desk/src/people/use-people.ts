import { useCallback, useEffect, useState } from 'react'
import { testPeople } from '@qingzhou/provider-api/test-people'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { client } from '#client.ts'

export type Person = TestPerson & { readonly isCustomer: boolean }

type Known = {
  readonly people: readonly Person[]
  /** Whose face the camera shows, and whose books are open. */
  readonly chosen: Person
  readonly choose: (person: Person) => void
  /** Looks again who is a customer: somebody may have signed up in the phone since. */
  readonly ask: () => void
}

/** The test people, who of them is a customer by now, and who it is all about. */
export function usePeople(): Known {
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
  if (!chosen) throw new Error('There are no test people.')

  function choose(person: Person) {
    setKey(person.key)
    ask()
  }

  return { people, chosen, choose, ask }
}

/** Without an answer the desk goes by how each person started out. */
async function customersNow(): Promise<ReadonlySet<string> | undefined> {
  try {
    const { people } = await client.people()
    return new Set(people.filter(({ isCustomer }) => isCustomer).map(({ phone }) => phone))
  } catch {
    return undefined
  }
}

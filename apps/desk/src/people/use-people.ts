import { useCallback, useEffect, useState } from 'react'
import { testPeople } from '@qingzhou/provider-api/test-people'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { client } from '#client.ts'

export type Person = TestPerson & { readonly isCustomer: boolean }

type Known = { readonly people: readonly Person[]; readonly ask: () => void }

/** The test people, and who of them is a customer by now. */
export function usePeople(): Known {
  const [customers, setCustomers] = useState<ReadonlySet<string>>()

  const ask = useCallback(() => {
    void customersNow().then(setCustomers)
  }, [])
  useEffect(ask, [ask])

  const people = testPeople.map((person) => ({
    ...person,
    isCustomer: customers ? customers.has(person.phone) : person.account !== undefined,
  }))
  return { people, ask }
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

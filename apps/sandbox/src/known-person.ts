import { testPeople } from '@qingzhou/provider-api/test-people'
import type { Outcome, TestPerson } from '@qingzhou/provider-api/test-people'

/** The test person with this ID number; everybody else has no story, and all goes well for them. */
export function knownPerson(idNumber: string): TestPerson | undefined {
  return testPeople.find((person) => person.idNumber === idNumber.toUpperCase())
}

export function outcomeOf(idNumber: string): Outcome {
  return knownPerson(idNumber)?.outcome ?? 'approved'
}

import { knownPerson } from './known-person.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'
/** Two characters or more, with a dot between the parts of a name from another language. */
const NAME = /^\p{Script=Han}[\p{Script=Han}·]*\p{Script=Han}$/u

/** Whether name and number are one person's, as the registry of the residents would say. */
export function checkIdentity(asked: { readonly name: string; readonly idNumber: string }): {
  result: 'match' | 'mismatch' | 'unknown'
} {
  if (!hasCheckCharacter(asked.idNumber)) return { result: 'unknown' }

  const person = knownPerson(asked.idNumber)
  const isTheirs = person
    ? person.name === asked.name && person.outcome !== 'identityMismatch'
    : NAME.test(asked.name)
  return { result: isTheirs ? 'match' : 'mismatch' }
}

function hasCheckCharacter(idNumber: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(idNumber)) return false
  const total = WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(idNumber[index]), 0)
  return CHECK_CHARACTERS[total % 11] === idNumber[17]?.toUpperCase()
}

import { useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { Chip } from '@qingzhou/ui/chip'
import type { Phone } from '#phone/use-phone.ts'
import { actAs } from './act-as.ts'
import { actionLabels, actionsFor, storyOf } from './person-actions.ts'
import type { Person } from './use-people.ts'

type PeopleListProps = {
  readonly people: readonly Person[]
  readonly phone: Phone
  readonly onChoose: () => void
}

/** Made-up people with known stories; the chosen one says how to sign in and offers to. */
export function PeopleList({ people, phone, onChoose }: PeopleListProps) {
  const [chosen, setChosen] = useState(people[0]?.key)

  function choose(key: string | undefined) {
    setChosen(key)
    onChoose()
  }

  return (
    <ul className="people">
      {people.map((person) => {
        const isOpen = person.key === chosen
        return (
          <li key={person.key} className={isOpen ? 'person is-open' : 'person'}>
            <button
              type="button"
              className="person-head"
              aria-expanded={isOpen}
              onClick={() => choose(isOpen ? undefined : person.key)}
            >
              <span className="grow">
                <span className="row">
                  <strong className="strong">{person.name}</strong>
                  {person.isCustomer && <Chip>客户</Chip>}
                </span>
                <span className="person-purpose small ink-2">{storyOf(person).purpose}</span>
              </span>
              <span className="small tabular ink-3">{spaced(person.phone)}</span>
            </button>
            {isOpen && <PersonActions person={person} phone={phone} />}
          </li>
        )
      })}
    </ul>
  )
}

function PersonActions({ person, phone }: { person: Person; phone: Phone }) {
  return (
    <div className="person-actions">
      <p className="small ink-2">登录方式：{storyOf(person).signIn}</p>
      <div className="row row-wrap">
        {actionsFor(person).map((action, index) => (
          <Button
            key={action}
            fit
            kind={index === 0 ? 'primary' : 'quiet'}
            onPress={() => actAs(person, { action, phone })}
          >
            {actionLabels[action]}
          </Button>
        ))}
      </div>
    </div>
  )
}

function spaced(phone: string): string {
  return phone.replace(/^(\d{3})(\d{4})/, '$1 $2 ')
}

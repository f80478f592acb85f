import { useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { Chip } from '@qingzhou/ui/feedback'
import type { Phone } from '#phone/use-phone.ts'
import { actAs, applyFor } from './act-as.ts'
import { BankCards } from './bank-cards.tsx'
import { IdCardPictures } from './id-card-pictures.tsx'
import { actionLabels, actionsFor, storyOf } from './person-actions.ts'
import { outcomeWords } from './stories.ts'
import type { Person } from './use-people.ts'

type PeopleListProps = {
  readonly people: readonly Person[]
  readonly phone: Phone
  readonly chosen: Person
  readonly onChoose: (person: Person) => void
}

/** Made-up people with known stories; the chosen one says how to sign in and offers to. */
export function PeopleList({ people, phone, chosen, onChoose }: PeopleListProps) {
  const [isFolded, setFolded] = useState(false)

  function press(person: Person) {
    setFolded(person.key === chosen.key && !isFolded)
    onChoose(person)
  }

  return (
    <ul className="people">
      {people.map((person) => {
        const isOpen = person.key === chosen.key && !isFolded
        return (
          <li key={person.key} className={isOpen ? 'person is-open' : 'person'}>
            <button
              type="button"
              className="person-head"
              aria-expanded={isOpen}
              onClick={() => press(person)}
            >
              <span className="grow">
                <span className="row">
                  <strong className="strong">{person.name}</strong>
                  {person.isCustomer && <Chip>客户</Chip>}
                </span>
                <span className="person-purpose small ink-2">{storyOf(person).purpose}</span>
              </span>
              <span className="person-figures small ink-3">
                <span className="tabular">{spaced(person.phone)}</span>
                <span className="caption">{outcomeWords[person.outcome]}</span>
              </span>
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
      <IdCardPictures person={person} phone={phone} />
      <BankCards person={person} phone={phone} />
      <Button
        kind="quiet"
        busyLabel="正在逐步申请，约需半分钟…"
        onPress={() => applyFor(person, phone)}
      >
        快速准备：代走申请，送三张券
      </Button>
    </div>
  )
}

function spaced(phone: string): string {
  return phone.replace(/^(\d{3})(\d{4})/, '$1 $2 ')
}

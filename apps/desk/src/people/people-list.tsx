import { useState } from 'react'
import { type IdCardIssue, newNameOf } from '@qingzhou/provider-api/test-people'
import { Button, Segmented } from '@qingzhou/ui/inputs'
import { Chip } from '@qingzhou/ui/feedback'
import { toast } from '@qingzhou/ui/overlays'
import type { CardSide, Phone, PhotoSubject } from '#phone/use-phone.ts'
import { copy, attempt } from '#attempt.ts'
import {
  actAs,
  actionLabels,
  actionsFor,
  applyFor,
  conductLabels,
  outcomeLabels,
  storyOf,
} from './act-as.ts'
import type { Person } from './use-people.ts'

type PeopleListProps = {
  readonly people: readonly Person[]
  readonly phone: Phone
  readonly chosen: Person
  readonly onChoose: (person: Person) => void
}

/** The test people; the chosen one shows how to sign in. */
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
                <span className="tabular">{spacePhone(person.phone)}</span>
                <span className="caption">{outcomeLabels[person.outcome]}</span>
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
  const [progress, setProgress] = useState('正在准备…')

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
        busyLabel={progress}
        onPress={() => applyFor(person, phone, setProgress)}
      >
        快速准备：代办申请，送三张券
      </Button>
    </div>
  )
}

function spacePhone(phone: string): string {
  return phone.replace(/^(\d{3})(\d{4})/, '$1 $2 ')
}

/** A person's bank cards; pressing one fills in its number. */
function BankCards({ person, phone }: { person: Person; phone: Phone }) {
  function use(number: string) {
    const isFilled = phone.fill('cc-number', number)
    return copy(number, isFilled ? '卡号已复制并填入手机' : '卡号已复制')
  }

  return (
    <div className="stack stack-1">
      <p className="caption ink-3">银行卡，预留手机号同上，点一下填入；也可以拍照识别</p>
      <ul className="bank-cards">
        {person.cards.map(({ number, bank, conduct }) => (
          <li key={number} className="row row-between">
            <button type="button" className="bank-card" onClick={() => void use(number)}>
              <span className="small tabular">{inFours(number)}</span>
              <span className="caption ink-2">
                {bank}
                {conduct !== 'well' && ` · ${conductLabels[conduct]}`}
              </span>
            </button>
            <Button
              fit
              kind="text"
              onPress={() =>
                setPicture(bankCardPicture(person, number), { subject: 'bankCard', phone })
              }
            >
              照片放进手机
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function bankCardPicture({ key }: Person, number: string): string {
  return `/sandbox/people/${key}/bank-card-${number.slice(-4)}.png`
}

function inFours(number: string): string {
  return number.replaceAll(/\d{4}(?=\d)/g, '$& ')
}

const sides: readonly { readonly side: CardSide; readonly label: string }[] = [
  { side: 'front', label: '人像面' },
  { side: 'back', label: '国徽面' },
]

/** The ID cards of a person: two more for 信息更新, renewed or with a new name. */
const issues: readonly { readonly value: IdCardIssue; readonly label: string }[] = [
  { value: 'first', label: '当前证件' },
  { value: 'renewed', label: '到期换证' },
  { value: 'renamed', label: '改名换证' },
]

/** Both sides of a person's ID card; pressing one uploads it in the phone or saves it. */
function IdCardPictures({ person, phone }: { person: Person; phone: Phone }) {
  const [issue, setIssue] = useState<IdCardIssue>('first')
  return (
    <div className="stack stack-1">
      <p className="caption ink-3">身份证照片，点一下放进手机</p>
      <Segmented label="选择身份证" options={issues} value={issue} onChange={setIssue} />
      {issue !== 'first' && (
        <p className="caption ink-3">
          用于“信息更新”：
          {issue === 'renamed' ? `新姓名 ${newNameOf(person)}` : '姓名不变，新有效期'}
        </p>
      )}
      <div className="id-cards">
        {sides.map(({ side, label }) => (
          <div key={side} className="id-card">
            <button
              type="button"
              onClick={() =>
                void setPicture(addressOf(person, { issue, side }), { subject: side, phone })
              }
            >
              <img
                src={addressOf(person, { issue, side })}
                alt=""
                width={253}
                height={160}
                loading="lazy"
              />
              <span className="caption">{label}放进手机</span>
            </button>
            <a
              className="caption"
              href={addressOf(person, { issue, side })}
              download={`${person.key}-${issue}-${side}.png`}
            >
              保存{label}
            </a>
          </div>
        ))}
      </div>
    </div>
  )
}

function setPicture(
  picture: string,
  { subject, phone }: { readonly subject: PhotoSubject; readonly phone: Phone },
): Promise<void> {
  return attempt(async () => {
    const answer = await fetch(picture)
    if (!answer.ok) throw new Error('照片没有取到，请重试')
    const isPlaced = phone.place({ subject, picture: await answer.blob() })
    const page = subject === 'bankCard' ? '添加银行卡' : '拍摄身份证'
    if (!isPlaced) toast(`手机里没有打开${page}的页面`)
  })
}

function addressOf(
  { key }: Person,
  { issue, side }: { readonly issue: IdCardIssue; readonly side: CardSide },
): string {
  return `/sandbox/people/${key}/${issue}/id-card-${side}.png`
}

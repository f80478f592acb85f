import { copy } from '#copy.ts'
import type { Phone } from '#phone/use-phone.ts'
import { conductWords } from './stories.ts'
import type { Person } from './use-people.ts'

/** A person's bank cards: pressed, the number is in the phone. */
export function BankCards({ person, phone }: { person: Person; phone: Phone }) {
  function use(number: string) {
    const isFilled = phone.fill('cc-number', number)
    return copy(number, isFilled ? '卡号已复制并填入手机' : '卡号已复制')
  }

  return (
    <div className="stack stack-1">
      <p className="caption ink-3">银行卡，预留手机号同上，点一下填入</p>
      <ul className="bank-cards">
        {person.cards.map(({ number, bank, conduct }) => (
          <li key={number}>
            <button type="button" className="bank-card" onClick={() => void use(number)}>
              <span className="small tabular">{inFours(number)}</span>
              <span className="caption ink-2">
                {bank}
                {conduct !== 'well' && ` · ${conductWords[conduct]}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function inFours(number: string): string {
  return number.replaceAll(/\d{4}(?=\d)/g, '$& ')
}

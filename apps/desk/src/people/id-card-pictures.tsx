import { toast } from '@qingzhou/ui/overlays'
import { attempt } from '#attempt.ts'
import type { CardSide } from '#phone/place-picture.ts'
import type { Phone } from '#phone/use-phone.ts'
import type { Person } from './use-people.ts'

const sides: readonly { readonly side: CardSide; readonly label: string }[] = [
  { side: 'front', label: '人像面' },
  { side: 'back', label: '国徽面' },
]

/** Both sides of a person's ID card: pressed, they are in the phone; or saved as a file. */
export function IdCardPictures({ person, phone }: { person: Person; phone: Phone }) {
  return (
    <div className="stack stack-1">
      <p className="caption ink-3">身份证照片，点一下放进手机</p>
      <div className="id-cards">
        {sides.map(({ side, label }) => (
          <div key={side} className="id-card">
            <button type="button" onClick={() => void put(person, { side, phone })}>
              <img src={addressOf(person, side)} alt="" width={253} height={160} loading="lazy" />
              <span className="caption">{label}放进手机</span>
            </button>
            <a
              className="caption"
              href={addressOf(person, side)}
              download={`${person.key}-${side}.png`}
            >
              保存{label}
            </a>
          </div>
        ))}
      </div>
    </div>
  )
}

function put(
  person: Person,
  { side, phone }: { readonly side: CardSide; readonly phone: Phone },
): Promise<void> {
  return attempt(async () => {
    const answer = await fetch(addressOf(person, side))
    if (!answer.ok) throw new Error('证件照片没有取到，请重试')
    const isPlaced = phone.place({ side, picture: await answer.blob() })
    if (!isPlaced) toast('手机里没有打开拍摄身份证的页面')
  })
}

function addressOf({ key }: Person, side: CardSide): string {
  return `/sandbox/people/${key}/id-card-${side}.png`
}

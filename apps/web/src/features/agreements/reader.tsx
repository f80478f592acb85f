import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import type { Agreement } from '@qingzhou/contract/features/agreements'
import { Button } from '@qingzhou/ui/inputs'
import { ErrorInPlace } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { useLocation } from '#platform/navigation/location.ts'
import { back, goTo } from '#platform/navigation/navigation.ts'
import { readWantedPage } from '#platform/navigation/wanted-page.ts'
import { isSignedIn } from '#platform/session/session.ts'
import { AgreementText, isForcedRead, useNamed, whichAgreement } from './agreement-text.tsx'
import { agreeAfterReading, isAgreed } from './queries.ts'

type Chrome = 'full' | 'none'

/** One agreement in full; without the bar where another app draws its own. */
export function Reader({ chrome }: { chrome: Chrome }) {
  // Another address of this screen is another text, so the address is the key.
  const { key } = useLocation()
  return <Reading key={key} chrome={chrome} />
}

function Reading({ chrome }: { chrome: Chrome }) {
  const which = whichAgreement()
  const { mark, isRead } = useReadToEnd()
  const { readAgreement, readAgreementBare } = routes.agreements

  return (
    <Screen
      {...(chrome === 'full' && { title: readAgreement.title, onBack: back })}
      footer={which && isForcedRead() && <Consent which={which} isRead={isRead} />}
      {...(isForcedRead() && !isSignedIn() && { footerNote: '登录后才能记录您的同意' })}
    >
      {/* The embedding app's bar is not part of this page, so the page needs its own heading. */}
      {chrome === 'none' && <h1 className="visually-hidden">{readAgreementBare.title}</h1>}
      {which ? (
        <AgreementText
          which={which}
          route={chrome === 'full' ? readAgreement : readAgreementBare}
          end={
            // Visible: a hidden element has an absolute position, which is the top of the column.
            <p ref={mark} className="caption ink-3 centre">
              全文完
            </p>
          }
        />
      ) : (
        <ErrorInPlace title="没有找到这份协议">链接不完整，请返回上一页重新打开</ErrorInPlace>
      )}
    </Screen>
  )
}

type Which = NonNullable<ReturnType<typeof whichAgreement>>

/** The button of a forced read: available at the end of the text, or when the list is agreed to. */
function Consent({ which, isRead }: { which: Which; isRead: boolean }) {
  const client = useQueryClient()
  const { all, chosen } = useNamed(which)
  const unread = isRead ? {} : { unavailable: '阅读至末尾后可继续' }

  async function agree({ code, version }: Agreement) {
    if (which.kind !== 'event') return
    try {
      await agreeAfterReading(client, { eventType: which.event, code, version })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== codes.invalidField) throw error
      // The text has changed meanwhile: the new one is shown from its beginning.
      await client.resetQueries({ queryKey: ['agreements-of-event', which.event] })
      return goTo(window.location.hash.slice(1))
    }
    toast('已记录您的同意', { survivesNavigation: true })
    await goOn()
  }

  // A signed agreement was agreed to when it was signed; here it is only read again.
  if (which.kind === 'signed') {
    return (
      <Button onPress={goOn} {...unread}>
        我已阅读
      </Button>
    )
  }
  if (chosen) {
    return (
      <Button onPress={async () => agree(chosen)} {...unread}>
        同意
      </Button>
    )
  }
  if (which.code !== undefined || all.length === 0 || readWantedPage() === undefined) return null
  const left = all.filter((agreement) => !isAgreed(client, agreement)).length
  return (
    <Button onPress={goOn} {...(left > 0 && { unavailable: `还有 ${left} 份协议没有同意` })}>
      继续
    </Button>
  )
}

/** Opens the page that the opener named, else returns to the opener or to the list. */
async function goOn(): Promise<void> {
  const wanted = readWantedPage()
  if (wanted === undefined) back()
  else await goTo(wanted)
}

/** Whether the end of a text has been visible. A short text is visible at once. */
function useReadToEnd() {
  const end = useRef<HTMLParagraphElement>(null)
  const [isRead, setRead] = useState(false)
  const [isShown, setShown] = useState(false)

  function mark(element: HTMLParagraphElement | null) {
    end.current = element
    setShown(element !== null)
  }

  useEffect(() => {
    if (!isShown || !end.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setRead(true)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isShown])

  return { mark, isRead }
}

export function ReadAgreementScreen() {
  return <Reader chrome="full" />
}

export function ReadAgreementBareScreen() {
  return <Reader chrome="none" />
}

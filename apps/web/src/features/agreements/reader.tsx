import { useEffect, useRef, useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { ErrorInPlace } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { useLocation } from '#platform/navigation/location.ts'
import { back } from '#platform/navigation/navigation.ts'
import { AgreementText, isForcedRead, whichAgreement } from './agreement-text.tsx'

/** One agreement in full; without the bar where another app draws its own. */
export function Reader({ chrome }: { chrome: 'full' | 'none' }) {
  // Another address of this screen is another text, so the address is the key.
  const { key } = useLocation()
  return <Reading key={key} chrome={chrome} />
}

function Reading({ chrome }: { chrome: 'full' | 'none' }) {
  const which = whichAgreement()
  const { mark, isRead } = useReadToEnd()

  return (
    <Screen
      {...(chrome === 'full' && { title: routes.agreements.readAgreement.title, onBack: back })}
      footer={
        which &&
        isForcedRead() && (
          <Button onPress={agree} {...(isRead ? {} : { unavailable: '请先读到最后' })}>
            同意
          </Button>
        )
      }
    >
      {/* The embedding app's bar is not part of this page, so the page needs its own heading. */}
      {chrome === 'none' && (
        <h1 className="visually-hidden">{routes.agreements.readAgreementBare.title}</h1>
      )}
      {which ? (
        <AgreementText
          which={which}
          end={
            <p ref={mark} className="visually-hidden">
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

function agree() {
  toast('已确认阅读')
  back()
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

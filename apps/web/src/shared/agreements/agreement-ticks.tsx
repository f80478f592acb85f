import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Agreement } from '@qingzhou/contract/features/agreements'
import { Button, Tick } from '@qingzhou/ui/inputs'
import { Sheet } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import './agreement-tick.css'
import { Blocks } from './static-page.tsx'
import type { Signing } from './use-signing.ts'

/** A tick for the joint agreements and one for each separate agreement. */
export function AgreementTicks({ signing }: { signing: Signing }) {
  const [reading, setReading] = useState<Agreement>()
  const [isOpen, setOpen] = useState(false)
  const box = useScrollToMissing(signing.failures)

  function read(event: MouseEvent, agreement: Agreement) {
    // Opens over the form: input and ticks are kept, and reading is not consent.
    event.preventDefault()
    setReading(agreement)
    setOpen(true)
  }

  return (
    <div ref={box} className="stack stack-1">
      {signing.groups.map(({ id, agreements }) => (
        <Tick
          key={id}
          checked={signing.isTicked(id)}
          onChange={(checked) => signing.tick(id, checked)}
          error={signing.errorOf(id)}
        >
          {agreements.some(({ isSeparate }) => isSeparate)
            ? '我已阅读并单独同意'
            : '我已阅读并同意'}
          {agreements.map((agreement) => (
            <AgreementLink key={agreement.code} agreement={agreement} onRead={read} />
          ))}
        </Tick>
      ))}
      {reading && (
        <AgreementReader agreement={reading} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

interface AgreementLinkProps {
  agreement: Agreement
  onRead: (event: MouseEvent, agreement: Agreement) => void
}

/** The title of an agreement; pressing it opens the text. */
export function AgreementLink({ agreement, onRead }: AgreementLinkProps) {
  return (
    <span className="no-break">
      《
      <a
        href={`#${addressOf(routes.agreements.readAgreement)}`}
        aria-haspopup="dialog"
        onClick={(event) => onRead(event, agreement)}
      >
        {agreement.title}
      </a>
      》
    </span>
  )
}

/** The ticks are at the end of long pages: a submit without ticks scrolls to them. */
function useScrollToMissing(failures: number) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failures === 0) return
    // Errors further up come first.
    if (document.activeElement?.matches('[aria-invalid]')) return
    const missing = box.current?.querySelector<HTMLElement>('[aria-invalid]')
    missing?.scrollIntoView?.({ block: 'center' })
    missing?.focus({ preventScroll: true })
  }, [failures])
  return box
}

interface AgreementReaderProps {
  agreement: Agreement
  open: boolean
  onClose: () => void
}

/** Shows one agreement in full, as it will be signed. */
export function AgreementReader({ agreement, open, onClose }: AgreementReaderProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={agreement.title}
      actions={
        <Button kind="quiet" onPress={onClose}>
          已阅读，返回
        </Button>
      }
    >
      <article className="prose">
        <Blocks blocks={agreement.blocks} />
        <p className="caption ink-3 tabular">版本 {agreement.version}</p>
      </article>
    </Sheet>
  )
}

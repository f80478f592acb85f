import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Agreement } from '@qingzhou/contract/agreements'
import { Button, Tick } from '@qingzhou/ui/inputs'
import { Sheet } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import './agreement-tick.css'
import { Blocks } from './static-page.tsx'
import type { Signing } from './use-signing.ts'

/** A tick for the agreements that go together, and one for each that stands alone. */
export function AgreementTicks({ signing }: { signing: Signing }) {
  const [reading, setReading] = useState<Agreement>()
  const [isOpen, setOpen] = useState(false)
  const box = useLeadingToMissing(signing.failures)

  function read(event: MouseEvent, agreement: Agreement) {
    // Read over the form: nothing typed or ticked is lost, and reading is not agreeing.
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
            ? '我已单独阅读并授权'
            : '我已阅读并同意'}
          {agreements.map((agreement) => (
            <span key={agreement.code} className="no-break">
              《
              <a
                href={`#${addressOf(routes.agreements.readAgreement)}`}
                onClick={(event) => read(event, agreement)}
              >
                {agreement.title}
              </a>
              》
            </span>
          ))}
        </Tick>
      ))}
      {reading && (
        <AgreementReader agreement={reading} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

/** The ticks stand at the end of long pages: who pressed the button too early is brought to them. */
function useLeadingToMissing(failures: number) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failures === 0) return
    // What is wrong further up comes first.
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

/** One agreement in full, as it will be signed. */
export function AgreementReader({ agreement, open, onClose }: AgreementReaderProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={agreement.title}
      actions={
        <Button kind="quiet" onPress={onClose}>
          读完了，返回
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

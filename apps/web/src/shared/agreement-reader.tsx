import type { Agreement } from '@qingzhou/contract/agreements'
import { Button } from '@qingzhou/ui/button'
import { Sheet } from '@qingzhou/ui/sheet'
import { Blocks } from './static-page.tsx'

export interface AgreementReaderProps {
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
